import { setImmediate as nextTurn } from 'node:timers/promises';

/** So many fill a write: it need not wait for more, nor for the one under way. */
const ENOUGH = 20;

/** More at a time would make the first of them wait too long. */
const MOST = 100;

/** While PostgreSQL works on one, the next fills up. */
const UNDER_WAY = 2;

/** Turns of the event loop in which a write that is not full waits for company: under a millisecond. */
const BREATH = 3;

interface Pace {
  most?: number;
  /** Writes under way at the same time. */
  underWay?: number;
}

/**
 * Writes together what arrives together, so that a rush costs one transaction and one flush to disk for many instead of
 * one for each. When writing several fails, each is tried by itself, so that nobody fails for a stranger's reason. The
 * same serves for reading: nobody is answered with what was true before they asked.
 */
export function gather<Item, Result>(
  write: (items: Item[]) => Promise<Result[]>,
  { most = MOST, underWay = UNDER_WAY }: Pace = {},
): (item: Item) => Promise<Result> {
  interface Waiting {
    item: Item;
    resolve: (result: Result) => void;
    reject: (error: unknown) => void;
  }
  const waiting: Waiting[] = [];
  let writing = 0;
  let breathing = false;

  function look(): void {
    while (waiting.length >= ENOUGH && writing < underWay) void start();
    if (waiting.length > 0 && writing === 0 && !breathing) void breathe();
  }

  async function breathe(): Promise<void> {
    breathing = true;
    for (let turn = 0; turn < BREATH; turn += 1) await nextTurn();
    breathing = false;
    if (waiting.length > 0 && writing === 0) void start();
  }

  async function start(): Promise<void> {
    writing += 1;
    const batch = waiting.splice(0, most);
    const outcomes = await tryAll(batch.map(({ item }) => item));
    writing -= 1;
    // The next write is sent off before these are answered: PostgreSQL works on it while the server writes its answers.
    look();
    for (const [index, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes[index]!;
      if (outcome.status === 'fulfilled') resolve(outcome.value);
      else reject(outcome.reason);
    }
  }

  async function tryAll(items: Item[]): Promise<PromiseSettledResult<Result>[]> {
    try {
      return (await write(items)).map((value) => ({ status: 'fulfilled', value }));
    } catch (reason) {
      if (items.length === 1) return [{ status: 'rejected', reason }];
      return (await Promise.all(items.map((item) => tryAll([item])))).flat();
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      look();
    });
}
