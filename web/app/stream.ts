/**
 * Hears from the server that something changed. One connection per tab and stream, whoever listens; closed while the tab
 * is hidden (browsers allow six connections to a site), opened again when it returns, when a dropped line comes back and
 * at growing pauses meanwhile. After every opening comes `ready`: words may have been missed, so listeners reload.
 */
type Word<Change> = Change | 'ready' | 'lost';
export type Open<Change> = (signal: AbortSignal) => Promise<AsyncIterable<{ changed: Change | 'ready' }>>;

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
/** A listener leaving one page and another arriving on the next share the connection. */
const LINGER = 1_000;

export function createStream<Change>(open: Open<Change>, refused: () => void, linger = LINGER) {
  const listeners = new Set<(word: Word<Change>) => void>();
  let connection: AbortController | null = null;
  let lingering: ReturnType<typeof setTimeout> | undefined;

  const tell = (word: Word<Change>) => {
    for (const listener of [...listeners]) listener(word);
  };

  function wanted() {
    if (listeners.size > 0 && document.visibilityState === 'visible') {
      if (connection) return;
      connection = new AbortController();
      void run(connection.signal);
    } else {
      connection?.abort();
      connection = null;
    }
  }

  async function run(signal: AbortSignal) {
    let pause = FIRST_PAUSE;
    while (!signal.aborted) {
      try {
        for await (const { changed } of await open(signal)) {
          if (signal.aborted) return;
          if (changed === 'ready') pause = FIRST_PAUSE;
          tell(changed);
        }
        if (signal.aborted) return;
        refused();
      } catch (error) {
        if (signal.aborted) return;
        const status = (error as { status?: number }).status;
        if (status === 401 || status === 403) {
          connection = null;
          tell('lost');
          refused();
          return;
        }
      }
      tell('lost');
      await waitOnline(pause * (0.75 + Math.random() / 2), signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    }
  }

  return function listen(listener: (word: Word<Change>) => void): () => void {
    clearTimeout(lingering);
    if (listeners.size === 0) document.addEventListener('visibilitychange', wanted);
    listeners.add(listener);
    wanted();
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      document.removeEventListener('visibilitychange', wanted);
      lingering = setTimeout(wanted, linger);
    };
  };
}

function waitOnline(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}

/** A hundred changes in a second become a few reloads: one waiting, one running, none lost. */
export function coalesce(delay: number, act: () => Promise<unknown>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let again = false;
  const ask = () => {
    if (running) again = true;
    else timer ??= setTimeout(run, delay);
  };
  const run = async () => {
    timer = undefined;
    running = true;
    await act().catch(() => {});
    running = false;
    if (again) {
      again = false;
      ask();
    }
  };
  return { ask, cancel: () => clearTimeout(timer) };
}
