// Written by web/kernel.py from carrom/physics/kernel. Do not edit: change that and run it again.
// Arrays are stored row by row; carrom/physics/kernel/layout.py explains their fields.

type Floats = Float64Array;
type Ints = Int32Array;

const DEGREE = 0.017453292519943295;
const BOUNCE_OUT = 1;
const CAPTURE = 10;
const CAPTURE_SPEED = 11;
const CORNER = 6;
const HAIR = 1e-12;
const HOLE = 5;
const HOLE_AT = 6;
const KINDS = 32;
const LEAVE = 5;
const NEVER = 1e+300;
export const POCKET = 2;
const V = 4;
const X = 0;
const Y = 1;
const AFTER = 2;
const ALONG = 8;
const DAMPER = 4;
const FIRST = 0;
const MASS = 5;
const NX = 0;
const NY = 1;
const PEAK = 3;
const PUSH_X = 6;
const PUSH_Y = 7;
const SECOND = 1;
const SQUEEZE = 2;
const STEP = 0.2617993877991494;
const BEGIN = 3;
const CHAIN = 4;
const CONTACT_FRICTION = 3;
const HIT = 8;
const LIGHT = 14;
const REFERENCE_MASS = 12;
const UX = 2;
const UY = 3;
const W = 10;
const MOST_STEPS = 480;
const QUIET = 0.001;
const ROUNDING = 1e-09;
const CONTACT_TIME = 7;
const DAMPING = 8;
const EAST = 1;
const FRAME_DAMPING = 9;
const HALF = 4;
const NORTH = 0;
const SOUTH = 2;
const T0 = 5;
const WEST = 3;
const A = 9;
const R = 13;
export const CONTACT_FIELDS = 9;
export const CONTACT_INTS = 3;
const END = 6;
const FRAME = 1;
const GRAZE = 0.002;
const NEXT = 0;
const NONE = 7;
const OVER = 2;
export const PAIR = 0;
const REST = 3;
const SOFT = 1.0;
const TE = 7;
const TOUCH = 1e-09;
const TURN = 4;
const UNTIL = 12;
const LEEWAY = 0.001;
const FRICTION = 0;
const UNKNOWN = -1.0;
const B = 11;
export const FLOAT_FIELDS = 15;
const FELL = 1;
export const INT_FIELDS = 5;
const RESTITUTION = 1;
const FRAME_RESTITUTION = 2;
const MAX_EVENTS = 13;
const NOW = 0;
const STOP_SPEED = 1;
const SOFT_SPEED = 2;
const STALLED_AT = 3;
const STALLED = 4;
export const STROKE_FIELDS = 5;
const FINISHED = 0;
const TOO_MANY_EVENTS = 1;
export const GOES_ON = 3;
export const MOST_DISCS = 20;
export const MOST_CONTACTS = 64;
const FAR_AWAY = 1000000000.0;
const STOPPED = 0.01;
const HOP = 0.001;
const RECENT = 1e-05;
const NEARLY_ELASTIC = 0.99;
const PROGRESS = 1e-06;
const PATIENCE = 200;
const PATIENCE_STEP = 50;
export const EVENTS = 0;
export const TRACKS = 1;
export const FIRST_TOUCH = 2;
const FRESH = 3;
const LEFT = 4;
const ALLOWED = 5;
export const COUNTS = 6;
export const EVENT_COLUMNS = 5;
export const TRACK_COLUMNS = 9;
const FINE = 0.5;
const SLIGHT = 0.22;
const CREEP = 80.0;
const STEADY = 1.531;
const STEADY_WIDTH = 0.08;

function small_sine(angle: number): number {
  let z = 0;
  let tail = 0;
  z = (angle * angle);
  tail = (1.0 / 355687428096000.0);
  tail = ((-(1.0) / 1307674368000.0) + (z * tail));
  tail = ((1.0 / 6227020800.0) + (z * tail));
  tail = ((-(1.0) / 39916800.0) + (z * tail));
  tail = ((1.0 / 362880.0) + (z * tail));
  tail = ((-(1.0) / 5040.0) + (z * tail));
  tail = ((1.0 / 120.0) + (z * tail));
  tail = ((-(1.0) / 6.0) + (z * tail));
  return (angle + (angle * (z * tail)));
}

function small_cosine(angle: number): number {
  let z = 0;
  let tail = 0;
  z = (angle * angle);
  tail = (-(1.0) / 6402373705728000.0);
  tail = ((1.0 / 20922789888000.0) + (z * tail));
  tail = ((-(1.0) / 87178291200.0) + (z * tail));
  tail = ((1.0 / 479001600.0) + (z * tail));
  tail = ((-(1.0) / 3628800.0) + (z * tail));
  tail = ((1.0 / 40320.0) + (z * tail));
  tail = ((-(1.0) / 720.0) + (z * tail));
  tail = ((1.0 / 24.0) + (z * tail));
  return (1.0 - ((0.5 * z) - ((z * z) * tail)));
}

function heading(degrees: number): [number, number] {
  let turns = 0;
  let rest = 0;
  let quarter = 0;
  let right = 0;
  let ahead = 0;
  turns = Math.floor(((degrees / 90.0) + 0.5));
  rest = ((degrees - (90.0 * turns)) * DEGREE);
  quarter = (Math.trunc(turns) & 3);
  const spare1 = small_sine(rest);
  const spare2 = small_cosine(rest);
  right = spare1;
  ahead = spare2;
  if ((quarter === 1)) {
    const spare3 = ahead;
    const spare4 = -(right);
    right = spare3;
    ahead = spare4;
  } else {
    if ((quarter === 2)) {
      const spare5 = -(right);
      const spare6 = -(ahead);
      right = spare5;
      ahead = spare6;
    } else {
      if ((quarter === 3)) {
        const spare7 = -(ahead);
        const spare8 = right;
        right = spare7;
        ahead = spare8;
      }
    }
  }
  return [right, ahead];
}

function ratio(a: number, b: number): number {
  return (a / b);
}

function root(x: number): number {
  return ((x > 0.0) ? Math.sqrt(x) : 0.0);
}

function inverse_root(x: number): number {
  return (1.0 / Math.sqrt(x));
}

function larger(a: number, b: number): number {
  return ((a > b) ? a : b);
}

function smaller(a: number, b: number): number {
  return ((a < b) ? a : b);
}

function added(sum_so_far: number, lost: number, more: number): [number, number] {
  let grown = 0;
  let part = 0;
  grown = (sum_so_far + more);
  part = (grown - sum_so_far);
  return [grown, (lost + ((sum_so_far - (grown - part)) + (more - part)))];
}

function bit(a: number): number {
  return (1 << a);
}

function has(bits: number, a: number): boolean {
  return (((bits >> a) & 1) !== 0);
}

function ones(bits: number): number {
  let number = 0;
  number = 0;
  while (bits) {
    bits = bits & (bits - 1);
    number = number + 1;
  }
  return number;
}

function lowest(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

function hole_x(k: number, p: Floats): number {
  return (((k === 0) || (k === 3)) ? (p[HOLE_AT] as number) : -((p[HOLE_AT] as number)));
}

function hole_y(k: number, p: Floats): number {
  return ((k < 2) ? (p[HOLE_AT] as number) : -((p[HOLE_AT] as number)));
}

function hole_ahead(x: number, y: number, ux: number, uy: number, r: number, over: number, reach: number, what: number, p: Floats): [number, number] {
  let k = 0;
  let distance = 0;
  if ((over >= 0)) {
    return over_hole(x, y, ux, uy, r, over, reach, what, p);
  }
  k = me();
  while ((k < 4)) {
    distance = ray_to_circle((hole_x(k, p) - x), (hole_y(k, p) - y), ux, uy, reach, (p[HOLE] as number));
    if ((distance < NEVER)) {
      const spare1 = distance;
      const spare2 = ((POCKET * KINDS) + k);
      reach = spare1;
      what = spare2;
    }
    k = k + stride();
  }
  return [reach, what];
}

function over_hole(x: number, y: number, ux: number, uy: number, r: number, over: number, reach: number, what: number, p: Floats): [number, number] {
  let leave = 0;
  let bend = 0;
  let cx = 0;
  let cy = 0;
  let dx = 0;
  let dy = 0;
  let along = 0;
  let aside = 0;
  let strike = 0;
  let outward_x = 0;
  let outward_y = 0;
  const spare1 = hole_x(over, p);
  const spare2 = hole_y(over, p);
  cx = spare1;
  cy = spare2;
  const spare3 = (cx - x);
  const spare4 = (cy - y);
  dx = spare3;
  dy = spare4;
  const spare5 = ((dx * ux) + (dy * uy));
  const spare6 = ((dx * uy) - (dy * ux));
  along = spare5;
  aside = spare6;
  leave = (along + root((((p[HOLE] as number) * (p[HOLE] as number)) - (aside * aside))));
  if ((leave < reach)) {
    const spare7 = larger(leave, 0.0);
    const spare8 = ((LEAVE * KINDS) + over);
    reach = spare7;
    what = spare8;
  }
  bend = ((p[HOLE] as number) - r);
  if (((aside * aside) < (bend * bend))) {
    strike = (along + root(((bend * bend) - (aside * aside))));
    const spare9 = (((x + (ux * strike)) - cx) * cx);
    const spare10 = (((y + (uy * strike)) - cy) * cy);
    outward_x = spare9;
    outward_y = spare10;
    if (((outward_x > 0.0) && (outward_y > 0.0) && (-(1e-06) < strike && strike < reach))) {
      const spare11 = larger(strike, 0.0);
      const spare12 = ((CORNER * KINDS) + over);
      reach = spare11;
      what = spare12;
    }
  }
  return [reach, what];
}

function falls(i: number, s: Floats, p: Floats): boolean {
  return (((p[CAPTURE] as number) !== BOUNCE_OUT) || ((s[V * MOST_DISCS + i] as number) <= (p[CAPTURE_SPEED] as number)));
}

function hole_under(i: number, s: Floats, p: Floats): number {
  let rim = 0;
  let dx = 0;
  let dy = 0;
  const spare1 = (Math.abs((s[X * MOST_DISCS + i] as number)) - (p[HOLE_AT] as number));
  const spare2 = (Math.abs((s[Y * MOST_DISCS + i] as number)) - (p[HOLE_AT] as number));
  dx = spare1;
  dy = spare2;
  rim = ((p[HOLE] as number) + HAIR);
  if ((((dx * dx) + (dy * dy)) >= (rim * rim))) {
    return -(1);
  }
  if (((s[Y * MOST_DISCS + i] as number) > 0.0)) {
    return (((s[X * MOST_DISCS + i] as number) > 0.0) ? 0 : 1);
  }
  return (((s[X * MOST_DISCS + i] as number) < 0.0) ? 2 : 3);
}

function press(contacts: number, time: number, quiet: number, s: Floats, p: Floats, c: Floats, k: Ints): number {
  let wait = 0;
  let m = 0;
  let opening = 0;
  let pressed = 0;
  let a = 0;
  let b = 0;
  let nx = 0;
  let ny = 0;
  let vx = 0;
  let vy = 0;
  let turning = 0;
  let force = 0;
  let along = 0;
  wait = NEVER;
  m = me();
  while ((m < contacts)) {
    const spare1 = (k[FIRST * MOST_CONTACTS + m] as number);
    const spare2 = (k[SECOND * MOST_CONTACTS + m] as number);
    a = spare1;
    b = spare2;
    const spare3 = (c[NX * MOST_CONTACTS + m] as number);
    const spare4 = (c[NY * MOST_CONTACTS + m] as number);
    nx = spare3;
    ny = spare4;
    const spare5 = -((s[UX * MOST_DISCS + a] as number));
    const spare6 = -((s[UY * MOST_DISCS + a] as number));
    const spare7 = (s[W * MOST_DISCS + a] as number);
    vx = spare5;
    vy = spare6;
    turning = spare7;
    if ((b >= 0)) {
      vx = vx + (s[UX * MOST_DISCS + b] as number);
      vy = vy + (s[UY * MOST_DISCS + b] as number);
      turning = turning + (s[W * MOST_DISCS + b] as number);
    }
    opening = ((vx * nx) + (vy * ny));
    pressed = ((c[SQUEEZE * MOST_CONTACTS + m] as number) - (opening * time));
    c[SQUEEZE * MOST_CONTACTS + m] = pressed;
    const spare8 = 0.0;
    const spare9 = 0.0;
    force = spare8;
    along = spare9;
    if ((pressed > 0.0)) {
      wait = 0.0;
      c[PEAK * MOST_CONTACTS + m] = larger((c[PEAK * MOST_CONTACTS + m] as number), -(opening));
      force = larger((pressed - ((c[DAMPER * MOST_CONTACTS + m] as number) * opening)), 0.0);
      along = rub((((vy * nx) - (vx * ny)) - turning), (c[MASS * MOST_CONTACTS + m] as number), ((p[CONTACT_FRICTION] as number) * force));
    } else {
      if ((opening < -(quiet))) {
        wait = smaller(wait, larger(ratio(pressed, opening), 0.0));
      }
    }
    c[PUSH_X * MOST_CONTACTS + m] = ((force * nx) - (along * ny));
    c[PUSH_Y * MOST_CONTACTS + m] = ((force * ny) + (along * nx));
    c[ALONG * MOST_CONTACTS + m] = along;
    m = m + crew();
  }
  return least(wait, 0)[0];
}

function give_way(members: number, contacts: number, s: Floats, q: Ints, p: Floats, c: Floats, k: Ints): void {
  let todo = 0;
  let a = 0;
  let share = 0;
  let x = 0;
  let y = 0;
  let along = 0;
  let lost_x = 0;
  let lost_y = 0;
  let lost_along = 0;
  let m = 0;
  let own = 0;
  let at = 0;
  let sign = 0;
  todo = mine(members);
  while ((todo !== 0)) {
    a = first_of(todo);
    todo = others_of(todo);
    const spare1 = 0.0;
    const spare2 = 0.0;
    const spare3 = 0.0;
    const spare4 = 0.0;
    const spare5 = 0.0;
    const spare6 = 0.0;
    x = spare1;
    y = spare2;
    along = spare3;
    lost_x = spare4;
    lost_y = spare5;
    lost_along = spare6;
    const spare7 = (q[CHAIN * MOST_DISCS + a] as number);
    const spare8 = (q[BEGIN * MOST_DISCS + a] as number);
    m = spare7;
    own = spare8;
    while (((m >= 0) || ((own < contacts) && ((k[FIRST * MOST_CONTACTS + own] as number) === a)))) {
      const spare9 = m;
      const spare10 = 1.0;
      at = spare9;
      sign = spare10;
      if ((m >= 0)) {
        m = (k[AFTER * MOST_CONTACTS + m] as number);
      } else {
        const spare11 = own;
        const spare12 = -(1.0);
        at = spare11;
        sign = spare12;
        own = own + 1;
      }
      const spare13 = added(x, lost_x, (sign * (c[PUSH_X * MOST_CONTACTS + at] as number)));
      x = spare13[0];
      lost_x = spare13[1];
      const spare14 = added(y, lost_y, (sign * (c[PUSH_Y * MOST_CONTACTS + at] as number)));
      y = spare14[0];
      lost_y = spare14[1];
      const spare15 = added(along, lost_along, (c[ALONG * MOST_CONTACTS + at] as number));
      along = spare15[0];
      lost_along = spare15[1];
    }
    share = ((STEP * (p[REFERENCE_MASS] as number)) * (s[LIGHT * MOST_DISCS + a] as number));
    s[UX * MOST_DISCS + a] = (s[UX * MOST_DISCS + a] as number) + ((x + lost_x) * share);
    s[UY * MOST_DISCS + a] = (s[UY * MOST_DISCS + a] as number) + ((y + lost_y) * share);
    s[W * MOST_DISCS + a] = (s[W * MOST_DISCS + a] as number) - ((2.0 * (along + lost_along)) * share);
  }
}

function energy_of(members: number, s: Floats): number {
  let energy = 0;
  let todo = 0;
  let a = 0;
  let vx = 0;
  let vy = 0;
  let w = 0;
  energy = 0.0;
  todo = mine(members);
  while ((todo !== 0)) {
    a = first_of(todo);
    todo = others_of(todo);
    const spare1 = (s[UX * MOST_DISCS + a] as number);
    const spare2 = (s[UY * MOST_DISCS + a] as number);
    const spare3 = (s[W * MOST_DISCS + a] as number);
    vx = spare1;
    vy = spare2;
    w = spare3;
    energy = energy + ratio((((vx * vx) + (vy * vy)) + ((0.5 * w) * w)), (s[LIGHT * MOST_DISCS + a] as number));
  }
  return total(energy);
}

function damp(members: number, before: number, frame: boolean, s: Floats): void {
  let after = 0;
  let common = 0;
  let scale = 0;
  let todo = 0;
  let ux = 0;
  let uy = 0;
  let mass = 0;
  let a = 0;
  let one = 0;
  after = energy_of(members, s);
  if ((after <= before)) {
    return;
  }
  const spare1 = 0.0;
  const spare2 = 0.0;
  const spare3 = 0.0;
  ux = spare1;
  uy = spare2;
  mass = spare3;
  if (!(frame)) {
    todo = mine(members);
    while ((todo !== 0)) {
      a = first_of(todo);
      todo = others_of(todo);
      one = ratio(1.0, (s[LIGHT * MOST_DISCS + a] as number));
      mass = mass + one;
      ux = ux + ((s[UX * MOST_DISCS + a] as number) * one);
      uy = uy + ((s[UY * MOST_DISCS + a] as number) * one);
    }
    mass = total(mass);
    ux = ratio(total(ux), mass);
    uy = ratio(total(uy), mass);
  }
  common = (mass * ((ux * ux) + (uy * uy)));
  if ((after <= common)) {
    return;
  }
  scale = root(ratio((before - common), (after - common)));
  todo = mine(members);
  while ((todo !== 0)) {
    a = first_of(todo);
    todo = others_of(todo);
    s[UX * MOST_DISCS + a] = (ux + (((s[UX * MOST_DISCS + a] as number) - ux) * scale));
    s[UY * MOST_DISCS + a] = (uy + (((s[UY * MOST_DISCS + a] as number) - uy) * scale));
    s[W * MOST_DISCS + a] = (s[W * MOST_DISCS + a] as number) * scale;
  }
}

function has_pushed_frame(contacts: number, c: Floats, k: Ints): boolean {
  let pushed = 0;
  let m = 0;
  pushed = 0;
  m = me();
  while ((m < contacts)) {
    if ((((k[SECOND * MOST_CONTACTS + m] as number) < 0) && ((c[PEAK * MOST_CONTACTS + m] as number) > 0.0))) {
      pushed = bit(me());
    }
    m = m + crew();
  }
  return (union(pushed) !== 0);
}

function settle(members: number, near: number, closing: number, now: number, s: Floats, q: Ints, n: number, p: Floats, c: Floats, k: Ints): number {
  let todo = 0;
  let contacts = 0;
  let before = 0;
  let time = 0;
  let a = 0;
  let wait = 0;
  todo = mine(members);
  while ((todo !== 0)) {
    a = first_of(todo);
    todo = others_of(todo);
    s[UX * MOST_DISCS + a] = (s[UX * MOST_DISCS + a] as number) * (s[V * MOST_DISCS + a] as number);
    s[UY * MOST_DISCS + a] = (s[UY * MOST_DISCS + a] as number) * (s[V * MOST_DISCS + a] as number);
    s[HIT * MOST_DISCS + a] = now;
    q[CHAIN * MOST_DISCS + a] = -(1);
  }
  together();
  contacts = list_contacts(members, near, s, q, n, p, c, k);
  before = energy_of(members, s);
  together();
  time = STEP;
  for (let round1 = 0; round1 < MOST_STEPS; round1++) {
    wait = press(contacts, time, (QUIET * closing), s, p, c, k);
    together();
    if ((wait === NEVER)) {
      break;
    }
    time = STEP;
    if ((wait > STEP)) {
      time = time + wait;
    } else {
      give_way(members, contacts, s, q, p, c, k);
    }
    together();
  }
  damp(members, before, has_pushed_frame(contacts, c, k), s);
  together();
  return contacts;
}

function is_near(i: number, x: number, y: number, r: number, near: number, s: Floats): boolean {
  let dx = 0;
  let dy = 0;
  let reach = 0;
  const spare1 = (x - (s[X * MOST_DISCS + i] as number));
  const spare2 = (y - (s[Y * MOST_DISCS + i] as number));
  const spare3 = (((s[R * MOST_DISCS + i] as number) + r) + near);
  dx = spare1;
  dy = spare2;
  reach = spare3;
  return (((dx * dx) + (dy * dy)) < (reach * reach));
}

function are_near(i: number, near: number, now: number, s: Floats, n: number): number {
  let ri = 0;
  let found = 0;
  let a = 0;
  let xi = 0;
  let yi = 0;
  let dt = 0;
  let slid = 0;
  let is_still = false;
  let x = 0;
  let y = 0;
  let dx = 0;
  let dy = 0;
  let reach = 0;
  const spare1 = place_at(s, i, now);
  xi = spare1[0];
  yi = spare1[1];
  ri = (s[R * MOST_DISCS + i] as number);
  found = (0 * me());
  a = me();
  while ((a < n)) {
    dt = (now - (s[T0 * MOST_DISCS + a] as number));
    slid = distance_at((s[V * MOST_DISCS + a] as number), (s[A * MOST_DISCS + a] as number), dt);
    is_still = ((s[V * MOST_DISCS + a] as number) === 0.0);
    x = (is_still ? (s[X * MOST_DISCS + a] as number) : ((s[X * MOST_DISCS + a] as number) + ((s[UX * MOST_DISCS + a] as number) * slid)));
    y = (is_still ? (s[Y * MOST_DISCS + a] as number) : ((s[Y * MOST_DISCS + a] as number) + ((s[UY * MOST_DISCS + a] as number) * slid)));
    const spare2 = (x - xi);
    const spare3 = (y - yi);
    const spare4 = (((s[R * MOST_DISCS + a] as number) + ri) + near);
    dx = spare2;
    dy = spare3;
    reach = spare4;
    found = found | ((((dx * dx) + (dy * dy)) < (reach * reach)) ? bit(a) : 0);
    a = a + stride();
  }
  return found;
}

function gap_to_frame(i: number, side: number, s: Floats, p: Floats): number {
  let edge = 0;
  edge = ((p[HALF] as number) - (s[R * MOST_DISCS + i] as number));
  if ((side === NORTH)) {
    return (edge - (s[Y * MOST_DISCS + i] as number));
  }
  if ((side === EAST)) {
    return (edge - (s[X * MOST_DISCS + i] as number));
  }
  if ((side === SOUTH)) {
    return (edge + (s[Y * MOST_DISCS + i] as number));
  }
  return (edge + (s[X * MOST_DISCS + i] as number));
}

function has_neighbour(i: number, j: number, near: number, now: number, s: Floats, n: number, p: Floats): boolean {
  let neighbours = 0;
  let far = 0;
  let reach_i = 0;
  let reach_j = 0;
  neighbours = ((are_near(i, near, now, s, n) | are_near(j, near, now, s, n)) & ~((bit(i) | bit(j))));
  far = ((p[HALF] as number) - near);
  reach_i = (larger(Math.abs((s[X * MOST_DISCS + i] as number)), Math.abs((s[Y * MOST_DISCS + i] as number))) + (s[R * MOST_DISCS + i] as number));
  reach_j = (larger(Math.abs((s[X * MOST_DISCS + j] as number)), Math.abs((s[Y * MOST_DISCS + j] as number))) + (s[R * MOST_DISCS + j] as number));
  return ((union(neighbours) !== 0) || (reach_i > far) || (reach_j > far));
}

function gather(i: number, j: number, near: number, now: number, s: Floats, n: number): number {
  let members = 0;
  let newest = 0;
  let more = 0;
  members = (bit(i) | bit(j));
  newest = members;
  while ((newest !== 0)) {
    more = (0 * me());
    while ((newest !== 0)) {
      more = more | are_near(lowest(newest), near, now, s, n);
      newest = newest & (newest - 1);
    }
    newest = union((more & ~(members)));
    members = members | newest;
  }
  return members;
}

function add_contact(m: number, a: number, b: number, nx: number, ny: number, gap: number, s: Floats, p: Floats, c: Floats, k: Ints): void {
  let mass = 0;
  let light = 0;
  let damping = 0;
  const spare1 = a;
  const spare2 = b;
  k[FIRST * MOST_CONTACTS + m] = spare1;
  k[SECOND * MOST_CONTACTS + m] = spare2;
  const spare3 = nx;
  const spare4 = ny;
  c[NX * MOST_CONTACTS + m] = spare3;
  c[NY * MOST_CONTACTS + m] = spare4;
  c[SQUEEZE * MOST_CONTACTS + m] = ratio((-(gap) * 3.141592653589793), (p[CONTACT_TIME] as number));
  c[PEAK * MOST_CONTACTS + m] = 0.0;
  const spare5 = (s[LIGHT * MOST_DISCS + a] as number);
  const spare6 = (p[FRAME_DAMPING] as number);
  light = spare5;
  damping = spare6;
  if ((b >= 0)) {
    light = light + (s[LIGHT * MOST_DISCS + b] as number);
    damping = (p[DAMPING] as number);
  }
  mass = ratio(1.0, ((STEP * (p[REFERENCE_MASS] as number)) * light));
  c[MASS * MOST_CONTACTS + m] = mass;
  c[DAMPER * MOST_CONTACTS + m] = ((2.0 * damping) * root((STEP * mass)));
}

function contacts_with_discs(m: number, a: number, members: number, near: number, s: Floats, q: Ints, n: number, p: Floats, c: Floats, k: Ints): number {
  let touched = 0;
  let b = 0;
  let at = 0;
  let d = 0;
  let part = 0;
  let dx = 0;
  let dy = 0;
  touched = 0;
  b = me();
  while ((b < n)) {
    if (((b > a) && has(members, b) && is_near(a, (s[X * MOST_DISCS + b] as number), (s[Y * MOST_DISCS + b] as number), (s[R * MOST_DISCS + b] as number), near, s))) {
      touched = touched | bit(b);
    }
    b = b + stride();
  }
  touched = union(touched);
  b = me();
  while ((b < n)) {
    at = (has(touched, b) ? (m + ones((touched & (bit(b) - 1)))) : MOST_CONTACTS);
    if ((at < MOST_CONTACTS)) {
      const spare1 = ((s[X * MOST_DISCS + b] as number) - (s[X * MOST_DISCS + a] as number));
      const spare2 = ((s[Y * MOST_DISCS + b] as number) - (s[Y * MOST_DISCS + a] as number));
      dx = spare1;
      dy = spare2;
      d = root(((dx * dx) + (dy * dy)));
      part = ratio(1.0, d);
      add_contact(at, a, b, (dx * part), (dy * part), ((d - (s[R * MOST_DISCS + a] as number)) - (s[R * MOST_DISCS + b] as number)), s, p, c, k);
      k[AFTER * MOST_CONTACTS + at] = (q[CHAIN * MOST_DISCS + b] as number);
      q[CHAIN * MOST_DISCS + b] = at;
    }
    b = b + stride();
  }
  return (m + ones(touched));
}

function contacts_with_frame(m: number, a: number, near: number, s: Floats, p: Floats, c: Floats, k: Ints): number {
  let touched = 0;
  let side = 0;
  let at = 0;
  let nx = 0;
  let ny = 0;
  touched = 0;
  side = me();
  while ((side < 4)) {
    if ((gap_to_frame(a, side, s, p) < near)) {
      touched = touched | bit(side);
    }
    side = side + stride();
  }
  touched = union(touched);
  side = me();
  while ((side < 4)) {
    at = (has(touched, side) ? (m + ones((touched & (bit(side) - 1)))) : MOST_CONTACTS);
    if ((at < MOST_CONTACTS)) {
      nx = ((side === EAST) ? 1.0 : ((side === WEST) ? -(1.0) : 0.0));
      ny = ((side === NORTH) ? 1.0 : ((side === SOUTH) ? -(1.0) : 0.0));
      add_contact(at, a, (-(1) - side), nx, ny, gap_to_frame(a, side, s, p), s, p, c, k);
    }
    side = side + stride();
  }
  return (m + ones(touched));
}

function list_contacts(members: number, near: number, s: Floats, q: Ints, n: number, p: Floats, c: Floats, k: Ints): number {
  let m = 0;
  let a = 0;
  m = (0 * me());
  for (a = 0; a < n; a++) {
    if (has(members, a)) {
      if ((me() === 0)) {
        q[BEGIN * MOST_DISCS + a] = m;
      }
      m = contacts_with_discs(m, a, members, near, s, q, n, p, c, k);
      m = contacts_with_frame(m, a, near, s, p, c, k);
      if ((m > MOST_CONTACTS)) {
        m = MOST_CONTACTS;
      }
    }
  }
  return m;
}

function crew(): number {
  return 1;
}

function me(): number {
  return (crew() - 1);
}

function stride(): number {
  return 1;
}

function mine(bits: number): number {
  return bits;
}

function first_of(bits: number): number {
  return lowest(bits);
}

function others_of(bits: number): number {
  return (bits & (bits - 1));
}

function together(): void {
}

function union(bits: number): number {
  return bits;
}

function least(value: number, what: number): [number, number] {
  return [value, what];
}

function total(number: number): number {
  return number;
}

function meeting(dx: number, dy: number, vx: number, vy: number, ax: number, ay: number, radii: number, horizon: number): number {
  let t = 0;
  let x = 0;
  let y = 0;
  let wx = 0;
  let wy = 0;
  let d2 = 0;
  let d = 0;
  let gap = 0;
  let closing = 0;
  let pressing = 0;
  let step = 0;
  let square = 0;
  let slip2 = 0;
  let over = 0;
  let under = 0;
  t = 0.0;
  const spare1 = dx;
  const spare2 = dy;
  const spare3 = vx;
  const spare4 = vy;
  x = spare1;
  y = spare2;
  wx = spare3;
  wy = spare4;
  for (let round5 = 0; round5 < 64; round5++) {
    d2 = ((x * x) + (y * y));
    d = root(d2);
    gap = ((d - radii) * d);
    closing = -(((wx * x) + (wy * y)));
    pressing = -(((ax * x) + (ay * y)));
    step = 0.0;
    if ((gap <= (TOUCH * d))) {
      if ((closing > 0.0)) {
        slip2 = ((wx * wx) + (wy * wy));
        if (((pressing > 0.0) || (closing >= (SOFT * d)) || ((closing * closing) >= (((GRAZE * GRAZE) * slip2) * d2)))) {
          return t;
        }
        return NEVER;
      }
      if ((pressing <= 0.0)) {
        return NEVER;
      }
      if ((closing === 0.0)) {
        return t;
      }
      step = ratio(-(closing), pressing);
    } else {
      if (((closing <= 0.0) && (pressing <= 0.0))) {
        return NEVER;
      }
      square = ((closing * closing) + ((4.0 * pressing) * gap));
      if ((square < 0.0)) {
        return NEVER;
      }
      const spare6 = (2.0 * gap);
      const spare7 = (closing + root(square));
      over = spare6;
      under = spare7;
      if ((closing <= 0.0)) {
        const spare8 = ((0.5 * under) - closing);
        const spare9 = pressing;
        over = spare8;
        under = spare9;
      }
      step = ratio(over, under);
    }
    t = t + step;
    if ((t > horizon)) {
      return NEVER;
    }
    x = (dx + ((vx + (ax * t)) * t));
    y = (dy + ((vy + (ay * t)) * t));
    wx = (vx + ((2.0 * ax) * t));
    wy = (vy + ((2.0 * ay) * t));
  }
  return t;
}

function approach(i: number, j: number, now: number, x: number, y: number, v: number, s: Floats): [number, number, number, number, number, number] {
  let xj = 0;
  let yj = 0;
  let vj = 0;
  let ux = 0;
  let uy = 0;
  let a = 0;
  let uxj = 0;
  let uyj = 0;
  let aj = 0;
  const spare1 = place_at(s, j, now);
  xj = spare1[0];
  yj = spare1[1];
  vj = spare1[2];
  const spare2 = (s[UX * MOST_DISCS + i] as number);
  const spare3 = (s[UY * MOST_DISCS + i] as number);
  const spare4 = (s[A * MOST_DISCS + i] as number);
  ux = spare2;
  uy = spare3;
  a = spare4;
  const spare5 = (s[UX * MOST_DISCS + j] as number);
  const spare6 = (s[UY * MOST_DISCS + j] as number);
  const spare7 = (s[A * MOST_DISCS + j] as number);
  uxj = spare5;
  uyj = spare6;
  aj = spare7;
  return [(xj - x), (yj - y), ((uxj * vj) - (ux * v)), ((uyj * vj) - (uy * v)), (0.5 * ((ux * a) - (uxj * aj))), (0.5 * ((uy * a) - (uyj * aj)))];
}

function may_meet(dx: number, dy: number, vx: number, vy: number, ax: number, ay: number, radii: number, horizon: number): boolean {
  let d2 = 0;
  let d = 0;
  let gap = 0;
  let closing = 0;
  let pressing = 0;
  let ends_apart = false;
  d2 = ((dx * dx) + (dy * dy));
  d = root(d2);
  gap = (d2 - (radii * d));
  if ((gap <= (TOUCH * d))) {
    return true;
  }
  closing = -(((vx * dx) + (vy * dy)));
  pressing = -(((ax * dx) + (ay * dy)));
  ends_apart = ((gap - ((closing + (pressing * horizon)) * horizon)) > 0.0);
  if ((pressing >= 0.0)) {
    return !(ends_apart);
  }
  if (((closing <= 0.0) || (((closing * closing) + ((4.0 * pressing) * gap)) < 0.0))) {
    return false;
  }
  return (!(ends_apart) || (closing < ((-(2.0) * pressing) * horizon)));
}

function frame_ahead(x: number, y: number, ux: number, uy: number, edge: number, reach: number): [number, number] {
  let what = 0;
  let axis = 0;
  let place = 0;
  let speed = 0;
  let side = 0;
  what = (REST * KINDS);
  axis = me();
  while ((axis < 2)) {
    const spare1 = x;
    const spare2 = ux;
    const spare3 = EAST;
    place = spare1;
    speed = spare2;
    side = spare3;
    if ((axis === 1)) {
      const spare4 = y;
      const spare5 = uy;
      const spare6 = NORTH;
      place = spare4;
      speed = spare5;
      side = spare6;
    }
    if ((speed < 0.0)) {
      const spare7 = -(place);
      const spare8 = -(speed);
      const spare9 = (side ^ 2);
      place = spare7;
      speed = spare8;
      side = spare9;
    }
    if (((speed > 0.0) && ((speed * reach) > (edge - place)))) {
      const spare10 = larger(ratio((edge - place), speed), 0.0);
      const spare11 = ((FRAME * KINDS) + side);
      reach = spare10;
      what = spare11;
    }
    axis = axis + stride();
  }
  return [reach, what];
}

function lie_ahead(x: number, y: number, ux: number, uy: number, r: number, reach: number, s: Floats, n: number): number {
  let found = 0;
  let j = 0;
  let is_ahead = false;
  let dx = 0;
  let dy = 0;
  let radius = 0;
  let along = 0;
  let aside = 0;
  found = (0 * me());
  j = me();
  while ((j < n)) {
    const spare1 = ((s[X * MOST_DISCS + j] as number) - x);
    const spare2 = ((s[Y * MOST_DISCS + j] as number) - y);
    const spare3 = (r + (s[R * MOST_DISCS + j] as number));
    dx = spare1;
    dy = spare2;
    radius = spare3;
    const spare4 = ((dx * ux) + (dy * uy));
    const spare5 = ((dx * uy) - (dy * ux));
    along = spare4;
    aside = spare5;
    is_ahead = (((along > 0.0) && ((along - radius) < reach)) && (((radius * radius) - (aside * aside)) > 0.0));
    found = found | ((is_ahead && ((s[V * MOST_DISCS + j] as number) === 0.0)) ? bit(j) : 0);
    j = j + stride();
  }
  return found;
}

function come_near(i: number, now: number, x: number, y: number, v: number, soon: number, s: Floats, n: number): number {
  let found = 0;
  let j = 0;
  let ux = 0;
  let uy = 0;
  let a = 0;
  let r = 0;
  let dt = 0;
  let slid = 0;
  let speed = 0;
  let d2 = 0;
  let d = 0;
  let gap = 0;
  let closing = 0;
  let pressing = 0;
  let horizon = 0;
  let meets = false;
  let turns = false;
  let later = false;
  let is_near = false;
  let vj = 0;
  let aj = 0;
  let uxj = 0;
  let uyj = 0;
  let dx = 0;
  let dy = 0;
  const spare1 = (s[UX * MOST_DISCS + i] as number);
  const spare2 = (s[UY * MOST_DISCS + i] as number);
  const spare3 = (s[A * MOST_DISCS + i] as number);
  const spare4 = (s[R * MOST_DISCS + i] as number);
  ux = spare1;
  uy = spare2;
  a = spare3;
  r = spare4;
  found = (0 * me());
  j = me();
  while ((j < n)) {
    const spare5 = (s[V * MOST_DISCS + j] as number);
    const spare6 = (s[A * MOST_DISCS + j] as number);
    const spare7 = (s[UX * MOST_DISCS + j] as number);
    const spare8 = (s[UY * MOST_DISCS + j] as number);
    vj = spare5;
    aj = spare6;
    uxj = spare7;
    uyj = spare8;
    dt = (now - (s[T0 * MOST_DISCS + j] as number));
    slid = distance_at(vj, aj, dt);
    const spare9 = (((s[X * MOST_DISCS + j] as number) + (uxj * slid)) - x);
    const spare10 = (((s[Y * MOST_DISCS + j] as number) + (uyj * slid)) - y);
    dx = spare9;
    dy = spare10;
    speed = larger((vj - (aj * dt)), 0.0);
    d2 = ((dx * dx) + (dy * dy));
    d = root(d2);
    gap = (d2 - ((r + (s[R * MOST_DISCS + j] as number)) * d));
    closing = -(((((uxj * speed) - (ux * v)) * dx) + (((uyj * speed) - (uy * v)) * dy)));
    pressing = -((((0.5 * ((ux * a) - (uxj * aj))) * dx) + ((0.5 * ((uy * a) - (uyj * aj))) * dy)));
    horizon = (smaller(soon, (s[END * MOST_DISCS + j] as number)) - now);
    meets = ((gap - ((closing + (pressing * horizon)) * horizon)) <= LEEWAY);
    turns = ((closing > 0.0) && (((closing * closing) + ((4.0 * pressing) * gap)) >= 0.0));
    later = (closing < ((-(2.0) * pressing) * horizon));
    is_near = (((gap <= (TOUCH * d)) || (meets && (pressing >= 0.0))) || ((turns && (meets || later)) && (pressing < 0.0)));
    found = found | ((is_near && (vj !== 0.0)) ? bit(j) : 0);
    j = j + stride();
  }
  return found;
}

function predict(i: number, now: number, s: Floats, q: Ints, n: number, p: Floats, fresh: number, done: number): void {
  let ahead = 0;
  let first = 0;
  let passed = 0;
  let near = 0;
  let x = 0;
  let y = 0;
  let v = 0;
  let ux = 0;
  let uy = 0;
  let a = 0;
  let r = 0;
  let reach = 0;
  let what = 0;
  let j = 0;
  let distance = 0;
  let soon = 0;
  let whom = 0;
  let met = 0;
  let horizon = 0;
  let dx = 0;
  let dy = 0;
  let vx = 0;
  let vy = 0;
  let ax = 0;
  let ay = 0;
  let t = 0;
  if (((s[V * MOST_DISCS + i] as number) === 0.0)) {
    predict_others(i, now, s, q, n, fresh);
    return;
  }
  const spare1 = place_at(s, i, now);
  x = spare1[0];
  y = spare1[1];
  v = spare1[2];
  const spare2 = (s[UX * MOST_DISCS + i] as number);
  const spare3 = (s[UY * MOST_DISCS + i] as number);
  const spare4 = (s[A * MOST_DISCS + i] as number);
  const spare5 = (s[R * MOST_DISCS + i] as number);
  ux = spare2;
  uy = spare3;
  a = spare4;
  r = spare5;
  const spare6 = frame_ahead(x, y, ux, uy, ((p[HALF] as number) - r), larger(((0.5 * v) * ((s[END * MOST_DISCS + i] as number) - now)), 0.0));
  reach = spare6[0];
  what = spare6[1];
  const spare7 = hole_ahead(x, y, ux, uy, r, (q[OVER * MOST_DISCS + i] as number), reach, what, p);
  reach = spare7[0];
  what = spare7[1];
  ahead = lie_ahead(x, y, ux, uy, r, reach, s, n);
  while ((ahead !== 0)) {
    j = first_of(ahead);
    ahead = others_of(ahead);
    const spare8 = ((s[X * MOST_DISCS + j] as number) - x);
    const spare9 = ((s[Y * MOST_DISCS + j] as number) - y);
    dx = spare8;
    dy = spare9;
    distance = ray_to_circle(dx, dy, ux, uy, reach, (r + (s[R * MOST_DISCS + j] as number)));
    if (((distance < NEVER) && !(is_harmless(dx, dy, ux, uy, v, (r + (s[R * MOST_DISCS + j] as number)))))) {
      const spare10 = distance;
      const spare11 = ((PAIR * KINDS) + j);
      reach = spare10;
      what = spare11;
    }
  }
  const spare12 = least(reach, what);
  reach = spare12[0];
  what = spare12[1];
  first = ((what === (REST * KINDS)) ? (s[END * MOST_DISCS + i] as number) : (now + time_to(reach, v, a)));
  if (((s[UNTIL * MOST_DISCS + i] as number) < first)) {
    const spare13 = larger((s[UNTIL * MOST_DISCS + i] as number), now);
    const spare14 = (TURN * KINDS);
    first = spare13;
    what = spare14;
  }
  if (((s[TE * MOST_DISCS + i] as number) <= first)) {
    const spare15 = (s[TE * MOST_DISCS + i] as number);
    const spare16 = (q[NEXT * MOST_DISCS + i] as number);
    first = spare15;
    what = spare16;
  }
  passed = (done | bit(i));
  const spare17 = first;
  const spare18 = what;
  const spare19 = 0;
  soon = spare17;
  whom = spare18;
  met = spare19;
  near = (come_near(i, now, x, y, v, soon, s, n) & ~(passed));
  while ((near !== 0)) {
    j = first_of(near);
    near = others_of(near);
    horizon = (smaller(soon, (s[END * MOST_DISCS + j] as number)) - now);
    const spare20 = approach(i, j, now, x, y, v, s);
    dx = spare20[0];
    dy = spare20[1];
    vx = spare20[2];
    vy = spare20[3];
    ax = spare20[4];
    ay = spare20[5];
    if (may_meet(dx, dy, vx, vy, ax, ay, (r + (s[R * MOST_DISCS + j] as number)), horizon)) {
      t = (now + meeting(dx, dy, vx, vy, ax, ay, (r + (s[R * MOST_DISCS + j] as number)), horizon));
      if ((t < soon)) {
        const spare21 = t;
        const spare22 = ((PAIR * KINDS) + j);
        const spare23 = (met | bit(j));
        soon = spare21;
        whom = spare22;
        met = spare23;
      }
    }
  }
  if (union(met)) {
    const spare24 = least(soon, whom);
    soon = spare24[0];
    whom = spare24[1];
  }
  together();
  if ((me() === 0)) {
    s[TE * MOST_DISCS + i] = soon;
    q[NEXT * MOST_DISCS + i] = whom;
    if ((kind_of(whom) === PAIR)) {
      j = whom_of(whom);
      if ((((s[V * MOST_DISCS + j] as number) !== 0.0) && (soon < (s[TE * MOST_DISCS + j] as number)))) {
        s[TE * MOST_DISCS + j] = soon;
        q[NEXT * MOST_DISCS + j] = ((PAIR * KINDS) + i);
      }
    }
  }
}

function predict_others(i: number, now: number, s: Floats, q: Ints, n: number, fresh: number): void {
  let j = 0;
  let distance = 0;
  let x = 0;
  let y = 0;
  let v = 0;
  let dx = 0;
  let dy = 0;
  let ux = 0;
  let uy = 0;
  let radii = 0;
  let t = 0;
  j = me();
  while ((j < n)) {
    if ((((s[V * MOST_DISCS + j] as number) !== 0.0) && !(has(fresh, j)))) {
      const spare1 = place_at(s, j, now);
      x = spare1[0];
      y = spare1[1];
      v = spare1[2];
      const spare2 = ((s[X * MOST_DISCS + i] as number) - x);
      const spare3 = ((s[Y * MOST_DISCS + i] as number) - y);
      dx = spare2;
      dy = spare3;
      const spare4 = (s[UX * MOST_DISCS + j] as number);
      const spare5 = (s[UY * MOST_DISCS + j] as number);
      const spare6 = ((s[R * MOST_DISCS + i] as number) + (s[R * MOST_DISCS + j] as number));
      ux = spare4;
      uy = spare5;
      radii = spare6;
      distance = ray_to_circle(dx, dy, ux, uy, ((0.5 * v) * ((s[END * MOST_DISCS + j] as number) - now)), radii);
      if (((distance < NEVER) && !(is_harmless(dx, dy, ux, uy, v, radii)))) {
        t = (now + time_to(distance, v, (s[A * MOST_DISCS + j] as number)));
        if ((t < (s[TE * MOST_DISCS + j] as number))) {
          s[TE * MOST_DISCS + j] = t;
          q[NEXT * MOST_DISCS + j] = ((PAIR * KINDS) + i);
        }
      }
    }
    j = j + stride();
  }
}

function forget(i: number, s: Floats, q: Ints): void {
  s[TE * MOST_DISCS + i] = NEVER;
  q[NEXT * MOST_DISCS + i] = (NONE * KINDS);
}

function distance_at(speed: number, slowdown: number, time: number): number {
  return ((speed - ((0.5 * slowdown) * time)) * time);
}

function time_to(distance: number, speed: number, slowdown: number): number {
  let left = 0;
  left = ((speed * speed) - ((2.0 * slowdown) * distance));
  return ratio((2.0 * distance), (speed + root(left)));
}

function place_at(s: Floats, i: number, now: number): [number, number, number] {
  let v = 0;
  let dt = 0;
  let d = 0;
  v = (s[V * MOST_DISCS + i] as number);
  if ((v === 0.0)) {
    return [(s[X * MOST_DISCS + i] as number), (s[Y * MOST_DISCS + i] as number), 0.0];
  }
  dt = (now - (s[T0 * MOST_DISCS + i] as number));
  d = distance_at(v, (s[A * MOST_DISCS + i] as number), dt);
  return [((s[X * MOST_DISCS + i] as number) + ((s[UX * MOST_DISCS + i] as number) * d)), ((s[Y * MOST_DISCS + i] as number) + ((s[UY * MOST_DISCS + i] as number) * d)), larger((v - ((s[A * MOST_DISCS + i] as number) * dt)), 0.0)];
}

function rim_at(s: Floats, i: number, now: number): number {
  let w = 0;
  let loss = 0;
  w = (s[W * MOST_DISCS + i] as number);
  loss = ((s[B * MOST_DISCS + i] as number) * (now - (s[T0 * MOST_DISCS + i] as number)));
  if ((w > 0.0)) {
    return larger((w - loss), 0.0);
  }
  return smaller((w + loss), 0.0);
}

function advance(s: Floats, i: number, now: number): void {
  if (((s[W * MOST_DISCS + i] as number) !== 0.0)) {
    s[W * MOST_DISCS + i] = rim_at(s, i, now);
  }
  if (((s[V * MOST_DISCS + i] as number) !== 0.0)) {
    const spare1 = place_at(s, i, now);
    s[X * MOST_DISCS + i] = spare1[0];
    s[Y * MOST_DISCS + i] = spare1[1];
    s[V * MOST_DISCS + i] = spare1[2];
  }
  s[T0 * MOST_DISCS + i] = now;
}

function set_off(s: Floats, i: number, stop_speed: number): void {
  let v2 = 0;
  let vx = 0;
  let vy = 0;
  let part = 0;
  const spare1 = (s[UX * MOST_DISCS + i] as number);
  const spare2 = (s[UY * MOST_DISCS + i] as number);
  vx = spare1;
  vy = spare2;
  v2 = ((vx * vx) + (vy * vy));
  if ((v2 < (stop_speed * stop_speed))) {
    s[V * MOST_DISCS + i] = 0.0;
  } else {
    part = inverse_root(v2);
    s[UX * MOST_DISCS + i] = (vx * part);
    s[UY * MOST_DISCS + i] = (vy * part);
    s[V * MOST_DISCS + i] = (v2 * part);
  }
  s[UNTIL * MOST_DISCS + i] = UNKNOWN;
}

function look_up(s: Floats, i: number, now: number, p: Floats): void {
  let a = 0;
  let b = 0;
  let hold = 0;
  const spare1 = slowing((s[V * MOST_DISCS + i] as number), (s[W * MOST_DISCS + i] as number), (p[FRICTION] as number));
  a = spare1[0];
  b = spare1[1];
  hold = spare1[2];
  s[A * MOST_DISCS + i] = a;
  s[B * MOST_DISCS + i] = b;
  s[END * MOST_DISCS + i] = (now + ratio((s[V * MOST_DISCS + i] as number), a));
  s[UNTIL * MOST_DISCS + i] = (now + hold);
}

function kind_of(event: number): number {
  return (event >> 5);
}

function whom_of(event: number): number {
  return (event & 31);
}

function note(now: number, kind: number, a: number, b: number, speed: number, log: Floats, count: Ints): void {
  let row = 0;
  row = (count[EVENTS] as number);
  count[EVENTS] = (row + 1);
  if ((row < log.length / EVENT_COLUMNS)) {
    const spare1 = now;
    const spare2 = kind;
    const spare3 = a;
    const spare4 = b;
    const spare5 = speed;
    log[row * EVENT_COLUMNS + 0] = spare1;
    log[row * EVENT_COLUMNS + 1] = spare2;
    log[row * EVENT_COLUMNS + 2] = spare3;
    log[row * EVENT_COLUMNS + 3] = spare4;
    log[row * EVENT_COLUMNS + 4] = spare5;
  }
}

function carry(i: number, now: number, s: Floats, tracks: Floats, count: Ints): void {
  let v = 0;
  let row = 0;
  let ux = 0;
  let uy = 0;
  let a = 0;
  v = (s[V * MOST_DISCS + i] as number);
  if (((v !== 0.0) && (now > (s[T0 * MOST_DISCS + i] as number)))) {
    row = (count[TRACKS] as number);
    count[TRACKS] = (row + 1);
    if ((row < tracks.length / TRACK_COLUMNS)) {
      const spare1 = (s[UX * MOST_DISCS + i] as number);
      const spare2 = (s[UY * MOST_DISCS + i] as number);
      const spare3 = (s[A * MOST_DISCS + i] as number);
      ux = spare1;
      uy = spare2;
      a = spare3;
      const spare4 = i;
      const spare5 = (s[T0 * MOST_DISCS + i] as number);
      const spare6 = now;
      tracks[row * TRACK_COLUMNS + 0] = spare4;
      tracks[row * TRACK_COLUMNS + 1] = spare5;
      tracks[row * TRACK_COLUMNS + 2] = spare6;
      const spare7 = (s[X * MOST_DISCS + i] as number);
      const spare8 = (s[Y * MOST_DISCS + i] as number);
      tracks[row * TRACK_COLUMNS + 3] = spare7;
      tracks[row * TRACK_COLUMNS + 4] = spare8;
      const spare9 = (ux * v);
      const spare10 = (uy * v);
      tracks[row * TRACK_COLUMNS + 5] = spare9;
      tracks[row * TRACK_COLUMNS + 6] = spare10;
      const spare11 = (-(ux) * a);
      const spare12 = (-(uy) * a);
      tracks[row * TRACK_COLUMNS + 7] = spare11;
      tracks[row * TRACK_COLUMNS + 8] = spare12;
    }
  }
  advance(s, i, now);
}

function strike_frame(i: number, kind: number, where: number, s: Floats, g: Floats, p: Floats): number {
  let edge = 0;
  let nx = 0;
  let ny = 0;
  let part = 0;
  edge = ((p[HALF] as number) - (s[R * MOST_DISCS + i] as number));
  const spare1 = 0.0;
  const spare2 = 0.0;
  nx = spare1;
  ny = spare2;
  if ((kind === CORNER)) {
    const spare3 = ((s[X * MOST_DISCS + i] as number) - hole_x(where, p));
    const spare4 = ((s[Y * MOST_DISCS + i] as number) - hole_y(where, p));
    nx = spare3;
    ny = spare4;
    part = inverse_root(((nx * nx) + (ny * ny)));
    nx = nx * part;
    ny = ny * part;
  } else {
    if (((where === NORTH) || (where === SOUTH))) {
      ny = ((where === NORTH) ? 1.0 : -(1.0));
      s[Y * MOST_DISCS + i] = (ny * edge);
    } else {
      nx = ((where === EAST) ? 1.0 : -(1.0));
      s[X * MOST_DISCS + i] = (nx * edge);
    }
  }
  return rebound(i, nx, ny, s, g, p);
}

function drop(i: number, hole: number, s: Floats, q: Ints, g: Floats, log: Floats, count: Ints): void {
  note((g[NOW] as number), POCKET, i, hole, (s[V * MOST_DISCS + i] as number), log, count);
  q[FELL * MOST_DISCS + i] = hole;
  q[OVER * MOST_DISCS + i] = -(1);
  s[V * MOST_DISCS + i] = 0.0;
  s[W * MOST_DISCS + i] = 0.0;
  s[X * MOST_DISCS + i] = FAR_AWAY;
  s[Y * MOST_DISCS + i] = FAR_AWAY;
}

function touch(i: number, j: number, s: Floats, q: Ints, n: number, g: Floats, p: Floats, c: Floats, k: Ints, log: Floats, tracks: Floats, count: Ints): number {
  let now = 0;
  let closing = 0;
  let near = 0;
  let striker = 0;
  let members = 0;
  let rest = 0;
  let contacts = 0;
  let m = 0;
  let a = 0;
  let b = 0;
  now = (g[NOW] as number);
  closing = closing_speed(i, j, s);
  near = ((closing * (p[CONTACT_TIME] as number)) * (1.0 / 3.141592653589793));
  striker = (n - 1);
  if ((((count[FIRST_TOUCH] as number) < 0) && ((i === striker) || (j === striker)))) {
    count[FIRST_TOUCH] = ((i + j) - striker);
  }
  if (!(((closing > 0.0) && has_neighbour(i, j, near, now, s, n, p)))) {
    together();
    if ((me() === 0)) {
      note(now, PAIR, i, j, closing, log, count);
      collide(i, j, now, s, p);
    }
    return (bit(i) | bit(j));
  }
  members = gather(i, j, near, now, s, n);
  together();
  rest = mine((members & ~((bit(i) | bit(j)))));
  while ((rest !== 0)) {
    carry(first_of(rest), now, s, tracks, count);
    rest = others_of(rest);
  }
  together();
  contacts = settle(members, near, closing, now, s, q, n, p, c, k);
  if ((me() === 0)) {
    for (m = 0; m < contacts; m++) {
      const spare1 = (k[FIRST * MOST_CONTACTS + m] as number);
      const spare2 = (k[SECOND * MOST_CONTACTS + m] as number);
      a = spare1;
      b = spare2;
      if (((c[PEAK * MOST_CONTACTS + m] as number) > (ROUNDING * closing))) {
        if ((b < 0)) {
          note(now, FRAME, a, (-(1) - b), (c[PEAK * MOST_CONTACTS + m] as number), log, count);
        } else {
          note(now, PAIR, a, b, (c[PEAK * MOST_CONTACTS + m] as number), log, count);
          if (((b === striker) && ((count[FIRST_TOUCH] as number) < 0))) {
            count[FIRST_TOUCH] = a;
          }
        }
      }
    }
  }
  return members;
}

function happen(i: number, s: Floats, q: Ints, n: number, g: Floats, p: Floats, c: Floats, k: Ints, log: Floats, tracks: Floats, count: Ints): number {
  let now = 0;
  let moved = 0;
  let kind = 0;
  let partner = 0;
  let changed = 0;
  let struck = 0;
  let a = 0;
  let side = 0;
  now = (g[NOW] as number);
  const spare1 = kind_of((q[NEXT * MOST_DISCS + i] as number));
  const spare2 = whom_of((q[NEXT * MOST_DISCS + i] as number));
  kind = spare1;
  partner = spare2;
  const spare3 = bit(i);
  const spare4 = 0;
  changed = spare3;
  struck = spare4;
  if ((kind === PAIR)) {
    changed = changed | bit(partner);
  }
  together();
  moved = mine(changed);
  while ((moved !== 0)) {
    carry(first_of(moved), now, s, tracks, count);
    moved = others_of(moved);
  }
  together();
  if ((kind === PAIR)) {
    struck = touch(i, partner, s, q, n, g, p, c, k, log, tracks, count);
    changed = struck;
  } else {
    if (((kind === FRAME) || (kind === CORNER))) {
      struck = changed;
      if ((me() === 0)) {
        side = partner;
        if ((kind === CORNER)) {
          side = (((partner === 0) || (partner === 3)) ? EAST : WEST);
        }
        note(now, FRAME, i, side, strike_frame(i, kind, partner, s, g, p), log, count);
      }
    } else {
      if ((me() === 0)) {
        if ((kind === POCKET)) {
          q[OVER * MOST_DISCS + i] = partner;
        } else {
          if ((kind === LEAVE)) {
            if (!(falls(i, s, p))) {
              q[OVER * MOST_DISCS + i] = -(1);
            }
          } else {
            if ((kind === REST)) {
              if (((q[OVER * MOST_DISCS + i] as number) < 0)) {
                q[OVER * MOST_DISCS + i] = hole_under(i, s, p);
              }
              if (((q[OVER * MOST_DISCS + i] as number) < 0)) {
                note(now, REST, i, -(1), 0.0, log, count);
              }
              s[V * MOST_DISCS + i] = 0.0;
            }
            s[UNTIL * MOST_DISCS + i] = UNKNOWN;
          }
        }
      }
    }
  }
  together();
  moved = mine(changed);
  while ((moved !== 0)) {
    a = first_of(moved);
    moved = others_of(moved);
    if (has(struck, a)) {
      set_off(s, a, (g[STOP_SPEED] as number));
    }
    if ((((q[OVER * MOST_DISCS + a] as number) >= 0) && falls(a, s, p))) {
      drop(a, (q[OVER * MOST_DISCS + a] as number), s, q, g, log, count);
    }
  }
  return changed;
}

function lose_patience(g: Floats): void {
  if ((((g[NOW] as number) - (g[STALLED_AT] as number)) > PROGRESS)) {
    g[STALLED_AT] = (g[NOW] as number);
    g[STALLED] = 0.0;
    g[STOP_SPEED] = STOPPED;
    g[SOFT_SPEED] = SOFT;
    return;
  }
  g[STALLED] = (g[STALLED] as number) + 1.0;
  if (((g[STALLED] as number) === (PATIENCE + PATIENCE_STEP))) {
    g[STALLED] = PATIENCE;
    g[STOP_SPEED] = (g[STOP_SPEED] as number) * 2.0;
    g[SOFT_SPEED] = (g[SOFT_SPEED] as number) * 2.0;
  }
}

function refresh(changed: number, s: Floats, q: Ints, n: number, g: Floats, p: Floats): number {
  let left = 0;
  let a = 0;
  let fresh = 0;
  let todo = 0;
  left = (0 * me());
  a = me();
  while ((a < n)) {
    left = left | (((kind_of((q[NEXT * MOST_DISCS + a] as number)) === PAIR) && has(changed, whom_of((q[NEXT * MOST_DISCS + a] as number)))) ? bit(a) : 0);
    a = a + stride();
  }
  fresh = (left | mine(changed));
  todo = fresh;
  while ((todo !== 0)) {
    a = first_of(todo);
    todo = others_of(todo);
    forget(a, s, q);
    if (((s[UNTIL * MOST_DISCS + a] as number) < 0.0)) {
      look_up(s, a, (g[NOW] as number), p);
    }
  }
  return union(fresh);
}

export function place_disc(i: number, x: number, y: number, r: number, m: number, s: Floats, q: Ints): void {
  const spare1 = x;
  const spare2 = y;
  s[X * MOST_DISCS + i] = spare1;
  s[Y * MOST_DISCS + i] = spare2;
  const spare3 = 0.0;
  const spare4 = 0.0;
  const spare5 = 0.0;
  const spare6 = 0.0;
  s[UX * MOST_DISCS + i] = spare3;
  s[UY * MOST_DISCS + i] = spare4;
  s[V * MOST_DISCS + i] = spare5;
  s[W * MOST_DISCS + i] = spare6;
  const spare7 = 0.0;
  const spare8 = 0.0;
  const spare9 = UNKNOWN;
  s[A * MOST_DISCS + i] = spare7;
  s[B * MOST_DISCS + i] = spare8;
  s[UNTIL * MOST_DISCS + i] = spare9;
  const spare10 = 0.0;
  const spare11 = -(1.0);
  s[T0 * MOST_DISCS + i] = spare10;
  s[HIT * MOST_DISCS + i] = spare11;
  const spare12 = r;
  const spare13 = ratio(1.0, m);
  s[R * MOST_DISCS + i] = spare12;
  s[LIGHT * MOST_DISCS + i] = spare13;
  q[FELL * MOST_DISCS + i] = -(1);
  q[OVER * MOST_DISCS + i] = -(1);
  forget(i, s, q);
}

export function begin(g: Floats, p: Floats, count: Ints): void {
  const spare1 = 0.0;
  const spare2 = STOPPED;
  const spare3 = SOFT;
  const spare4 = 0.0;
  const spare5 = 0.0;
  g[NOW] = spare1;
  g[STOP_SPEED] = spare2;
  g[SOFT_SPEED] = spare3;
  g[STALLED_AT] = spare4;
  g[STALLED] = spare5;
  const spare6 = 0;
  const spare7 = 0;
  const spare8 = Math.trunc((p[MAX_EVENTS] as number));
  count[FRESH] = spare6;
  count[LEFT] = spare7;
  count[ALLOWED] = spare8;
}

export function step(s: Floats, q: Ints, n: number, g: Floats, p: Floats, c: Floats, k: Ints, log: Floats, tracks: Floats, count: Ints): number {
  let left = 0;
  let changed = 0;
  let when = 0;
  let i = 0;
  if (((count[LEFT] as number) === 0)) {
    const spare1 = next_event(s, n);
    when = spare1[0];
    i = spare1[1];
    if ((when >= NEVER)) {
      return FINISHED;
    }
    if (((count[ALLOWED] as number) === 0)) {
      return TOO_MANY_EVENTS;
    }
    count[ALLOWED] = (count[ALLOWED] as number) - 1;
    g[NOW] = when;
    lose_patience(g);
    changed = happen(i, s, q, n, g, p, c, k, log, tracks, count);
    count[FRESH] = refresh(changed, s, q, n, g, p);
    count[LEFT] = (count[FRESH] as number);
    together();
  }
  left = (count[LEFT] as number);
  predict(lowest(left), (g[NOW] as number), s, q, n, p, (count[FRESH] as number), ((count[FRESH] as number) & ~(left)));
  count[LEFT] = (left & (left - 1));
  together();
  return GOES_ON;
}

function next_event(s: Floats, n: number): [number, number] {
  let a = 0;
  let when = 0;
  let i = 0;
  const spare1 = NEVER;
  const spare2 = 0;
  when = spare1;
  i = spare2;
  a = me();
  while ((a < n)) {
    if (((s[TE * MOST_DISCS + a] as number) < when)) {
      const spare3 = (s[TE * MOST_DISCS + a] as number);
      const spare4 = a;
      when = spare3;
      i = spare4;
    }
    a = a + stride();
  }
  return least(when, i);
}

export function strike(degrees: number, speed: number, quarter: number, spin: number, i: number, s: Floats, q: Ints): void {
  let right = 0;
  let ahead = 0;
  let ux = 0;
  let uy = 0;
  const spare1 = heading(degrees);
  right = spare1[0];
  ahead = spare1[1];
  const spare2 = right;
  const spare3 = ahead;
  ux = spare2;
  uy = spare3;
  if ((quarter === 1)) {
    const spare4 = -(ahead);
    const spare5 = right;
    ux = spare4;
    uy = spare5;
  } else {
    if ((quarter === 2)) {
      const spare6 = -(right);
      const spare7 = -(ahead);
      ux = spare6;
      uy = spare7;
    } else {
      if ((quarter === 3)) {
        const spare8 = ahead;
        const spare9 = -(right);
        ux = spare8;
        uy = spare9;
      }
    }
  }
  const spare10 = ux;
  const spare11 = uy;
  const spare12 = speed;
  const spare13 = spin;
  s[UX * MOST_DISCS + i] = spare10;
  s[UY * MOST_DISCS + i] = spare11;
  s[V * MOST_DISCS + i] = spare12;
  s[W * MOST_DISCS + i] = spare13;
  const spare14 = 0.0;
  const spare15 = (TURN * KINDS);
  s[TE * MOST_DISCS + i] = spare14;
  q[NEXT * MOST_DISCS + i] = spare15;
}

function ray_to_circle(dx: number, dy: number, ux: number, uy: number, reach: number, radius: number): number {
  let along = 0;
  let aside = 0;
  let half_chord2 = 0;
  let outside = 0;
  let distance = 0;
  along = ((dx * ux) + (dy * uy));
  if (((along <= 0.0) || ((along - radius) >= reach))) {
    return NEVER;
  }
  aside = ((dx * uy) - (dy * ux));
  half_chord2 = ((radius * radius) - (aside * aside));
  if ((half_chord2 <= 0.0)) {
    return NEVER;
  }
  outside = (((dx * dx) + (dy * dy)) - (radius * radius));
  if ((outside <= 0.0)) {
    return 0.0;
  }
  distance = ratio(outside, (along + root(half_chord2)));
  return ((distance < reach) ? distance : NEVER);
}

function is_harmless(dx: number, dy: number, ux: number, uy: number, speed: number, radius: number): boolean {
  let aside = 0;
  let sine2 = 0;
  aside = ((dx * uy) - (dy * ux));
  sine2 = larger(((radius * radius) - (aside * aside)), 0.0);
  return ((sine2 < (((GRAZE * GRAZE) * radius) * radius)) && (((sine2 * speed) * speed) < (((SOFT * SOFT) * radius) * radius)));
}

function rub(slip: number, mass: number, limit: number): number {
  let wanted = 0;
  wanted = ((-(slip) * mass) * (1.0 / 3.0));
  if ((wanted > limit)) {
    return limit;
  }
  if ((wanted < -(limit))) {
    return -(limit);
  }
  return wanted;
}

function closing_speed(i: number, j: number, s: Floats): number {
  let vx = 0;
  let vy = 0;
  let dx = 0;
  let dy = 0;
  const spare1 = ((s[X * MOST_DISCS + j] as number) - (s[X * MOST_DISCS + i] as number));
  const spare2 = ((s[Y * MOST_DISCS + j] as number) - (s[Y * MOST_DISCS + i] as number));
  dx = spare1;
  dy = spare2;
  vx = (((s[UX * MOST_DISCS + i] as number) * (s[V * MOST_DISCS + i] as number)) - ((s[UX * MOST_DISCS + j] as number) * (s[V * MOST_DISCS + j] as number)));
  vy = (((s[UY * MOST_DISCS + i] as number) * (s[V * MOST_DISCS + i] as number)) - ((s[UY * MOST_DISCS + j] as number) * (s[V * MOST_DISCS + j] as number)));
  return (((vx * dx) + (vy * dy)) * inverse_root(((dx * dx) + (dy * dy))));
}

function collide(i: number, j: number, now: number, s: Floats, p: Floats): void {
  let part = 0;
  let closing = 0;
  let mass = 0;
  let restitution = 0;
  let opening = 0;
  let impulse = 0;
  let along = 0;
  let dx = 0;
  let dy = 0;
  let nx = 0;
  let ny = 0;
  let ivx = 0;
  let ivy = 0;
  let jvx = 0;
  let jvy = 0;
  let pressing = 0;
  let slip = 0;
  let jx = 0;
  let jy = 0;
  const spare1 = ((s[X * MOST_DISCS + j] as number) - (s[X * MOST_DISCS + i] as number));
  const spare2 = ((s[Y * MOST_DISCS + j] as number) - (s[Y * MOST_DISCS + i] as number));
  dx = spare1;
  dy = spare2;
  part = inverse_root(((dx * dx) + (dy * dy)));
  const spare3 = (dx * part);
  const spare4 = (dy * part);
  nx = spare3;
  ny = spare4;
  const spare5 = ((s[UX * MOST_DISCS + i] as number) * (s[V * MOST_DISCS + i] as number));
  const spare6 = ((s[UY * MOST_DISCS + i] as number) * (s[V * MOST_DISCS + i] as number));
  ivx = spare5;
  ivy = spare6;
  const spare7 = ((s[UX * MOST_DISCS + j] as number) * (s[V * MOST_DISCS + j] as number));
  const spare8 = ((s[UY * MOST_DISCS + j] as number) * (s[V * MOST_DISCS + j] as number));
  jvx = spare7;
  jvy = spare8;
  closing = (((ivx - jvx) * nx) + ((ivy - jvy) * ny));
  mass = ratio(1.0, ((s[LIGHT * MOST_DISCS + i] as number) + (s[LIGHT * MOST_DISCS + j] as number)));
  restitution = (p[RESTITUTION] as number);
  if ((((now - (s[HIT * MOST_DISCS + i] as number)) < RECENT) || ((now - (s[HIT * MOST_DISCS + j] as number)) < RECENT))) {
    restitution = larger(restitution, NEARLY_ELASTIC);
  }
  opening = (restitution * larger(closing, 0.0));
  if ((((s[V * MOST_DISCS + i] as number) > 0.0) && ((s[V * MOST_DISCS + j] as number) > 0.0))) {
    pressing = (((s[A * MOST_DISCS + j] as number) * (((s[UX * MOST_DISCS + j] as number) * nx) + ((s[UY * MOST_DISCS + j] as number) * ny))) - ((s[A * MOST_DISCS + i] as number) * (((s[UX * MOST_DISCS + i] as number) * nx) + ((s[UY * MOST_DISCS + i] as number) * ny))));
    if ((pressing > 0.0)) {
      opening = larger(opening, root(((2.0 * pressing) * HOP)));
    }
  }
  impulse = (mass * (closing + opening));
  along = 0.0;
  if (((p[CONTACT_FRICTION] as number) > 0.0)) {
    slip = (((((jvy - ivy) * nx) - ((jvx - ivx) * ny)) - (s[W * MOST_DISCS + i] as number)) - (s[W * MOST_DISCS + j] as number));
    along = rub(slip, mass, ((p[CONTACT_FRICTION] as number) * impulse));
  }
  const spare9 = ((impulse * nx) - (along * ny));
  const spare10 = ((impulse * ny) + (along * nx));
  jx = spare9;
  jy = spare10;
  const spare11 = (ivx - (jx * (s[LIGHT * MOST_DISCS + i] as number)));
  const spare12 = (ivy - (jy * (s[LIGHT * MOST_DISCS + i] as number)));
  s[UX * MOST_DISCS + i] = spare11;
  s[UY * MOST_DISCS + i] = spare12;
  const spare13 = (jvx + (jx * (s[LIGHT * MOST_DISCS + j] as number)));
  const spare14 = (jvy + (jy * (s[LIGHT * MOST_DISCS + j] as number)));
  s[UX * MOST_DISCS + j] = spare13;
  s[UY * MOST_DISCS + j] = spare14;
  s[W * MOST_DISCS + i] = (s[W * MOST_DISCS + i] as number) - ((2.0 * along) * (s[LIGHT * MOST_DISCS + i] as number));
  s[W * MOST_DISCS + j] = (s[W * MOST_DISCS + j] as number) - ((2.0 * along) * (s[LIGHT * MOST_DISCS + j] as number));
  s[HIT * MOST_DISCS + i] = now;
  s[HIT * MOST_DISCS + j] = now;
}

function rebound(i: number, nx: number, ny: number, s: Floats, g: Floats, p: Floats): number {
  let closing = 0;
  let opening = 0;
  let change = 0;
  let along = 0;
  let vx = 0;
  let vy = 0;
  let slip = 0;
  const spare1 = ((s[UX * MOST_DISCS + i] as number) * (s[V * MOST_DISCS + i] as number));
  const spare2 = ((s[UY * MOST_DISCS + i] as number) * (s[V * MOST_DISCS + i] as number));
  vx = spare1;
  vy = spare2;
  closing = ((vx * nx) + (vy * ny));
  opening = ((p[FRAME_RESTITUTION] as number) * closing);
  if ((closing < (g[SOFT_SPEED] as number))) {
    opening = 0.0;
  }
  change = (closing + opening);
  along = 0.0;
  if (((p[CONTACT_FRICTION] as number) > 0.0)) {
    slip = (((vy * nx) - (vx * ny)) + (s[W * MOST_DISCS + i] as number));
    along = rub(slip, 1.0, ((p[CONTACT_FRICTION] as number) * change));
  }
  vx = vx + ((-(change) * nx) - (along * ny));
  vy = vy + ((-(change) * ny) + (along * nx));
  if ((opening === 0.0)) {
    if ((ny === 0.0)) {
      vx = 0.0;
    } else {
      if ((nx === 0.0)) {
        vy = 0.0;
      }
    }
  }
  const spare3 = vx;
  const spare4 = vy;
  s[UX * MOST_DISCS + i] = spare3;
  s[UY * MOST_DISCS + i] = spare4;
  s[W * MOST_DISCS + i] = (s[W * MOST_DISCS + i] as number) + (2.0 * along);
  return closing;
}

function shares(r: number): [number, number] {
  let part = 0;
  let z = 0;
  let force = 0;
  let torque = 0;
  if ((r <= 1.0)) {
    z = (r * r);
    force = (1.00001918 + (z * (-(0.12623424) + (z * (-(0.00315484) + (z * (-(0.04866291) + (z * (0.06096743 - (z * 0.0340535))))))))));
    torque = (0.24998352 + (z * (0.02189008 + (z * (-(0.00477527) + (z * (0.03958748 + (z * (-(0.05191301) + (z * 0.02812074))))))))));
    return [force, (r * torque)];
  }
  part = ratio(1.0, r);
  z = (part * part);
  force = (1.0000209 + (z * (-(0.12626899) + (z * (-(0.00295944) + (z * (-(0.04910843) + (z * (0.06141253 - (z * 0.03421553))))))))));
  torque = (0.66664382 + (z * (-(0.49852446) + (z * (0.07877098 + (z * (0.06593992 + (z * (-(0.07269748) + (z * 0.0427467))))))))));
  return [(force * part), torque];
}

function stretch(r: number): number {
  if ((r < 1.6)) {
    return (1.0 + ((r * r) * (0.25 + (0.01 * r))));
  }
  return (0.25 + (0.855 * r));
}

function slowing(v: number, w: number, friction: number): [number, number, number] {
  let turn = 0;
  let r = 0;
  let a = 0;
  let hold = 0;
  let at = 0;
  let force = 0;
  let torque = 0;
  let b = 0;
  turn = Math.abs(w);
  if ((turn === 0.0)) {
    return [friction, 0.0, NEVER];
  }
  if ((v === 0.0)) {
    return [friction, ((4.0 / 3.0) * friction), NEVER];
  }
  r = ratio(turn, v);
  if (((r < SLIGHT) || (v < CREEP) || (Math.abs((r - STEADY)) < STEADY_WIDTH))) {
    a = ratio(friction, stretch(r));
    return [a, (a * r), NEVER];
  }
  const spare1 = 0.0;
  const spare2 = r;
  hold = spare1;
  at = spare2;
  while (true) {
    const spare3 = shares(at);
    force = spare3[0];
    torque = spare3[1];
    const spare4 = (force * friction);
    const spare5 = ((2.0 * torque) * friction);
    a = spare4;
    b = spare5;
    if ((hold > 0.0)) {
      return [a, b, hold];
    }
    hold = (FINE * ratio(v, a));
    if ((r > STEADY)) {
      hold = smaller(hold, (FINE * ratio(turn, b)));
    }
    at = ratio((turn - ((0.5 * b) * hold)), (v - ((0.5 * a) * hold)));
  }
}

/** `carrom.physics.CLUB` */
export const CLUB = new Float64Array([1176.7979999999998, 0.85, 0.7, 0.1, 370.0, 22.25, 347.75, 5e-05, 0.05347895373529252, 0.12221474778772472, 0.0, 0.0, 2.625, 1000000.0]);
