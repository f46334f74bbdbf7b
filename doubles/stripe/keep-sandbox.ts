import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Log } from './log.ts';
import type { SandboxAddress, ThreadData } from './thread.ts';

/** The pause before an ended thread is started again doubles from the first to the longest. Milliseconds. */
const PAUSES = { first: 250, longest: 30_000 };
/** Whoever has lived so long begins with the first pause again. */
const STEADY_MS = 60_000;
const STOP_MS = 5_000;
/** What Node reports instead of the number of a thread that has ended. */
const ENDED = -1;

/**
 * Runs the payment sandbox on a thread, and again whenever the thread ends; what it knows is on disk. Throws when the
 * first start fails. Until an ended one is back, nobody answers at its address.
 */
export async function keepSandbox(data: ThreadData, log: Log, onListening: (at: SandboxAddress) => void = () => {}) {
  const stopping = new AbortController();
  let pause = PAUSES.first;
  let thread: Worker;
  let address = await start();

  async function start(): Promise<SandboxAddress> {
    const next = new Worker(sandboxFile(), { workerData: data });
    next.on('error', (error) => log.error({ error }, 'the payment sandbox has failed'));
    const ended = once(next, 'exit').then(() => {
      throw new Error('the payment sandbox ended before it listened');
    });
    const [at] = (await Promise.race([once(next, 'message'), ended])) as [SandboxAddress];
    thread = next;
    onListening(at);
    const began = Date.now();
    void ended.catch(() => restart(Date.now() - began));
    return at;
  }

  async function restart(lived: number) {
    if (lived > STEADY_MS) pause = PAUSES.first;
    while (!stopping.signal.aborted) {
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
      pause = Math.min(2 * pause, PAUSES.longest);
      if (stopping.signal.aborted) return;
      try {
        address = await start();
        if (stopping.signal.aborted) await thread.terminate();
        return log.warn('the payment sandbox was started again');
      } catch (error) {
        log.error({ error }, 'the payment sandbox does not start');
      }
    }
  }

  return {
    address: () => address,
    async stop() {
      stopping.abort();
      if (thread.threadId === ENDED) return;
      const over = Promise.race([once(thread, 'message'), once(thread, 'exit')]);
      thread.postMessage('stop');
      await Promise.race([over, sleep(STOP_MS, undefined, { ref: false })]);
      await thread.terminate();
    },
  };
}

/** Beside this file in the sources; in the bundle, whose parts lie together, by its own name. */
const sandboxFile = () =>
  import.meta.url.endsWith('.ts')
    ? new URL('./thread.ts', import.meta.url)
    : new URL('./stripe-sandbox.js', import.meta.url);
