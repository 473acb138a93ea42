"""Words that fit: what the typesetter is told so that a name is set smaller or on two lines, and never cut."""

FITTED = """
// The first of some settings that fits into a box; `words` are those that must stand on one line.
#let first-fitting(high, bodies, words, to: left) = layout(room => {
  let set-in(one) = block(width: room.width, align(to, one.body))
  let fits = bodies.filter(one => measure(set-in(one), width: room.width).height <= high and words.all(word =>
    measure(text(size: one.size, weight: one.weight, word)).width <= room.width))
  block(width: room.width, height: high, align(horizon, set-in(fits.at(0, default: bodies.last()))))
})
// The largest letters with which words fit into a box.
#let fitted(high, sizes, body, weight: "bold", to: left) = first-fitting(high, to: to,
  sizes.map(size => (size: size, weight: weight, body: text(size: size, weight: weight, body))),
  if type(body) == str { body.split(" ") } else { () })
"""
