import type { TreePart } from '#domain/network/contract.ts';

/**
 * The members as they arrive, in columns: a member is a number, counted from 0 in the order of arrival, and every column
 * holds one thing about everybody. A member never arrives before their upline, so a loop from 0 meets uplines first.
 */
export interface Forest {
  size: number;
  ids: string[];
  names: string[];
  /** -1 at the top. */
  parent: Int32Array;
  firstChild: Int32Array;
  lastChild: Int32Array;
  nextSibling: Int32Array;
  /** Direct downline. */
  children: Int32Array;
  /** 1 at the top. */
  level: Int32Array;
  /** Among the siblings, counted from 1. */
  position: Int32Array;
  tops: number[];
  levels: number;
  indexOf: Map<string, number>;
}

const COLUMNS = ['parent', 'firstChild', 'lastChild', 'nextSibling', 'children', 'level', 'position'] as const;

export function emptyForest(capacity = 1024): Forest {
  return {
    size: 0,
    ids: [],
    names: [],
    parent: new Int32Array(capacity),
    firstChild: new Int32Array(capacity),
    lastChild: new Int32Array(capacity),
    nextSibling: new Int32Array(capacity),
    children: new Int32Array(capacity),
    level: new Int32Array(capacity),
    position: new Int32Array(capacity),
    tops: [],
    levels: 0,
    indexOf: new Map(),
  };
}

/**
 * Adds a part in place. A member whose upline is not here (the root of a branch shown alone, or somebody moved while the
 * parts were arriving) stands at the top; answers with how many did, the tops of the network not counted.
 */
export function addMembersCountingOrphans(forest: Forest, members: TreePart['members']): number {
  const { indexOf } = forest;
  reserve(forest, forest.size + members.length);
  let strays = 0;
  for (const { id, name, uplineId } of members) {
    const upline = uplineId === null ? -1 : (indexOf.get(uplineId) ?? -1);
    if (upline < 0 && uplineId !== null) strays += 1;
    if (!indexOf.has(id)) add(forest, id, name, upline);
  }
  return strays;
}

function add(forest: Forest, id: string, name: string, upline: number) {
  const { parent, firstChild, lastChild, nextSibling, children, level, position } = forest;
  const node = forest.size;
  forest.size += 1;
  forest.ids.push(id);
  forest.names.push(name);
  forest.indexOf.set(id, node);
  parent[node] = upline;
  firstChild[node] = -1;
  lastChild[node] = -1;
  nextSibling[node] = -1;
  children[node] = 0;
  if (upline < 0) {
    const before = forest.tops.at(-1);
    if (before !== undefined) nextSibling[before] = node;
    forest.tops.push(node);
    level[node] = 1;
    position[node] = forest.tops.length;
  } else {
    const before = lastChild[upline]!;
    if (before < 0) firstChild[upline] = node;
    else nextSibling[before] = node;
    lastChild[upline] = node;
    children[upline]! += 1;
    level[node] = level[upline]! + 1;
    position[node] = children[upline]!;
  }
  if (level[node]! > forest.levels) forest.levels = level[node]!;
}

function reserve(forest: Forest, size: number) {
  if (size <= forest.parent.length) return;
  const capacity = Math.max(size, forest.parent.length * 2);
  for (const column of COLUMNS) {
    const larger = new Int32Array(capacity);
    larger.set(forest[column]);
    forest[column] = larger;
  }
}

/** Everybody below each member, from the bottom up. */
export function downlineCounts({ size, parent }: Forest): Int32Array {
  const below = new Int32Array(size);
  for (let node = size - 1; node >= 0; node -= 1) {
    const upline = parent[node]!;
    if (upline >= 0) below[upline]! += below[node]! + 1;
  }
  return below;
}

/** From the top down to the member. */
export function pathTo({ parent }: Forest, node: number): number[] {
  const path: number[] = [];
  for (let at = node; at >= 0; at = parent[at]!) path.push(at);
  return path.reverse();
}

/** Which members show their downline. */
export interface Expansion {
  /** From this level on members are closed. */
  depth: number;
  /** Except those that somebody opened (true), and closed ones above it (false). */
  byHand: Map<number, boolean>;
}

/**
 * How many whole levels a network opens with, so that at most `limit` members are shown: at least two, all when all fit.
 * The last part of a level may still be on its way; it is then too large to open anyway.
 */
export function openDepth(forest: Forest, limit: number): number {
  if (forest.size <= limit) return Number.POSITIVE_INFINITY;
  const perLevel = new Int32Array(forest.levels + 2);
  for (let node = 0; node < forest.size; node += 1) perLevel[forest.level[node]!]! += 1;
  let depth = 2;
  let shown = perLevel[1]! + perLevel[2]!;
  while (depth < forest.levels && shown + perLevel[depth + 1]! <= limit) {
    depth += 1;
    shown += perLevel[depth]!;
  }
  return depth;
}

export const isClosed = (forest: Forest, { depth, byHand }: Expansion, node: number): boolean =>
  forest.firstChild[node]! >= 0 && !(byHand.get(node) ?? forest.level[node]! < depth);

/** 1 for every closed member, and how many are shown with that. */
export function closedMembers(forest: Forest, expansion: Expansion): { closed: Uint8Array; shown: number } {
  const closed = new Uint8Array(forest.size);
  const hidden = new Uint8Array(forest.size);
  let shown = 0;
  for (let node = 0; node < forest.size; node += 1) {
    const upline = forest.parent[node]!;
    if (upline >= 0 && (hidden[upline] === 1 || closed[upline] === 1)) hidden[node] = 1;
    else shown += 1;
    if (isClosed(forest, expansion, node)) closed[node] = 1;
  }
  return { closed, shown };
}

/** Members next to this one under the same upline, itself included. */
export const siblingCount = (forest: Forest, node: number): number => {
  const upline = forest.parent[node]!;
  return upline < 0 ? forest.tops.length : forest.children[upline]!;
};
