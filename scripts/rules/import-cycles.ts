import type { SourceName } from './sources.ts';

/** Which files each file imports. */
export type ImportGraph = Map<SourceName, SourceName[]>;

/** The shortest circle of imports through each file that is in one; every circle is named once, from its first file on. */
export function importCycles(graph: ImportGraph): SourceName[][] {
  const found = new Map<string, SourceName[]>();
  for (const file of graph.keys()) {
    const cycle = shortestCycle(graph, file);
    const members = cycle?.toSorted().join(' ');
    if (cycle && members && !found.has(members)) found.set(members, cycle);
  }
  return [...found.values()];
}

/** Breadth first from the file until it is reached again. */
function shortestCycle(graph: ImportGraph, file: SourceName): SourceName[] | null {
  const from = new Map<SourceName, SourceName>();
  const queue = [file];
  for (const current of queue) {
    for (const next of graph.get(current) ?? []) {
      if (next === file) return pathTo(current, from);
      if (from.has(next)) continue;
      from.set(next, current);
      queue.push(next);
    }
  }
  return null;
}

function pathTo(end: SourceName, from: Map<SourceName, SourceName>): SourceName[] {
  const path = [end];
  for (let step = from.get(end); step !== undefined; step = from.get(step)) path.unshift(step);
  return path;
}
