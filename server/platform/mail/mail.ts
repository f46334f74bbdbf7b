import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { ReactNode } from 'react';
import type { Company } from '#domain/company.ts';
import type { Reader } from '#domain/mail-copy.ts';
import type { Config } from '../../config.ts';
import { batchesOf } from '../batches.ts';
import type { DatabaseOrTransaction, Tx } from '../db.ts';
import type { Queue } from '../jobs/queue.ts';
import { mails, type StoredAttachment } from '../mail.schema.ts';

/**
 * The templates and what each is written from. Every domain adds its own in its emails.tsx:
 * `declare module '../platform/mail/mail.ts' { interface MailProps { 'orders.paid': { … } } }`, so that a wrong name or a
 * missing prop does not compile where the mail is queued. Props are plain JSON: never a password, a token only in a link.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface MailProps {}
export type MailName = keyof MailProps;

export interface Attachment {
  name: string;
  contentType: string;
  content: Buffer | string;
  /** For pictures shown inside the mail: `<img src="cid:…">`. */
  contentId?: string;
}

/** A written mail. `body` stands between the greeting and the signature. */
export interface MailMessage {
  subject: string;
  /** The line mail programs show beside the subject. */
  preview: string;
  body: ReactNode;
  /** Why it is written to its reader, as the footer says; without it to somebody who has an account. */
  reader?: Reader;
  /** A link or code in it lets its reader in: once sent, nothing of it is kept that staff could read. */
  containsCredential?: boolean;
  attachments?: Attachment[];
}

export interface MailContext {
  company: Company;
  config: Config;
  db: DatabaseOrTransaction;
}
export type Templates = {
  [K in MailName]: (props: MailProps[K], context: MailContext) => MailMessage | Promise<MailMessage>;
};

export interface NewMail<K extends MailName = MailName> {
  to: string;
  /** The account it is written to; `null` for whoever has none, and for staff. Decides who sees it and whose erasure takes it. */
  profileId: string | null;
  /** The order it is about, on whose page it stands. */
  orderId?: string;
  template: K;
  props: MailProps[K];
  /** The same cause never sends two mails. */
  idempotencyKey?: string;
  /** When the code or link in it ends; afterwards it is not sent any more. Otherwise 48 hours. */
  validUntil?: Date;
  /** Seconds during which it can be taken back; it is not sent before. */
  held?: number;
  /** Something that travels with it and is not made yet: it is sent once that is released (`releaseMails`). */
  awaits?: string;
  /** What travels with it and is made already. */
  attached?: StoredAttachment[];
  /** `PRIORITY` of the mails that somebody is waiting for. */
  priority?: number;
}

/** People wait for the way in before the screen, and for their tickets more than for a receipt. */
export const PRIORITY = { signIn: 2, ticket: 1 } as const;

/** What live/ is notified of when mails are queued, so that their delivery begins at once. */
export const MAILS_QUEUED = 'mails';

/** Queues a mail in the transaction that causes it; it is written and sent after the commit. False: its `idempotencyKey` is known. */
export async function queueMail<K extends MailName>(tx: Tx, queue: Queue, mail: NewMail<K>): Promise<boolean> {
  return (await queueMails(tx, queue, [mail])) === 1;
}

/** Answers how many were queued. An erased person's rows have an empty address: nobody is written to. */
export async function queueMails<K extends MailName>(tx: Tx, queue: Queue, wanted: NewMail<K>[]): Promise<number> {
  const list = wanted.filter(({ to }) => to !== '');
  if (list.length === 0) return 0;
  const values = list.map(
    ({ to, profileId, orderId, template, props, idempotencyKey, validUntil, held, priority, awaits, attached }) => ({
      to,
      profileId,
      orderId: orderId ?? null,
      template,
      props: props as Record<string, unknown>,
      idempotencyKey: idempotencyKey ?? null,
      validUntil: validUntil ?? null,
      nextAttemptAt: held === undefined ? null : inSeconds(held),
      awaits: awaits ?? null,
      attached: attached ?? null,
      ...(priority === undefined ? {} : { priority }),
    }),
  );
  let queued = 0;
  for (const batch of batchesOf(values)) {
    const insert = tx.insert(mails).values(batch).onConflictDoNothing({ target: mails.idempotencyKey });
    queued += (await insert.returning({ id: mails.id })).length;
  }
  if (queued > 0) await queue.notify(tx, MAILS_QUEUED);
  return queued;
}

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

/** What mails waited for is made, and travels with them. Their 48 hours begin now. */
export async function releaseMails(tx: Tx, queue: Queue, awaited: string, attached: StoredAttachment[]): Promise<void> {
  const released = await tx
    .update(mails)
    .set({ awaits: null, attached, queuedAt: sql`now()` })
    .where(and(eq(mails.awaits, awaited), eq(mails.state, 'queued')))
    .returning({ id: mails.id });
  if (released.length > 0) await queue.notify(tx, MAILS_QUEUED);
}

/** Those that are still held will never be sent, and their keys are free again; answers with these keys. */
export async function takeBackMails(tx: Tx, idempotencyKeys: string[]): Promise<string[]> {
  const taken = await tx
    .delete(mails)
    .where(
      and(
        inArray(mails.idempotencyKey, idempotencyKeys),
        eq(mails.state, 'queued'),
        eq(mails.attempts, 0),
        isNull(mails.leasedUntil),
        gt(mails.nextAttemptAt, sql`now()`),
      ),
    )
    .returning({ key: mails.idempotencyKey });
  return taken.map(({ key }) => key!);
}
