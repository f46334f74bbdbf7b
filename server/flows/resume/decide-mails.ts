import { and, asc, eq, lte } from 'drizzle-orm';
import { DROPPED_AFTER_RESTORE } from '#domain/mail-states.ts';
import { MAILS_QUEUED } from '../../platform/mail/mail.ts';
import { mails } from '../../platform/mail.schema.ts';
import type { ResumePart } from './part.ts';

const LISTED = 500;

/**
 * Mails that were queued before the restore go only once that is decided. This comes first, because a paper that is drawn later lets its
 * mail go; whatever staff have queued anew since then is decided.
 */
export const holdOldMails: ResumePart = {
  name: 'old mails',
  async run({ db }, { restoredAt }) {
    await db
      .update(mails)
      .set({ undecided: true })
      .where(and(eq(mails.state, 'queued'), lte(mails.queuedAt, restoredAt)));
    return { lines: [] };
  },
};

/**
 * Mails that are older than the restore, or were caused now by something older: the shop before may have sent them. Nobody but the
 * operator can know, so they are listed by number and template until it is said what becomes of them.
 */
export const decideMails: ResumePart = {
  name: 'old mails',
  async run({ db, queue, now }, { mails: decision }) {
    const waiting = and(eq(mails.state, 'queued'), eq(mails.undecided, true));
    const count = await db.$count(mails, waiting);
    if (count === 0) return { lines: ['no mail is older than the restore'] };
    if (decision === null) {
      const some = await db
        .select({ number: mails.number, template: mails.template, createdAt: mails.createdAt })
        .from(mails)
        .where(waiting)
        .orderBy(asc(mails.number))
        .limit(LISTED);
      return {
        waits: true,
        lines: [
          `${count} mails are older than the restore and may have been sent already (/admin/mail shows each):`,
          ...some.map(({ number, template, createdAt }) => `  ${number}  ${template}  ${createdAt.toISOString()}`),
          ...(count > LISTED ? [`  and ${count - LISTED} more`] : []),
        ],
      };
    }
    await db.transaction(async (tx) => {
      const outcome =
        decision === 'send'
          ? ({ undecided: false, queuedAt: now(), nextAttemptAt: null } as const)
          : ({ undecided: false, state: 'expired', lastError: DROPPED_AFTER_RESTORE } as const);
      await tx.update(mails).set(outcome).where(waiting);
      await queue.notify(tx, MAILS_QUEUED);
    });
    return { lines: [`${count} old mails are ${decision === 'send' ? 'sent' : 'dropped'}`] };
  },
};
