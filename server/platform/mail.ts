import type { Tx } from './db.ts';
import { mails } from './mail.schema.ts';
import type { Queue } from './queue.ts';

export interface NewMail {
  to: string;
  /** A template's name in server/emails.ts. */
  template: string;
  /** Plain JSON; what the template needs to write the mail. Never a password; a token only in a link. */
  props: Record<string, unknown>;
  /** The same cause never sends two mails. */
  onceKey?: string;
}

/** Queues a mail in the transaction that causes it; the worker renders and sends it after the commit. */
export async function queueMail(tx: Tx, queue: Queue, mail: NewMail): Promise<void> {
  const [row] = await tx
    .insert(mails)
    .values({ to: mail.to, template: mail.template, props: mail.props, onceKey: mail.onceKey ?? null })
    .onConflictDoNothing({ target: mails.onceKey })
    .returning({ id: mails.id });
  if (row) await queue.send(tx, 'mail.send', { mailId: row.id });
}
