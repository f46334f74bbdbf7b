import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { cut, late } from '../platform/stall-watch.ts';

/**
 * Changes as the database notifies them (channel `live`): a list's table name, or `<kind>:<id>` for one row's reader.
 * Triggers leave them in `live_changes`, from where each server notifies all of them a moment after the commit.
 * Works across any number of server processes. A lost listening connection is opened again with growing pauses, and
 * every reader then gets `RESYNC`, because notifications may have been missed meanwhile.
 */
export interface Live {
  /**
   * Those of `topics` that are said from this call on, until the signal aborts or the server stops. A slow reader's
   * repeated words are folded, and of several that wait the topic named first comes first, after `RESYNC`. A word costs
   * nothing to readers of other topics, and no query to anybody.
   */
  words(topics: readonly string[], signal: AbortSignal): AsyncIterable<string>;
  /** Streams open in this process. */
  readers(): number;
  close(): Promise<void>;
}

export const RESYNC = 'resumed';

/** How often the listening connection notifies itself, and how long it waits for that notification. Milliseconds. */
const HEARTBEAT = { heartbeat: 15_000, patience: 5_000 };
/** How often what changed is looked for, in milliseconds. */
const LOOK_MS = 50;
/** What one server takes, the others skip. */
const NOTIFY_OF_CHANGES = {
  name: 'notify of changes',
  text: `with taken as (
      delete from live_changes where ctid in (select ctid from live_changes for update skip locked) returning topic)
    select pg_notify('live', topic) from (select distinct topic from taken) topics`,
};
const CONNECT_MS = 2_000;
/** To connect and to begin listening. */
const LISTEN_MS = 4_000;
/** The pause before listening is tried again doubles from the first to the second. Milliseconds. */
const PAUSES = { first: 100, longest: 5_000 };

/** Connects before it answers; throws when the database does not let it in. */
export async function openLive(url: string, { heartbeat, patience } = HEARTBEAT): Promise<Live> {
  const readers = new Set<Subscriber>();
  const byTopic = new Map<string, Set<Subscriber>>();
  const closing = new AbortController();
  const ownWord = `heartbeat:${randomUUID()}`;
  let heardItself = true;
  let client = await listen();

  async function listen(): Promise<pg.Client> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'vidik live',
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    });
    next.on('error', () => {});
    next.on('notification', ({ payload = '' }) => {
      if (payload === ownWord) heardItself = true;
      for (const reader of byTopic.get(payload) ?? []) reader.hear(payload);
    });
    const limit = setTimeout(cut, LISTEN_MS, next);
    try {
      await next.connect();
      await next.query('listen live; set synchronous_commit = off');
    } finally {
      clearTimeout(limit);
    }
    next.once('end', () => void listenAgain());
    return next;
  }

  async function listenAgain() {
    for (let pause = PAUSES.first; !closing.signal.aborted; pause = Math.min(pause * 2, PAUSES.longest)) {
      try {
        client = await listen();
        for (const reader of readers) reader.hear(RESYNC);
        return;
      } catch {
        await sleep(pause, null, { signal: closing.signal }).catch(() => {});
      }
    }
  }

  /** A connection of which only one half is left is silent for ever, and looks like one on which nothing happens. */
  async function checkHearing() {
    heardItself = false;
    const checked = client;
    checked.query('select pg_notify($1, $2)', ['live', ownWord]).catch(() => {});
    await late(patience, closing.signal).catch(() => {});
    if (!heardItself && checked === client) cut(checked);
  }
  const checks = setInterval(checkHearing, heartbeat);
  checks.unref();

  let isLooking = false;
  async function notifyOfChanges() {
    if (isLooking) return;
    isLooking = true;
    await client.query(NOTIFY_OF_CHANGES).catch(() => {});
    isLooking = false;
  }
  const looks = setInterval(notifyOfChanges, LOOK_MS);
  looks.unref();

  function open(topics: readonly string[]): Subscriber {
    const reader = newReader([RESYNC, ...topics], () => {
      readers.delete(reader);
      for (const topic of topics) {
        const others = byTopic.get(topic);
        others?.delete(reader);
        if (others?.size === 0) byTopic.delete(topic);
      }
    });
    readers.add(reader);
    for (const topic of topics) byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(reader));
    return reader;
  }

  return {
    words(topics, signal) {
      const reader = open(topics);
      if (signal.aborted) reader.end();
      else signal.addEventListener('abort', reader.end, { once: true });
      return reader;
    },
    readers: () => readers.size,
    async close() {
      for (const reader of readers) reader.end();
      closing.abort();
      clearInterval(checks);
      clearInterval(looks);
      const limit = setTimeout(cut, CONNECT_MS, client);
      await client.end();
      clearTimeout(limit);
    },
  };
}

interface Subscriber extends AsyncIterableIterator<string> {
  hear(word: string): void;
  end(): void;
}

/** One reader's waiting words, each at most once: a list that changed five times is read again once. */
function newReader(order: readonly string[], onEnd: () => void): Subscriber {
  const waiting = new Set<string>();
  let wake: (() => void) | null = null;
  let ended = false;
  const end = () => {
    ended = true;
    onEnd();
    wake?.();
  };
  return {
    hear(word) {
      waiting.add(word);
      wake?.();
    },
    end,
    async next() {
      while (waiting.size === 0 && !ended) await new Promise<void>((resolve) => (wake = resolve));
      wake = null;
      const word = order.find((one) => waiting.has(one));
      if (word === undefined || ended) return { done: true, value: undefined };
      waiting.delete(word);
      return { done: false, value: word };
    },
    async return() {
      end();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
