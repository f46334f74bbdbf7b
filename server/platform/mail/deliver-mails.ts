import { setTimeout as sleep } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import type { Config } from '../../config.ts';
import { isDatabaseUnavailable } from '../database-errors.ts';
import type { Database } from '../db.ts';
import type { Queue } from '../jobs/queue.ts';
import { errorLine, type Log } from '../log/log.ts';
import { mails } from '../mail.schema.ts';
import type { Storage } from '../storage/open.ts';
import { MAILS_QUEUED, type Templates } from './mail.ts';
import { type Mail, mailLeases, type Outcome, TRY_MS } from './mail-leases.ts';
import { hasAnswered, isRefusedForGood, isServerTrouble, type Outgoing, openTransport } from './smtp.ts';
import { withStored } from './stored-attachments.ts';
import { renderMail, writeMessage } from './write-mail.ts';

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

const MINUTE = 60_000;
/** Pauses after the tries of one mail, in minutes; the last one again and again. */
const PAUSES = [1, 2, 5, 15, 30, 60] as const;
/** While the mail server is down; short enough that all mails are gone a minute after it came back. */
const PROBE_MS = 45_000;
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
  let lastSuccess = 0;
  /** Since the mail server is down: when the next mail is tried. */
  let nextProbe: Date | null = null;
  let polling: ReturnType<typeof setInterval> | undefined;

  /** As many lanes as there is work for: each that finds a mail opens another one. */
  function openLane() {
    if (stopping.signal.aborted || lanes.size >= (nextProbe ? 1 : AT_ONCE)) return;
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
    const at = now();
    if (nextProbe && at < nextProbe) return;
    const isProbe = nextProbe !== null;
    if (isProbe) nextProbe = new Date(at.getTime() + PROBE_MS);
    leased.push(...(await leases.lease({ isProbe, except: [...sending] })));
  }

  async function send(mail: Mail) {
    const written = await write(mail);
    if (!('message' in written)) return writeOutcome(mail, written);
    const began = Date.now();
    const failure = await transport.send(written, AbortSignal.any([aborted.signal, AbortSignal.timeout(TRY_MS)])).then(
      () => null,
      (error: Error) => error,
    );
    if (!failure) {
      lastSuccess = Date.now();
      await writeOutcome(mail, asSent(mail, written, now()));
    }
    if (!failure || hasAnswered(failure)) await resumeAfterOutage();
    if (failure) await writeOutcome(mail, outcomeOf(mail, failure, began));
  }

  /** What is sent, or what becomes of a mail that cannot be written. */
  async function write(mail: Mail): Promise<Outgoing | Outcome> {
    const { number, template, to, id: messageId } = mail;
    if (Object.keys(mail.props).length === 0) return { state: 'failed', lastError: 'its content was removed' };
    try {
      const message = await writeMessage(deps, templates, mail);
      if (!message) return { state: 'failed', lastError: `no template named ${template}` };
      const { html, text } = await renderMail(message, config.publicUrl);
      const whole = await withStored(deps.storage, message, mail.attached);
      return { number, template, to, html, text, message: whole, date: now(), messageId };
    } catch (error) {
      // What could not be read is no fault of the mail: it is free again as soon as the database is there.
      return isDatabaseUnavailable(error) ? {} : tryLater(mail, error);
    }
  }

  function outcomeOf(mail: Mail, error: Error, began: number): Outcome {
    if (aborted.signal.aborted) return {};
    const lastError = errorLine(error);
    // Unless another mail went through meanwhile: then it is not the server that is down. The try does not count.
    if (isServerTrouble(error) && lastSuccess < began) {
      if (!nextProbe) log.warn({ reason: lastError }, 'the mail server is down; one mail a minute is tried');
      nextProbe ??= new Date(now().getTime() + PROBE_MS);
      void leases.release(leased.splice(0)).catch((error) => log.error({ error }, 'leased mails are not released'));
      return { lastError };
    }
    if (!isRefusedForGood(error)) return tryLater(mail, error);
    log.warn({ mailId: mail.id, reason: lastError }, 'a mail was refused for good');
    return { state: 'failed', attempts: mail.attempts + 1, lastError };
  }

  function tryLater(mail: Mail, error: unknown): Outcome {
    const attempts = mail.attempts + 1;
    const pause = PAUSES[Math.min(attempts, PAUSES.length) - 1]!;
    log.warn({ error, mailId: mail.id, minutes: pause }, 'a mail was not sent; it will be tried again');
    return { attempts, lastError: errorLine(error), nextAttemptAt: new Date(now().getTime() + pause * MINUTE) };
  }

  async function resumeAfterOutage() {
    if (!nextProbe) return;
    await leases.retryAllNow();
    nextProbe = null;
    log.info('the mail server is back');
    openLane();
  }

  /** Until it is written: a sent mail that is not marked would be sent again. */
  async function writeOutcome(mail: Mail, outcome: Outcome) {
    for (let pause = 100; ; pause = Math.min(2 * pause, 2_000)) {
      try {
        return await leases.writeOutcome(mail, outcome);
      } catch (error) {
        log.error({ error, mailId: mail.id, state: outcome.state }, 'what became of a mail is not written');
        if (aborted.signal.aborted) return;
        await sleep(pause);
      }
    }
  }

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

/** A sent mail keeps what was read in it, unless that let its reader in somewhere. */
function asSent({ attempts }: Mail, { html, text, message }: Outgoing, sentAt: Date): Outcome {
  const kept = message.containsCredential
    ? { props: {}, html: null, text: null }
    : { html: ifKept(html), text: ifKept(text) };
  const subject = ifKept(message.subject);
  return { state: 'sent', sentAt, attempts: attempts + 1, subject, lastError: null, ...kept };
}

/** Who is erased while their mail is on its way does not come back with the mark. */
const ifKept = (text: string): SQL => sql`case when ${mails.props} <> '{}' then ${text}::text end`;
