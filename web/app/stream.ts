/**
 * Events of the server that something changed: one connection per tab for all listeners, closed while the tab is hidden, because
 * browsers allow six connections to a site. After every opening comes `ready`: events may have been missed, so listeners reload; after
 * a `reconnect` of a server that stops they lose nothing. Whoever begins to listen later gets what changed in the last `FRESH_MS`.
 */
type StreamEvent<Change> = Change | 'ready' | 'lost';
type OpenStream<Change> = (signal: AbortSignal) => Promise<AsyncIterable<{ changed: Change | 'ready' | 'reconnect' }>>;

/** What was read is shown again without asking for so long, when nothing said that it changed. */
export const FRESH_MS = 10_000;
const RETRY_FIRST_MS = 500;
const RETRY_LONGEST_MS = 30_000;
/** A second `reconnect` within this time waits as a lost connection does. */
const RECONNECT_AGAIN_MS = 1_000;
/** So long the connection stays open without listeners, so that the next page of the tab can use it. */
const CLOSE_DELAY_MS = 1_000;

export function createStream<Change>(open: OpenStream<Change>, refused: () => void) {
  const listeners = new Set<(event: StreamEvent<Change>) => void>();
  let connection: AbortController | null = null;
  let closeTimer: ReturnType<typeof setTimeout> | undefined;
  const changedAt = new Map<Change | 'ready', number>();
  let wasOpened = false;
  let isOpen = false;

  const publish = (event: StreamEvent<Change>) => {
    isOpen = event !== 'lost';
    if (event !== 'lost' && (event !== 'ready' || wasOpened)) changedAt.set(event, performance.now());
    if (event === 'ready') wasOpened = true;
    for (const listener of [...listeners]) listener(event);
  };

  async function sendMissed(listener: (event: StreamEvent<Change>) => void) {
    const since = performance.now() - FRESH_MS;
    const missed = [...changedAt].flatMap(([change, at]) => (at > since ? [change] : []));
    await Promise.resolve();
    for (const change of missed) if (listeners.has(listener)) listener(change);
  }

  function update() {
    if (listeners.size > 0 && document.visibilityState === 'visible') {
      if (connection) return;
      connection = new AbortController();
      void run(connection.signal);
    } else {
      connection?.abort();
      connection = null;
      isOpen = false;
    }
  }

  async function run(signal: AbortSignal) {
    let delay = RETRY_FIRST_MS;
    let sentAway = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      try {
        let isSentAway = false;
        for await (const { changed } of await open(signal)) {
          if (signal.aborted) return;
          if (changed === 'ready') delay = RETRY_FIRST_MS;
          if (changed === 'reconnect') isSentAway = true;
          else publish(changed);
        }
        if (signal.aborted) return;
        if (isSentAway) {
          const before = sentAway;
          sentAway = performance.now();
          if (sentAway - before > RECONNECT_AGAIN_MS) continue;
        } else refused();
      } catch (error) {
        if (signal.aborted) return;
        const status = (error as { status?: number }).status;
        if (status === 401 || status === 403) {
          connection = null;
          publish('lost');
          refused();
          return;
        }
      }
      publish('lost');
      await waitOnline(delay * (0.75 + Math.random() / 2), signal);
      delay = Math.min(delay * 2, RETRY_LONGEST_MS);
    }
  }

  function listen(listener: (event: StreamEvent<Change>) => void): () => void {
    clearTimeout(closeTimer);
    if (listeners.size === 0) document.addEventListener('visibilitychange', update);
    listeners.add(listener);
    if (connection) void sendMissed(listener);
    update();
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      document.removeEventListener('visibilitychange', update);
      closeTimer = setTimeout(update, CLOSE_DELAY_MS);
    };
  }
  /** Whether whoever begins to listen now hears of changes, without a word of its own. */
  return Object.assign(listen, { isOpen: () => isOpen });
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

/** Merges many calls into few runs: at most one running and one waiting, and every call is followed by a run. */
export function debounceAsync(delay: number, act: () => Promise<unknown>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let again = false;
  const schedule = () => {
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
      schedule();
    }
  };
  const cancel = () => {
    clearTimeout(timer);
    again = false;
  };
  return { schedule, cancel };
}
