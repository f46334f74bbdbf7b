import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStream, debounceAsync } from './stream.ts';

type Words = { changed: 'ready' | 'reconnect' | 'orders' };

/** A server that can send events, drop every connection, or refuse. */
function server() {
  const lines = new Set<{ say(word: Words): void; drop(): void; end(): void }>();
  const state = { opened: 0, refuse: 0 };
  async function open(signal: AbortSignal): Promise<AsyncIterable<Words>> {
    state.opened += 1;
    if (state.refuse) throw Object.assign(new Error('refused'), { status: state.refuse });
    const queue: (Words | 'drop' | 'end')[] = [{ changed: 'ready' }];
    let wake = () => {};
    const push = (item: Words | 'drop' | 'end') => {
      queue.push(item);
      wake();
    };
    const line = { say: push, drop: () => push('drop'), end: () => push('end') };
    lines.add(line);
    signal.addEventListener('abort', () => {
      lines.delete(line);
      push('end');
    });
    return (async function* () {
      for (;;) {
        const item = queue.shift();
        if (item === 'drop') throw new TypeError('network');
        if (item === 'end') return;
        if (item) yield item;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    })();
  }
  const all = (act: (line: { say(word: Words): void; drop(): void; end(): void }) => void) => {
    const open = [...lines];
    for (const line of open) act(line);
  };
  return {
    state,
    open,
    lines,
    say: (word: Words['changed']) => all((line) => line.say({ changed: word })),
    drop: () => {
      const open = [...lines];
      lines.clear();
      for (const line of open) line.drop();
    },
    end: () => {
      const open = [...lines];
      lines.clear();
      for (const line of open) line.end();
    },
  };
}

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const show = (visibilityState: 'visible' | 'hidden') => {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
};
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  page.visibilityState = 'visible';
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('all lists of a tab share one connection', async () => {
  const { open, say, state } = server();
  const listen = createStream(open, () => {});
  const heard: string[] = [];
  const stop = [listen((word) => heard.push(`sales ${word}`)), listen((word) => heard.push(`requests ${word}`))];
  await settle();
  say('orders');
  await settle();
  expect(state.opened).toBe(1);
  expect(heard).toEqual(['sales ready', 'requests ready', 'sales orders', 'requests orders']);
  for (const end of stop) end();
});

test('moving from one page to the next keeps the connection; the last listener’s leaving closes it', async () => {
  const { open, lines, state } = server();
  const listen = createStream(open, () => {});
  listen(() => {})();
  listen(() => {})();
  await settle();
  expect(state.opened).toBe(1);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(lines.size).toBe(0);
});

test('a list that is opened while the connection is there knows so at once, and not when it is gone', async () => {
  const { open, drop } = server();
  const listen = createStream(open, () => {});
  expect(listen.isOpen()).toBe(false);
  const stop = listen(() => {});
  await settle();
  expect(listen.isOpen()).toBe(true);
  stop();
  const next = listen(() => {});
  expect(listen.isOpen()).toBe(true);
  drop();
  await settle();
  expect(listen.isOpen()).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(listen.isOpen()).toBe(true);
  show('hidden');
  expect(listen.isOpen()).toBe(false);
  next();
});

test('whoever opens a list is told of what changed a moment before, and of nothing older', async () => {
  const { open, say } = server();
  const listen = createStream(open, () => {});
  const stop = listen(() => {});
  await settle();
  say('orders');
  await vi.advanceTimersByTimeAsync(9_000);
  const heard: string[] = [];
  const next = listen((word) => heard.push(word));
  expect(heard).toEqual([]);
  await settle();
  expect(heard).toEqual(['orders']);
  next();
  await vi.advanceTimersByTimeAsync(2_000);
  const late = listen((word) => heard.push(word));
  listen((word) => heard.push(`gone ${word}`))();
  await settle();
  expect(heard).toEqual(['orders']);
  late();
  stop();
});

test('a hidden tab holds no connection and gets ready when it is visible again', async () => {
  const { open, lines } = server();
  const listen = createStream(open, () => {});
  const heard: string[] = [];
  const stop = listen((word) => heard.push(word));
  await settle();
  show('hidden');
  await settle();
  expect(lines.size).toBe(0);
  show('visible');
  await settle();
  expect(lines.size).toBe(1);
  expect(heard).toEqual(['ready', 'ready']);
  stop();
});

test('a dropped connection is opened again after growing delays, and at once when the network returns', async () => {
  const { open, drop, state } = server();
  const listen = createStream(open, () => {});
  const heard: string[] = [];
  const stop = listen((word) => heard.push(word));
  await settle();
  state.refuse = 503;
  drop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state.opened).toBeGreaterThan(4);
  expect(state.opened).toBeLessThan(12);
  state.refuse = 0;
  window.dispatchEvent(new Event('online'));
  await settle();
  expect(heard[0]).toBe('ready');
  expect(heard.at(-1)).toBe('ready');
  stop();
});

test('a server that stops sends its readers elsewhere, at once and without a word of a lost connection', async () => {
  const { open, say, end, state } = server();
  const account = vi.fn();
  const listen = createStream(open, account);
  const heard: string[] = [];
  const stop = listen((word) => heard.push(word));
  await settle();
  say('reconnect');
  end();
  await settle();
  expect(state.opened).toBe(2);
  expect(heard).toEqual(['ready', 'ready']);
  expect(account).not.toHaveBeenCalled();
  // Sent away again in the same moment, it waits: there is nobody else yet.
  say('reconnect');
  end();
  await settle();
  expect(state.opened).toBe(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(state.opened).toBe(3);
  expect(account).not.toHaveBeenCalled();
  stop();
});

test('a lost right ends the stream, reads the account again and does not reconnect', async () => {
  const { open, end, state } = server();
  const refused = vi.fn();
  const listen = createStream(open, refused);
  const heard: string[] = [];
  const stop = listen((word) => heard.push(word));
  await settle();
  state.refuse = 403;
  end();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(state.opened).toBe(2);
  expect(refused).toHaveBeenCalledTimes(2);
  expect(heard.at(-1)).toBe('lost');
  stop();
});

test('many changes at once are one reload now and one after it', async () => {
  let running = 0;
  let most = 0;
  let done = 0;
  const list = debounceAsync(50, async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 200));
    running -= 1;
    done += 1;
  });
  for (let i = 0; i < 100; i += 1) list.schedule();
  await vi.advanceTimersByTimeAsync(60);
  list.schedule();
  list.schedule();
  await vi.advanceTimersByTimeAsync(1_000);
  expect({ most, done }).toEqual({ most: 1, done: 2 });
});
