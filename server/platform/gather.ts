import { setImmediate as nextTurn } from 'node:timers/promises';

/** Turns of the event loop between two writes of a rush: under a millisecond, and the next write is twice as full. */
const BREATH = 4;

/** More at a time would make the first of them wait too long. */
const TOGETHER = 100;

/**
 * Writes together what arrives together: items that come while a write is under way wait for it and go into the next one,
 * so that a rush costs one transaction and one flush to disk for many instead of one for each. Alone, an item is written
 * at once. When writing several fails, each is tried by itself, so that nobody fails for a stranger's reason. The same
 * serves for reading: nobody is answered with what was true before they asked.
 */
export function gather<Item, Result>(
  write: (items: Item[]) => Promise<Result[]>,
  most = TOGETHER,
): (item: Item) => Promise<Result> {
  interface Waiting {
    item: Item;
    resolve: (result: Result) => void;
    reject: (error: unknown) => void;
  }
  const waiting: Waiting[] = [];
  let writing = false;

  async function writeAll(batch: Waiting[]): Promise<void> {
    try {
      const results = await write(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!);
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1) only!.reject(error);
      else await Promise.all(batch.map((one) => writeAll([one])));
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (writing) return;
      writing = true;
      void (async () => {
        while (waiting.length > 0) {
          await writeAll(waiting.splice(0, most));
          for (let turn = 0; turn < BREATH; turn += 1) await nextTurn();
        }
        writing = false;
      })();
    });
}
