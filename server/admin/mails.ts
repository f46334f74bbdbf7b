import { and, eq, exists, getTableColumns, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { MailRow } from '#domain/admin/contract.ts';
import { normaliseEmail } from '#domain/email.ts';
import { refuse } from '#domain/refuse.ts';
import { ownsAddressCondition, profiles, profileWords } from '../accounts/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { templates } from '../emails.ts';
import { RESERVATION_WORDS, reservations } from '../events/schema.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../platform/db.ts';
import { countUpTo, pageOf, rowsOf, wordSearchCondition } from '../platform/list.ts';
import { MAILS_QUEUED } from '../platform/mail/mail.ts';
import { sendableUntil } from '../platform/mail/mail-leases.ts';
import { renderMail, writeMessage } from '../platform/mail/write-mail.ts';
import { mails } from '../platform/mail.schema.ts';

const WORDS = sql`search_fold(' ' || ${mails.to} || ' ' || coalesce(${mails.subject}, ''))`;
type Mail = typeof mails.$inferSelect;

interface Wanted {
  search?: string | undefined;
  state?: MailRow['state'] | undefined;
  after?: string | undefined;
  direction: 'asc' | 'desc';
}

export async function listMails(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  { search: text, state, after, direction }: Wanted,
) {
  const page = pageOf({ key: mails.number, id: mails.number, direction, after });
  const wanted = text
    ? ((await toAddress(db, text)) ??
      or(wordSearchCondition(WORDS, text), await toPeople(db, text), await toGuests(db, text)))
    : undefined;
  const inState = (one: MailRow['state']) => rowsOf(db, mails, eq(mails.state, one));
  const [found, trouble] = await Promise.all([
    db
      .select({ ...getTableColumns(mails), place: page.place })
      .from(mails)
      .where(and(state && eq(mails.state, state), wanted, page.after))
      .orderBy(...page.orderBy)
      .limit(page.limit),
    countUpTo(db, { waiting: inState('queued'), failed: inState('failed'), expired: inState('expired') }),
  ]);
  const moment = now();
  return { ...page.show(found, (mail) => describe(mail, moment)), ...trouble };
}

/** Mails to a whole address, and to the account that it belongs to now; `undefined` when it is nobody's and nothing went there. */
async function toAddress(db: DatabaseOrTransaction, text: string): Promise<SQL | undefined> {
  const owns = ownsAddressCondition(text);
  if (!owns) return undefined;
  const there = eq(mails.to, normaliseEmail(text));
  const [[owner], [sent]] = await Promise.all([
    db.select({ id: profiles.id }).from(profiles).where(owns),
    db.select({ id: mails.id }).from(mails).where(there).limit(1),
  ]);
  return owner ? or(there, eq(mails.profileId, owner.id)) : sent && there;
}

/** So many readers are looked up one by one; of more, some are met soon on the way down the list. */
const MOST_READERS = 1_000;

/** Mails to accounts that are found by these words: a name, a phone, a company. */
async function toPeople(db: DatabaseOrTransaction, text: string): Promise<SQL | undefined> {
  const found = wordSearchCondition(profileWords.words, text);
  const people = db.select({ id: profileWords.profileId }).from(profileWords);
  const few = await people.where(found).limit(MOST_READERS + 1);
  if (few.length > MOST_READERS)
    return exists(
      db
        .select()
        .from(profileWords)
        .where(and(eq(profileWords.profileId, mails.profileId), found)),
    );
  return few.length > 0
    ? inArray(
        mails.profileId,
        few.map(({ id }) => id),
      )
    : undefined;
}

/** Mails to addresses that a reservation was made with. */
async function toGuests(db: DatabaseOrTransaction, text: string): Promise<SQL | undefined> {
  const found = wordSearchCondition(RESERVATION_WORDS, text);
  const few = await db
    .selectDistinct({ email: reservations.email })
    .from(reservations)
    .where(found)
    .limit(MOST_READERS + 1);
  if (few.length > MOST_READERS)
    return exists(
      db
        .select()
        .from(reservations)
        .where(and(eq(reservations.email, mails.to), found)),
    );
  return few.length > 0
    ? inArray(
        mails.to,
        few.map(({ email }) => email),
      )
    : undefined;
}

/**
 * A sent mail as it went out, another as it would go out now. What contains a credential is shown to nobody. Whose mail was looked at
 * is written down.
 */
export async function previewMail(deps: Dependencies, actor: Actor, id: string) {
  const [mail] = await deps.db.select().from(mails).where(eq(mails.id, id));
  if (!mail) throw refuse('MAIL_GONE');
  const { html, text, containsCredential } = await bodyOf(deps, mail);
  const after = { template: mail.template, containsCredential };
  await record(deps.db, actor, { action: 'mail.previewed', on: { kind: 'mail', id }, after });
  return { ...describe(mail, deps.now()), html, text, containsCredential };
}

async function bodyOf(
  deps: Dependencies,
  mail: Mail,
): Promise<{ html: string | null; text: string | null; containsCredential: boolean }> {
  const nothing = { html: null, text: null };
  const forgotten = Object.keys(mail.props).length === 0;
  if (mail.html !== null || (mail.state === 'sent' && forgotten))
    return { html: mail.html, text: mail.text, containsCredential: mail.html === null };
  if (forgotten) return { ...nothing, containsCredential: false };
  try {
    const message = await writeMessage(deps, templates, mail);
    if (!message) return { ...nothing, containsCredential: false };
    if (message.containsCredential) return { ...nothing, containsCredential: true };
    return { ...(await renderMail(message, deps.config.publicUrl)), containsCredential: false };
  } catch (error) {
    deps.log.warn({ error, mailId: mail.id }, 'a mail could not be written for its preview');
    return { ...nothing, containsCredential: false };
  }
}

/** As a mail that was queued now: it has its 48 hours before it again, but a code or link in it is valid no longer. */
const anew = (now: Date) =>
  ({ state: 'queued', attempts: 0, nextAttemptAt: null, queuedAt: now, undecided: false }) as const;

/** Why it is not queued anew; `null`: it may be. */
function whyNotAgain({ state, validUntil, props }: Mail, now: Date) {
  if (state === 'sent') return 'MAIL_SENT';
  if (validUntil && validUntil <= now) return 'MAIL_EXPIRED';
  return Object.keys(props).length === 0 ? 'MAIL_EMPTY' : null;
}

/** Queues a mail anew. */
export async function retryMail(tx: Tx, deps: Dependencies, actor: Actor, id: string): Promise<MailRow> {
  const now = deps.now();
  const [mail] = await tx.select().from(mails).where(eq(mails.id, id)).for('update');
  if (!mail) throw refuse('MAIL_GONE');
  const why = whyNotAgain(mail, now);
  if (why) throw refuse(why);
  const [again] = await tx.update(mails).set(anew(now)).where(eq(mails.id, id)).returning();
  await deps.queue.notify(tx, MAILS_QUEUED);
  await record(tx, actor, {
    action: 'mail.retried',
    on: { kind: 'mail', id },
    before: { state: mail.state, attempts: mail.attempts, lastError: mail.lastError },
    after: { state: 'queued' },
  });
  return describe(again!, now);
}

/** Queues all anew that were given up, and says how many could not be: their code or link has ended, or their content is gone. */
export async function retryFailedMails(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
): Promise<{ queued: number; left: number }> {
  const now = deps.now();
  const failed = await tx.select({ id: mails.id }).from(mails).where(eq(mails.state, 'failed')).for('update');
  const again = await tx
    .update(mails)
    .set(anew(now))
    .where(
      and(
        eq(mails.state, 'failed'),
        or(isNull(mails.validUntil), gt(mails.validUntil, now)),
        sql`${mails.props} <> '{}'`,
      ),
    )
    .returning({ number: mails.number });
  const outcome = { queued: again.length, left: failed.length - again.length };
  if (outcome.queued === 0) return outcome;
  await deps.queue.notify(tx, MAILS_QUEUED);
  await record(tx, actor, { action: 'mail.failed-retried', on: { kind: 'mail', id: 'failed' }, after: outcome });
  return outcome;
}

const describe = (mail: Mail, now: Date): MailRow => ({
  id: mail.id,
  number: mail.number,
  to: mail.to,
  toAccount: mail.profileId !== null,
  template: mail.template,
  subject: mail.subject,
  state: mail.state,
  attempts: mail.attempts,
  lastError: mail.lastError,
  nextAttemptAt: mail.nextAttemptAt,
  sendableUntil: sendableUntil(mail),
  isRetryable: whyNotAgain(mail, now) === null,
  createdAt: mail.createdAt,
  sentAt: mail.sentAt,
});
