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
import type { Database } from '../db.ts';
import { mails } from '../mail.schema.ts';

export type Mail = typeof mails.$inferSelect;
export type Outcome = PgUpdateSetSource<typeof mails>;

const VALID_HOURS = 48;
/** A mail is one worker's for so long, and given up by it before that. */
const LEASE_MS = 30_000;
export const TRY_MS = 25_000;
/** Leased by one statement; few, so that a mail somebody waits for is never behind many. */
const BATCH = 20;

/** Queued mails in the database. A mail is leased by one worker at a time; all of these are safe among several workers. */
export function mailLeases({ db, now }: { db: Database; now: () => Date }) {
  const until = (at: Date) => new Date(at.getTime() + LEASE_MS);

  return {
    /** Leases mails that are due, the most urgent first; a probe is one at random, so that no mail stands in front of the others. */
    async lease({ isProbe, except }: { isProbe: boolean; except: readonly string[] }): Promise<Mail[]> {
      const at = now();
      const due = db
        .select({ id: mails.id })
        .from(mails)
        .where(
          and(
            isWaiting(),
            or(isNull(mails.nextAttemptAt), lte(mails.nextAttemptAt, at)),
            isFree(at),
            not(isOver(at)),
            except.length > 0 ? notInArray(mails.id, [...except]) : undefined,
          ),
        )
        .orderBy(...(isProbe ? [sql`random()`] : [desc(mails.priority), asc(mails.number)]))
        .limit(isProbe ? 1 : BATCH)
        .for('update', { skipLocked: true });
      const leased = await db
        .update(mails)
        .set({ leasedUntil: until(at) })
        .where(sql`${mails.id} = any(array(${due}))`)
        .returning();
      return leased.sort((a, b) => b.priority - a.priority || a.number - b.number);
    },

    /** The mail with a lease that outlasts a try, renewed where it waited too long; `null` when another worker has it. */
    async renew(mail: Mail): Promise<Mail | null> {
      const at = now();
      if (mail.leasedUntil!.getTime() - at.getTime() >= TRY_MS) return mail;
      const [renewed] = await db
        .update(mails)
        .set({ leasedUntil: until(at) })
        .where(and(eq(mails.id, mail.id), eq(mails.leasedUntil, mail.leasedUntil!), eq(mails.state, 'queued')))
        .returning();
      return renewed ?? null;
    },

    /** Mails of one lease are anybody's again, but for those that another worker has leased since. */
    async release(leased: readonly Mail[]): Promise<void> {
      if (leased.length === 0) return;
      const ids = leased.map(({ id }) => id);
      const own = eq(mails.leasedUntil, leased[0]!.leasedUntil!);
      await db
        .update(mails)
        .set({ leasedUntil: null })
        .where(and(inArray(mails.id, ids), own, eq(mails.state, 'queued')));
    },

    /** For whoever works alone on the database: what is leased was left by a dead worker. */
    async releaseAll(): Promise<void> {
      await db
        .update(mails)
        .set({ leasedUntil: null })
        .where(and(eq(mails.state, 'queued'), isNotNull(mails.leasedUntil)));
    },

    /** Whoever lost the lease meanwhile writes nothing any more, unless the mail was sent. */
    async writeOutcome(mail: Mail, outcome: Outcome): Promise<void> {
      const own = outcome.state === 'sent' ? undefined : eq(mails.leasedUntil, mail.leasedUntil!);
      await db
        .update(mails)
        .set({ ...outcome, leasedUntil: null })
        .where(and(eq(mails.id, mail.id), own));
    },

    /** After an outage nothing waits for its next try; a mail that was never tried is held, not late. */
    async retryAllNow(): Promise<void> {
      await db
        .update(mails)
        .set({ nextAttemptAt: null })
        .where(and(eq(mails.state, 'queued'), isNotNull(mails.nextAttemptAt), gt(mails.attempts, 0)));
    },

    /** What was not sent in time would only confuse, and a code that ended is kept no longer. Answers with how many expired. */
    async expireOverdue(): Promise<number> {
      const at = now();
      const overdue = db
        .select({ id: mails.id })
        .from(mails)
        .where(and(isWaiting(), isOver(at), isFree(at)))
        .for('update', { skipLocked: true });
      const expired = await db
        .update(mails)
        .set({
          state: 'expired',
          nextAttemptAt: null,
          props: sql`case when ${mails.validUntil} is null then ${mails.props} else '{}' end`,
        })
        .where(inArray(mails.id, overdue))
        .returning({ id: mails.id });
      return expired.length;
    },
  };
}

/** Queued, and neither held for a decision nor for something that must exist first. */
const isWaiting = () => and(eq(mails.state, 'queued'), eq(mails.undecided, false), isNull(mails.awaits));

const isFree = (at: Date) => or(isNull(mails.leasedUntil), lte(mails.leasedUntil, at));

/** Until when a mail makes sense; afterwards it is not sent any more. */
export const sendableUntil = ({ validUntil, queuedAt }: Pick<Mail, 'validUntil' | 'queuedAt'>): Date =>
  validUntil ?? new Date(queuedAt.getTime() + VALID_HOURS * 3_600_000);

const isOver = (at: Date): SQL =>
  sql`coalesce(${mails.validUntil}, ${mails.queuedAt} + make_interval(hours => ${VALID_HOURS})) <= ${at.toISOString()}::timestamptz`;
