import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Config } from '../../config.ts';
import type { Database } from '../db.ts';
import type { Queue } from '../jobs/queue.ts';
import { errorLine, type Log } from '../log/log.ts';
import type { Storage } from '../storage/open.ts';
import { composeMail } from './compose-mail.ts';
import { MAILS_QUEUED, type Templates } from './mail.ts';
import { type Mail, mailLeases, type Outcome, TRY_MS } from './mail-leases.ts';
import { watchOutage } from './outage.ts';
import { asSent, retryLater, writeOutcomeWithRetries } from './outcomes.ts';
import { hasAnswered, isRefusedForGood, isServerTrouble, openTransport } from './smtp.ts';

export interface DeliveryDependencies {
  db: Database;
  config: Config;
  log: Log;
  now: () => Date;
  /** Says when mails were queued. */
  live: { subscribe(topics: readonly string[], signal: AbortSignal): AsyncIterable<string> };
  queue: Queue;
  /** Where what travels with a mail lies. */
  storage: Pick<Storage, 'private'>;
}

export interface Delivery {
  /** Sends what is due and comes to an end; `start` does that again and again. */
  sendDue(): Promise<void>;
  start(): Promise<void>;
  /** Lets mails under way arrive, three seconds at most; the others wait for the next start. */
  stop(): Promise<void>;
}

const AT_ONCE = 10;
/** Mails of large statements notify nobody, and pauses end by themselves. */
const POLL_MS = 2_000;
const STOP_MS = 3_000;

/**
 * Sends queued mails. A mail is leased, sent outside of any transaction and then marked, so a silent mail server holds no
 * database connection and two workers never send the same mail; a process killed between the mail server's yes and the
 * mark sends it once more. While the mail server is down one mail a minute is tried, and when it goes through all go.
 */
export function openDelivery(deps: DeliveryDependencies, templates: Templates): Delivery {
  const { config, log, now } = deps;
  const transport = openTransport(config);
  const leases = mailLeases(deps);
  const lanes = new Set<Promise<void>>();
  const sending = new Set<string>();
  /** Leased and not begun. */
  const leased: Mail[] = [];
  const oneAfterAnother = pLimit(1);
  const stopping = new AbortController();
  const aborted = new AbortController();
  const outage = watchOutage(deps);
  let polling: ReturnType<typeof setInterval> | undefined;

  /** As many lanes as there is work for: each that finds a mail opens another one. */
  function openLane() {
    if (stopping.signal.aborted || lanes.size >= (outage.isOn() ? 1 : AT_ONCE)) return;
    const lane: Promise<void> = Promise.resolve()
      .then(sendUntilNoneIsDue)
      .catch((error) => log.error({ error }, 'mails are not read'))
      .finally(() => lanes.delete(lane));
    lanes.add(lane);
  }

  async function sendUntilNoneIsDue() {
    while (!stopping.signal.aborted) {
      if (leased.length === 0) await oneAfterAnother(() => (leased.length === 0 ? leaseMails() : undefined));
      const next = leased.shift();
      if (!next) return;
      const mail = await leases.renew(next);
      if (!mail) continue;
      openLane();
      sending.add(mail.id);
      await send(mail).finally(() => sending.delete(mail.id));
    }
  }

  async function leaseMails() {
    const claimed = outage.claim();
    if (!claimed) return;
    leased.push(...(await leases.lease({ ...claimed, except: [...sending] })));
  }

  async function send(mail: Mail) {
    const written = await composeMail(deps, templates, mail);
    if (!('message' in written)) return writeOutcome(mail, written);
    const began = Date.now();
    const failure = await transport.send(written, AbortSignal.any([aborted.signal, AbortSignal.timeout(TRY_MS)])).then(
      () => null,
      (error: Error) => error,
    );
    if (!failure) {
      outage.noteSuccess();
      await writeOutcome(mail, asSent(mail, written, now()));
    }
    if (!failure || hasAnswered(failure)) await resumeAfterOutage();
    if (failure) await writeOutcome(mail, outcomeOf(mail, failure, began));
  }

  function outcomeOf(mail: Mail, error: Error, began: number): Outcome {
    if (aborted.signal.aborted) return {};
    const lastError = errorLine(error);
    // Unless another mail went through meanwhile: then it is not the server that is down. The try does not count.
    if (isServerTrouble(error) && !outage.hasSentSince(began)) {
      outage.begin(lastError);
      void leases.release(leased.splice(0)).catch((error) => log.error({ error }, 'leased mails are not released'));
      return { lastError };
    }
    if (!isRefusedForGood(error)) return retryLater(deps, mail, error);
    log.warn({ mailId: mail.id, reason: lastError }, 'a mail was refused for good');
    return { state: 'failed', attempts: mail.attempts + 1, lastError };
  }

  async function resumeAfterOutage() {
    if (!outage.isOn()) return;
    await leases.retryAllNow();
    outage.end();
    openLane();
  }

  const writeOutcome = (mail: Mail, outcome: Outcome) =>
    writeOutcomeWithRetries({ leases, log, aborted: aborted.signal }, mail, outcome);

  async function poll() {
    const count = await leases.expireOverdue();
    if (count > 0) log.warn({ count }, 'mails were not sent while they made sense');
    openLane();
  }

  return {
    async sendDue() {
      await poll();
      while (lanes.size > 0) await Promise.all(lanes);
    },
    async start() {
      if (await deps.queue.isAlone()) await leases.releaseAll();
      const tryToPoll = () => poll().catch((error) => log.error({ error }, 'mails are not read'));
      polling = setInterval(tryToPoll, POLL_MS);
      void tryToPoll();
      void (async () => {
        for await (const _ of deps.live.subscribe([MAILS_QUEUED], stopping.signal)) openLane();
      })();
    },
    async stop() {
      clearInterval(polling);
      stopping.abort();
      const done = Promise.all(lanes);
      await Promise.race([done, sleep(STOP_MS, undefined, { ref: false })]);
      aborted.abort();
      await done;
      await leases.release(leased.splice(0)).catch(() => {});
      transport.close();
    },
  };
}
