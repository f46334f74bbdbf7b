/**
 * Where members stand: the tidy tree of Reingold and Tilford in the linear form of Buchheim, Jünger and Leipert, on typed
 * arrays. Siblings of one upline keep one step between them and subtrees stand as close as they can; an upline stands in
 * the middle above the first and the last of the direct downline.
 */
export interface Structure {
  size: number;
  firstChild: Int32Array;
  nextSibling: Int32Array;
  tops: ArrayLike<number>;
  /** 1 where the downline is not shown. */
  closed: Uint8Array;
}

/**
 * The places that are shown, row after row from the top and from left to right within a row; a place is a number, and
 * children of one place are neighbours.
 */
export interface Layout {
  /** The member on each place. */
  members: Int32Array;
  /** The place of each member, -1 when not shown. */
  places: Int32Array;
  /** The upline's place, -1 in the first row. */
  uplines: Int32Array;
  firstChild: Int32Array;
  childCount: Int32Array;
  /** Left edges, in steps of one node width and gap. */
  x: Float64Array;
  /** Where each row begins; one more at the end. */
  rows: Int32Array;
  left: number;
  right: number;
}

export function layOut(structure: Structure): Layout {
  const shown = placesOf(structure);
  const x = tidyTree(shown);
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < shown.rows.length - 1; row += 1) {
    left = Math.min(left, x[shown.rows[row]!]!);
    right = Math.max(right, x[shown.rows[row + 1]! - 1]!);
  }
  return { ...shown, x, left: shown.members.length ? left : 0, right: shown.members.length ? right : 0 };
}

type Places = Omit<Layout, 'x' | 'left' | 'right'>;

function placesOf({ size, firstChild: childOf, nextSibling, tops, closed }: Structure): Places {
  const members = new Int32Array(size);
  const uplines = new Int32Array(size);
  const firstChild = new Int32Array(size);
  const childCount = new Int32Array(size);
  const places = new Int32Array(size).fill(-1);
  const rows = [0];
  let count = 0;
  for (let i = 0; i < tops.length; i += 1) {
    places[tops[i]!] = count;
    members[count] = tops[i]!;
    uplines[count] = -1;
    count += 1;
  }
  for (let from = 0, to = count; from < to; from = to, to = count) {
    rows.push(to);
    for (let place = from; place < to; place += 1) {
      const member = members[place]!;
      firstChild[place] = count;
      if (closed[member] === 1) continue;
      for (let child = childOf[member]!; child >= 0; child = nextSibling[child]!) {
        places[child] = count;
        members[count] = child;
        uplines[count] = place;
        count += 1;
      }
      childCount[place] = count - firstChild[place]!;
    }
  }
  return {
    members: members.subarray(0, count),
    places,
    uplines: uplines.subarray(0, count),
    firstChild: firstChild.subarray(0, count),
    childCount: childCount.subarray(0, count),
    rows: Int32Array.from(rows),
  };
}

/** Who is above and below a place. The first row hangs from an upline that is not drawn, place `root`. */
function kinOf({ uplines, firstChild, childCount, rows }: Places) {
  const root = uplines.length;
  const first = (v: number) => (v === root ? 0 : firstChild[v]!);
  const children = (v: number) => (v === root ? rows[1]! : childCount[v]!);
  return {
    root,
    upline: (v: number) => (uplines[v]! < 0 ? root : uplines[v]!),
    first,
    children,
    last: (v: number) => first(v) + children(v) - 1,
  };
}

/** The whole tree, nobody before the downline. Without recursion: a column may be a hundred thousand deep. */
function eachUpwards({ root, upline, first, children, last }: ReturnType<typeof kinOf>, finish: (v: number) => void) {
  let at = 0;
  while (root > 0) {
    while (children(at) > 0) at = first(at);
    finish(at);
    while (at === last(upline(at)) && upline(at) !== root) {
      at = upline(at);
      finish(at);
    }
    if (at === last(upline(at))) break;
    at += 1;
  }
}

/**
 * The names are the paper's ("Improving Walker's algorithm to run in linear time", 2002): prelim, mod, shift, change,
 * thread, ancestor.
 */
function tidyTree(places: Places): Float64Array {
  const { uplines, firstChild, rows } = places;
  const count = uplines.length;
  const kin = kinOf(places);
  const { root, upline, first, children, last } = kin;
  const prelim = new Float64Array(count + 1);
  const mod = new Float64Array(count + 1);
  const shift = new Float64Array(count + 1);
  const change = new Float64Array(count + 1);
  const thread = new Int32Array(count + 1).fill(-1);
  const ancestor = new Int32Array(count + 1);
  const fallback = new Int32Array(count + 1);
  for (let v = 0; v <= count; v += 1) ancestor[v] = v;

  const nextLeft = (v: number) => (children(v) > 0 ? first(v) : thread[v]!);
  const nextRight = (v: number) => (children(v) > 0 ? last(v) : thread[v]!);
  fallback[root] = 0;
  for (let v = 0; v < count; v += 1) fallback[v] = firstChild[v]!;

  function finish(v: number) {
    const isFirst = v === first(upline(v));
    if (children(v) > 0) {
      shiftChildren(v);
      const middle = (prelim[first(v)]! + prelim[last(v)]!) / 2;
      if (isFirst) prelim[v] = middle;
      else {
        prelim[v] = prelim[v - 1]! + 1;
        mod[v] = prelim[v]! - middle;
      }
    } else if (!isFirst) prelim[v] = prelim[v - 1]! + 1;
    if (!isFirst) apportion(v);
  }

  /** What pushed single children is spread over those between them. */
  function shiftChildren(v: number) {
    let shifted = 0;
    let changed = 0;
    for (let w = last(v); w >= first(v); w -= 1) {
      prelim[w]! += shifted;
      mod[w]! += shifted;
      changed += change[w]!;
      shifted += shift[w]! + changed;
    }
  }

  /** Pushes the subtree of `v` away from those of its left siblings, along the contours between them. */
  function apportion(v: number) {
    const above = upline(v);
    let insideRight = v;
    let outsideRight = v;
    let insideLeft = v - 1;
    let outsideLeft = first(above);
    let sumInsideRight = mod[v]!;
    let sumOutsideRight = mod[v]!;
    let sumInsideLeft = mod[insideLeft]!;
    let sumOutsideLeft = mod[outsideLeft]!;
    let left = nextRight(insideLeft);
    let right = nextLeft(insideRight);
    while (left >= 0 && right >= 0) {
      insideLeft = left;
      insideRight = right;
      outsideLeft = nextLeft(outsideLeft);
      outsideRight = nextRight(outsideRight);
      ancestor[outsideRight] = v;
      const push = prelim[insideLeft]! + sumInsideLeft - prelim[insideRight]! - sumInsideRight + 1;
      if (push > 0) {
        const mover = upline(ancestor[insideLeft]!) === above ? ancestor[insideLeft]! : fallback[above]!;
        const each = push / (v - mover);
        change[v]! -= each;
        shift[v]! += push;
        change[mover]! += each;
        prelim[v]! += push;
        mod[v]! += push;
        sumInsideRight += push;
        sumOutsideRight += push;
      }
      sumInsideLeft += mod[insideLeft]!;
      sumInsideRight += mod[insideRight]!;
      sumOutsideLeft += mod[outsideLeft]!;
      sumOutsideRight += mod[outsideRight]!;
      left = nextRight(insideLeft);
      right = nextLeft(insideRight);
    }
    if (left >= 0 && nextRight(outsideRight) < 0) {
      thread[outsideRight] = left;
      mod[outsideRight]! += sumInsideLeft - sumOutsideRight;
    }
    if (right >= 0 && nextLeft(outsideLeft) < 0) {
      thread[outsideLeft] = right;
      mod[outsideLeft]! += sumInsideRight - sumOutsideLeft;
      fallback[above] = v;
    }
  }

  eachUpwards(kin, finish);
  if (rows.length > 1) shiftChildren(root);
  return leftEdges(uplines, prelim, mod);
}

/** Each place with the shifts of all above it. */
function leftEdges(uplines: Int32Array, prelim: Float64Array, mod: Float64Array): Float64Array {
  const count = uplines.length;
  const x = new Float64Array(count);
  const sums = new Float64Array(count);
  for (let v = 0; v < count; v += 1) {
    const sum = uplines[v]! < 0 ? 0 : sums[uplines[v]!]!;
    x[v] = prelim[v]! + sum;
    sums[v] = sum + mod[v]!;
  }
  return x;
}
