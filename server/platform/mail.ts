import type { ReactNode } from 'react';
import type { Company } from '#domain/company.ts';
import type { Config } from './config.ts';
import type { Reader, Tx } from './db.ts';
import { insertRows } from './insert-rows.ts';
import { mails } from './mail.schema.ts';
import type { Queue } from './queue.ts';

/**
 * The templates and what each is written from. Every domain adds its own in its emails.tsx:
 * `declare module '../platform/mail.ts' { interface MailProps { 'orders.paid': { … } } }`, so that a wrong name or a
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
export interface Letter {
  subject: string;
  /** The line mail programs show beside the subject. */
  preview: string;
  body: ReactNode;
  /** A link or code in it lets its reader in: once sent, nothing of it is kept that staff could read. */
  opensDoor?: boolean;
  attachments?: Attachment[];
}

export interface MailContext {
  company: Company;
  config: Config;
  db: Reader;
}
export type Templates = { [K in MailName]: (props: MailProps[K], context: MailContext) => Letter | Promise<Letter> };

export interface NewMail<K extends MailName = MailName> {
  to: string;
  template: K;
  props: MailProps[K];
  /** The same cause never sends two mails. */
  onceKey?: string;
}

/** Queues a mail in the transaction that causes it; the worker writes and sends it after the commit. */
export function queueMail<K extends MailName>(tx: Tx, queue: Queue, mail: NewMail<K>): Promise<void> {
  return queueMails(tx, queue, [mail]);
}

/** An erased person's rows have an empty address: nobody is written to. */
export async function queueMails<K extends MailName>(tx: Tx, queue: Queue, wanted: NewMail<K>[]): Promise<void> {
  const list = wanted.filter(({ to }) => to !== '');
  if (list.length === 0) return;
  const values = list.map(({ to, template, props, onceKey }) => ({
    to,
    template,
    props: props as Record<string, unknown>,
    onceKey: onceKey ?? null,
  }));
  const rows = await insertRows(tx, mails, values, { unlessKnown: mails.onceKey, returning: ['id'] });
  if (rows.length === 0) return;
  await queue.send(
    tx,
    'mail.send',
    rows.map(({ id }) => ({ mailId: id })),
  );
}
