import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clientConfigOfAddress } from '../platform/postgres/address.ts';
import { destroyConnection, sleepThenDrainEvents } from '../platform/watch/stall-watch.ts';

/**
 * Changes as the database notifies them (channel `live`): a list's table name, or `<kind>:<id>` for whoever watches one row.
 * Triggers leave them in `live_changes`, from where each server notifies all of them a moment after the commit.
 * After a lost connection every subscriber gets `RESYNC`, because notifications may have been missed meanwhile.
 */
export interface Live {
  /**
   * Those of `topics` that are notified from this call on, until the signal aborts or the server stops. Repeated
   * notifications of a slow subscriber are folded, and of several that wait the topic named first comes first, after
   * `RECONNECT` and `RESYNC`. A notification costs nothing to subscribers of other topics, and no query to anybody.
   */
  subscribe(topics: readonly string[], signal: AbortSignal): AsyncIterable<string>;
  /** Tells every subscriber there is now `RECONNECT`, spread over so many milliseconds; with 0 also whoever comes later. */
  sendElsewhere(milliseconds: number): void;
  /** Streams open in this process. */
  subscribers(): number;
  close(): Promise<void>;
}

export const RESYNC = 'resumed';
/** This server stops: a reader that opens its stream again is served by another one. */
export const RECONNECT = 'reconnect';

/** How often the listening connection notifies itself, and how long it waits for that notification. Milliseconds. */
const HEARTBEAT = { heartbeat: 15_000, timeout: 5_000 };
/** How often what changed is looked for, in milliseconds. */
const POLL_MS = 50;
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
const PAUSES = { first: 100, longest: 2_000 };

/** Connects before it answers; throws when the database does not let it in. */
export async function openLive(url: string, { heartbeat, timeout } = HEARTBEAT): Promise<Live> {
  const { subscribers, byTopic, open } = openSubscribers();
  const closing = new AbortController();
  const heartbeatTopic = `heartbeat:${randomUUID()}`;
  let heartbeatReceived = true;
  let isLeaving = false;
  let client = await listen();

  async function listen(): Promise<pg.Client> {
    const next = new pg.Client({
      ...clientConfigOfAddress(url),
      application_name: 'vidik live',
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    });
    next.on('error', () => {});
    next.on('notification', ({ payload = '' }) => {
      if (payload === heartbeatTopic) heartbeatReceived = true;
      for (const subscriber of byTopic.get(payload) ?? []) subscriber.onNotify(payload);
    });
    const limit = setTimeout(destroyConnection, LISTEN_MS, next);
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
        for (const subscriber of subscribers) subscriber.onNotify(RESYNC);
        return;
      } catch {
        await sleep(pause, null, { signal: closing.signal }).catch(() => {});
      }
    }
  }

  /** A connection of which only one half is left is silent for ever, and looks like one on which nothing happens. */
  async function checkConnection() {
    heartbeatReceived = false;
    const checked = client;
    checked.query('select pg_notify($1, $2)', ['live', heartbeatTopic]).catch(() => {});
    await sleepThenDrainEvents(timeout, closing.signal).catch(() => {});
    if (!heartbeatReceived && checked === client) destroyConnection(checked);
  }
  const checks = setInterval(checkConnection, heartbeat);
  checks.unref();

  let isPolling = false;
  async function notifyOfChanges() {
    if (isPolling) return;
    isPolling = true;
    await client.query(NOTIFY_OF_CHANGES).catch(() => {});
    isPolling = false;
  }
  const polls = setInterval(notifyOfChanges, POLL_MS);
  polls.unref();

  return {
    subscribe(topics, signal) {
      const subscriber = open(topics);
      if (isLeaving) subscriber.onNotify(RECONNECT);
      if (signal.aborted) subscriber.end();
      else signal.addEventListener('abort', subscriber.end, { once: true });
      return subscriber;
    },
    sendElsewhere(milliseconds) {
      if (milliseconds === 0) isLeaving = true;
      for (const subscriber of subscribers)
        if (milliseconds === 0) subscriber.onNotify(RECONNECT);
        else setTimeout(() => subscriber.onNotify(RECONNECT), Math.random() * milliseconds).unref();
    },
    subscribers: () => subscribers.size,
    async close() {
      for (const subscriber of subscribers) subscriber.end();
      closing.abort();
      clearInterval(checks);
      clearInterval(polls);
      const limit = setTimeout(destroyConnection, CONNECT_MS, client);
      await client.end();
      clearTimeout(limit);
    },
  };
}

/** Who listens, and to which topics. */
function openSubscribers() {
  const subscribers = new Set<Subscriber>();
  const byTopic = new Map<string, Set<Subscriber>>();

  function open(topics: readonly string[]): Subscriber {
    const subscriber = newSubscriber([RECONNECT, RESYNC, ...topics], () => {
      subscribers.delete(subscriber);
      for (const topic of topics) {
        const others = byTopic.get(topic);
        others?.delete(subscriber);
        if (others?.size === 0) byTopic.delete(topic);
      }
    });
    subscribers.add(subscriber);
    for (const topic of topics) byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(subscriber));
    return subscriber;
  }

  return { subscribers, byTopic, open };
}

interface Subscriber extends AsyncIterableIterator<string> {
  onNotify(topic: string): void;
  end(): void;
}

/** One subscriber's waiting topics, each at most once: a list that changed five times is read again once. */
function newSubscriber(order: readonly string[], onEnd: () => void): Subscriber {
  const waiting = new Set<string>();
  let wake: (() => void) | null = null;
  let ended = false;
  const end = () => {
    ended = true;
    onEnd();
    wake?.();
  };
  return {
    onNotify(topic) {
      waiting.add(topic);
      wake?.();
    },
    end,
    async next() {
      while (waiting.size === 0 && !ended) await new Promise<void>((resolve) => (wake = resolve));
      wake = null;
      const topic = order.find((one) => waiting.has(one));
      if (topic === undefined || ended) return { done: true, value: undefined };
      waiting.delete(topic);
      return { done: false, value: topic };
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
