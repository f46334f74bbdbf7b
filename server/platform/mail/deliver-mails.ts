import { setTimeout as sleep } from 'node:timers/promises';
import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import pLimit from 'p-limit';
import type { Config } from '../../config.ts';
import { isDatabaseUnavailable } from '../database-errors.ts';
import type { Database } from '../db.ts';
import type { Queue } from '../jobs/queue.ts';
import { errorLine, type Log } from '../log/log.ts';
import { mails } from '../mail.schema.ts';
import type { Storage } from '../storage/open.ts';
import { MAILS_QUEUED, type Templates } from './mail.ts';
import { hasAnswered, isRefusedForGood, isServerTrouble, type Outgoing, openPost } from './smtp.ts';
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

type Mail = typeof mails.$inferSelect;
type Outcome = PgUpdateSetSource<typeof mails>;

const MINUTE = 60_000;
/** Debounce after the tries of one mail, in minutes; the last one again and again. */
const PAUSES = [1, 2, 5, 15, 30, 60] as const;
/** While the mail server is down; short enough that all mails are gone a minute after it came back. */
const PROBE_MS = 45_000;
const VALID_HOURS = 48;
/** A mail is one worker's for so long, and given up by it before that. */
const LEASE_MS = 30_000;
const TRY_MS = 25_000;
const AT_ONCE = 10;
/** Leased by one statement; few, so that a mail somebody waits for is never behind many. */
const BATCH = 20;
/** Mails of large statements say no word, and pauses end without one. */
const POLL_MS = 2_000;
const STOP_MS = 3_000;

/**
 * Sends queued mails. A mail is leased, sent outside of any transaction and then marked, so a silent mail server holds no
 * database connection and two workers never send the same mail; a process killed between the mail server's yes and the
 * mark sends it once more. While the mail server is down one mail a minute is tried, and when it goes through all go.
 */
export function openDelivery(deps: DeliveryDependencies, templates: Templates): Delivery {
  const { db, config, log, now } = deps;
  const post = openPost(config);
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
  let looking: ReturnType<typeof setInterval> | undefined;

  /** As many lanes as there is work for: each that finds a mail opens another one. */
  function open() {
    if (stopping.signal.aborted || lanes.size >= (nextProbe ? 1 : AT_ONCE)) return;
    const lane: Promise<void> = Promise.resolve()
      .then(work)
      .catch((error) => log.error({ error }, 'mails are not read'))
      .finally(() => lanes.delete(lane));
    lanes.add(lane);
  }

  async function work() {
    while (!stopping.signal.aborted) {
      if (leased.length === 0) await oneAfterAnother(() => (leased.length === 0 ? leaseMails() : undefined));
      const next = leased.shift();
      if (!next) return;
      const mail = await stillOurs(next);
      if (!mail) continue;
      open();
      sending.add(mail.id);
      await send(mail).finally(() => sending.delete(mail.id));
    }
  }

  async function leaseMails() {
    const at = now();
    if (nextProbe && at < nextProbe) return;
    if (nextProbe) nextProbe = new Date(at.getTime() + PROBE_MS);
    const due = db
      .select({ id: mails.id })
      .from(mails)
      .where(
        and(
          eq(mails.state, 'queued'),
          eq(mails.undecided, false),
          isNull(mails.awaits),
          or(isNull(mails.nextAttemptAt), lte(mails.nextAttemptAt, at)),
          isFree(at),
          not(isOver(at)),
          sending.size > 0 ? notInArray(mails.id, [...sending]) : undefined,
        ),
      )
      // One mail that the server cannot bear does not stand in front of the others.
      .orderBy(...(nextProbe ? [sql`random()`] : [desc(mails.priority), asc(mails.number)]))
      .limit(nextProbe ? 1 : BATCH)
      .for('update', { skipLocked: true });
    const found = await db
      .update(mails)
      .set({ leasedUntil: new Date(at.getTime() + LEASE_MS) })
      .where(sql`${mails.id} = any(array(${due}))`)
      .returning();
    leased.push(...found.sort((a, b) => b.priority - a.priority || a.number - b.number));
  }

  /** The mail with a lease that outlasts a try, renewed where it waited too long in the list; `null` when another worker has it. */
  async function stillOurs(mail: Mail): Promise<Mail | null> {
    const at = now();
    if (mail.leasedUntil!.getTime() - at.getTime() >= TRY_MS) return mail;
    const [renewed] = await db
      .update(mails)
      .set({ leasedUntil: new Date(at.getTime() + LEASE_MS) })
      .where(and(eq(mails.id, mail.id), eq(mails.leasedUntil, mail.leasedUntil!), eq(mails.state, 'queued')))
      .returning();
    return renewed ?? null;
  }

  /** Mails that are leased and not begun are anybody's again, but for those that another worker has leased since. */
  async function release() {
    const given = leased.splice(0);
    if (given.length === 0) return;
    const ids = given.map(({ id }) => id);
    const own = eq(mails.leasedUntil, given[0]!.leasedUntil!);
    await db
      .update(mails)
      .set({ leasedUntil: null })
      .where(and(inArray(mails.id, ids), own, eq(mails.state, 'queued')));
  }

  async function send(mail: Mail) {
    const written = await write(mail);
    if (!('letter' in written)) return mark(mail, written);
    const began = Date.now();
    const failure = await post.send(written, AbortSignal.any([aborted.signal, AbortSignal.timeout(TRY_MS)])).then(
      () => null,
      (error: Error) => error,
    );
    if (!failure) {
      lastSuccess = Date.now();
      const { html, text, letter } = written;
      const kept = letter.containsCredential
        ? { props: {}, html: null, text: null }
        : { html: ifKept(html), text: ifKept(text) };
      const attempts = mail.attempts + 1;
      await mark(mail, {
        state: 'sent',
        sentAt: now(),
        attempts,
        subject: ifKept(letter.subject),
        lastError: null,
        ...kept,
      });
    }
    if (!failure || hasAnswered(failure)) await up();
    if (failure) await mark(mail, whatNext(mail, failure, began));
  }

  /** What is sent, or what becomes of a mail that cannot be written. */
  async function write(mail: Mail): Promise<Outgoing | Outcome> {
    const { number, template, to, id: messageId } = mail;
    if (Object.keys(mail.props).length === 0) return { state: 'failed', lastError: 'its content was removed' };
    try {
      const letter = await writeMessage(deps, templates, mail);
      if (!letter) return { state: 'failed', lastError: `no template named ${template}` };
      const { html, text } = await renderMail(letter, config.publicUrl);
      const whole = await withStored(deps.storage, letter, mail.attached);
      return { number, template, to, html, text, letter: whole, date: now(), messageId };
    } catch (error) {
      // What could not be read is no fault of the mail: it is free again as soon as the database is there.
      return isDatabaseUnavailable(error) ? {} : later(mail, error);
    }
  }

  function whatNext(mail: Mail, error: Error, began: number): Outcome {
    if (aborted.signal.aborted) return {};
    const lastError = errorLine(error);
    // Unless another mail went through meanwhile: then it is not the server that is down. The try does not count.
    if (isServerTrouble(error) && lastSuccess < began) {
      if (!nextProbe) log.warn({ reason: lastError }, 'the mail server is down; one mail a minute is tried');
      nextProbe ??= new Date(now().getTime() + PROBE_MS);
      void release().catch((error) => log.error({ error }, 'leased mails are not released'));
      return { lastError };
    }
    if (!isRefusedForGood(error)) return later(mail, error);
    log.warn({ mailId: mail.id, reason: lastError }, 'a mail was refused for good');
    return { state: 'failed', attempts: mail.attempts + 1, lastError };
  }

  function later(mail: Mail, error: unknown): Outcome {
    const attempts = mail.attempts + 1;
    const pause = PAUSES[Math.min(attempts, PAUSES.length) - 1]!;
    log.warn({ error, mailId: mail.id, minutes: pause }, 'a mail was not sent; it will be tried again');
    return { attempts, lastError: errorLine(error), nextAttemptAt: new Date(now().getTime() + pause * MINUTE) };
  }

  async function up() {
    if (!nextProbe) return;
    await db
      .update(mails)
      .set({ nextAttemptAt: null })
      // One that was never tried is held, not late.
      .where(and(eq(mails.state, 'queued'), isNotNull(mails.nextAttemptAt), gt(mails.attempts, 0)));
    nextProbe = null;
    log.info('the mail server is back');
    open();
  }

  /** Until it is written: a sent mail that is not marked would be sent again. */
  async function mark(mail: Mail, outcome: Outcome) {
    for (let pause = 100; ; pause = Math.min(2 * pause, 2_000)) {
      try {
        // Who lost the lease meanwhile says nothing any more, unless it sent the mail.
        const mine = outcome.state === 'sent' ? undefined : eq(mails.leasedUntil, mail.leasedUntil!);
        await db
          .update(mails)
          .set({ ...outcome, leasedUntil: null })
          .where(and(eq(mails.id, mail.id), mine));
        return;
      } catch (error) {
        log.error({ error, mailId: mail.id, state: outcome.state }, 'what became of a mail is not written');
        if (aborted.signal.aborted) return;
        await sleep(pause);
      }
    }
  }

  async function look() {
    await dropOverdue();
    open();
  }

  /** What was not sent in time would only confuse, and a code that ended is nobody's any more. */
  async function dropOverdue() {
    const at = now();
    const dropped = await db
      .update(mails)
      .set({
        state: 'expired',
        nextAttemptAt: null,
        props: sql`case when ${mails.validUntil} is null then ${mails.props} else '{}' end`,
      })
      .where(
        inArray(
          mails.id,
          db
            .select({ id: mails.id })
            .from(mails)
            .where(
              and(eq(mails.state, 'queued'), eq(mails.undecided, false), isNull(mails.awaits), isOver(at), isFree(at)),
            )
            .for('update', { skipLocked: true }),
        ),
      )
      .returning({ id: mails.id });
    if (dropped.length > 0) log.warn({ count: dropped.length }, 'mails were not sent while they made sense');
  }

  return {
    async sendDue() {
      await look();
      while (lanes.size > 0) await Promise.all(lanes);
    },
    async start() {
      if (await deps.queue.isAlone())
        await db
          .update(mails)
          .set({ leasedUntil: null })
          .where(and(eq(mails.state, 'queued'), isNotNull(mails.leasedUntil)));
      const tryToLook = () => look().catch((error) => log.error({ error }, 'mails are not read'));
      looking = setInterval(tryToLook, POLL_MS);
      void tryToLook();
      void (async () => {
        for await (const _ of deps.live.subscribe([MAILS_QUEUED], stopping.signal)) open();
      })();
    },
    async stop() {
      clearInterval(looking);
      stopping.abort();
      const done = Promise.all(lanes);
      await Promise.race([done, sleep(STOP_MS, undefined, { ref: false })]);
      aborted.abort();
      await done;
      await release().catch(() => {});
      post.close();
    },
  };
}

/** Who is erased while their mail is on its way does not come back with the mark. */
const ifKept = (text: string): SQL => sql`case when ${mails.props} <> '{}' then ${text}::text end`;

const isFree = (at: Date) => or(isNull(mails.leasedUntil), lte(mails.leasedUntil, at));

/** Until when a mail makes sense; afterwards it is not sent any more. */
export const sendableUntil = ({ validUntil, queuedAt }: Pick<Mail, 'validUntil' | 'queuedAt'>): Date =>
  validUntil ?? new Date(queuedAt.getTime() + VALID_HOURS * 60 * MINUTE);

const isOver = (at: Date): SQL =>
  sql`coalesce(${mails.validUntil}, ${mails.queuedAt} + make_interval(hours => ${VALID_HOURS})) <= ${at.toISOString()}::timestamptz`;
