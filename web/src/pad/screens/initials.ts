/** One or two letters of each name, as many as tell all players apart; otherwise the player's code. */
export function initialsOf(
  players: readonly { readonly player: string; readonly name: string }[],
): Map<string, string> {
  const letters = new Intl.Segmenter();
  for (const most of [1, 2]) {
    const marks = players.map(({ name }) =>
      Array.from(letters.segment(name), (one) => one.segment)
        .slice(0, most)
        .join(""),
    );
    if (new Set(marks).size === players.length) return new Map(players.map((one, at) => [one.player, marks[at] ?? ""]));
  }
  return new Map(players.map((one) => [one.player, one.player.toUpperCase()]));
}
