import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './log.ts';
import type { EventRecord } from './records.ts';
import { SUBSET_VERSION } from './schema.ts';
import type { SandboxState } from './state.ts';

/** Seconds before the next try; after the last one an event waits for a restart or a person. */
const RETRY_AFTER = [1, 5, 25, 125, 625, 3_600, 10_800];
const ANSWER_WITHIN = 20_000;
/** Like Stripe, several at a time: the shop never sees a tidy queue. */
const AT_ONCE = 8;
const WRITE_EVERY = 50;

export interface Deliveries {
  /** Sends what is waiting; called after every commit. */
  wake(): void;
  /** Resolves when nothing is being sent and nothing is ready to be; retries that wait for their time do not count. */
  idle(): Promise<void>;
  /** Sends everything undelivered again at once. */
  retryNow(): void;
  stop(): Promise<void>;
}

/** The shop's address for webhooks, and how one travels there. */
interface Receiver {
  send: (request: Request) => Promise<Response>;
  url: string;
}

export function serializeEvent(event: EventRecord) {
  return {
    id: event.id,
    object: 'event',
    api_version: SUBSET_VERSION,
    created: event.created,
    data: { object: event.object },
    livemode: false,
    pending_webhooks: event.delivery.state === 'waiting' ? 1 : 0,
    request: event.request,
    type: event.type,
  };
}

/** The header Stripe signs a webhook with: the moment of sending, and a keyed hash of that moment and the exact bytes. */
export function sign(payload: string, secret: string, at: Date): string {
  const t = Math.floor(at.getTime() / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${payload}`).digest('hex')}`;
}

/** Indented like Stripe's own, so that a middleware which re-serialises the body is found out. */
export const payloadOf = (event: EventRecord) => JSON.stringify(serializeEvent(event), null, 2);

/** Sends events, each attempt signed afresh, failures again after a while, as often as Stripe would. */
export function openDeliveries(state: SandboxState, { log, ...receiver }: Receiver & { log: Log }): Deliveries {
  const ready: string[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let sending: Promise<void> | null = null;
  let stopped = false;
  let unwritten = 0;

  for (const event of state.store.all('events')) if (event.delivery.state === 'waiting') later(event.id, 1);

  function later(id: string, seconds: number) {
    const timer = setTimeout(() => {
      timers.delete(timer);
      ready.push(id);
      wake();
    }, seconds * 1000);
    timer.unref();
    timers.add(timer);
  }

  function wake() {
    if (sending || stopped || state.faults.hold) return;
    for (const event of state.fresh.splice(0)) {
      for (let copies = 0; copies <= state.faults.duplicate; copies += 1) ready.push(event);
    }
    if (ready.length === 0) return;
    sending = sendAll().finally(() => {
      sending = null;
      wake();
    });
  }

  async function sendAll() {
    await Promise.all(Array.from({ length: AT_ONCE }, sendReady));
    state.store.commit();
  }

  async function sendReady() {
    while (ready.length > 0 && !stopped) {
      const index = state.faults.shuffle ? Math.floor(Math.random() * ready.length) : 0;
      const [id] = ready.splice(index, 1);
      const event = state.store.get('events', id!);
      if (event) await attempt(event);
    }
  }

  async function attempt(event: EventRecord) {
    if (state.faults.delay > 0) await sleep(state.faults.delay);
    const lastError = await sendOnce(state, receiver, event);
    const attempts = event.delivery.attempts + 1;
    const wait = RETRY_AFTER[attempts - 1];
    const outcome = lastError === null ? 'delivered' : wait === undefined ? 'given up' : 'waiting';
    state.store.put('events', { ...event, delivery: { state: outcome, attempts, lastError } });
    // What a killed process forgets here is delivered once more.
    unwritten += 1;
    if (unwritten >= WRITE_EVERY) {
      unwritten = 0;
      state.store.commit();
    }
    if (lastError === null) return;
    log.warn({ event: event.id, type: event.type, attempts, lastError }, 'sandbox webhook not accepted');
    if (wait !== undefined) later(event.id, wait);
  }

  return {
    wake,
    async idle() {
      wake();
      while (sending) await sending;
    },
    retryNow() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      ready.length = 0;
      for (const event of state.store.all('events')) {
        if (event.delivery.state !== 'delivered') ready.push(event.id);
      }
      wake();
    },
    async stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      if (sending) await sending;
    },
  };
}

/** Why it was not accepted; `null`: it was. */
async function sendOnce(state: SandboxState, { send, url }: Receiver, event: EventRecord): Promise<string | null> {
  if (state.faults.dropNext > 0) {
    state.faults.dropNext -= 1;
    return 'lost on its way';
  }
  const payload = payloadOf(event);
  try {
    const response = await send(
      new Request(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (sandbox)',
          'stripe-signature': sign(payload, state.settings().webhookSecret, new Date()),
        },
        body: payload,
        signal: AbortSignal.timeout(ANSWER_WITHIN),
      }),
    );
    await response.arrayBuffer();
    return response.ok ? null : `answered ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
