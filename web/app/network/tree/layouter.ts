import { type Layout, layOut, type Structure } from './layout.ts';

/** Up to so many members a layout takes a few milliseconds, less than asking somebody else for it. */
const AT_ONCE = 12_000;

export interface Layouter {
  /** Calls `done` with the layout, at once for a small tree, later for a large one; a newer request replaces an older. */
  ask(structure: Structure, shown: number, done: (layout: Layout) => void): void;
  close(): void;
}

export function createLayouter(): Layouter {
  let worker: Worker | null = null;
  let turn = 0;
  let waiting: ((layout: Layout) => void) | null = null;

  function open() {
    const opened = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
    opened.addEventListener('message', ({ data }: MessageEvent<{ turn: number; layout: Layout }>) => {
      if (data.turn !== turn || !waiting) return;
      const done = waiting;
      waiting = null;
      done(data.layout);
    });
    return opened;
  }

  return {
    ask(structure, shown, done) {
      turn += 1;
      if (shown <= AT_ONCE) {
        waiting = null;
        done(layOut(structure));
        return;
      }
      worker ??= open();
      waiting = done;
      const { size, firstChild, nextSibling, tops, closed } = structure;
      worker.postMessage({
        turn,
        structure: {
          size,
          firstChild: firstChild.slice(0, size),
          nextSibling: nextSibling.slice(0, size),
          tops: Int32Array.from(tops),
          closed,
        },
      });
    },
    close() {
      worker?.terminate();
      worker = null;
      waiting = null;
    },
  };
}
