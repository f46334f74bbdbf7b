import type { Config } from '../../config.ts';
import { isDatabaseUnavailable } from '../database-errors.ts';
import type { Database } from '../db.ts';
import type { Log } from '../log/log.ts';
import type { Storage } from '../storage/open.ts';
import type { Templates } from './mail.ts';
import type { Mail, Outcome } from './mail-leases.ts';
import { retryLater } from './outcomes.ts';
import type { Outgoing } from './smtp.ts';
import { withStored } from './stored-attachments.ts';
import { renderMail, writeMessage } from './write-mail.ts';

interface Composing {
  db: Database;
  config: Config;
  log: Log;
  now: () => Date;
  /** Where what travels with a mail lies. */
  storage: Pick<Storage, 'private'>;
}

/** What is sent, or what becomes of a mail that cannot be written. */
export async function composeMail(deps: Composing, templates: Templates, mail: Mail): Promise<Outgoing | Outcome> {
  const { number, template, to, id: messageId } = mail;
  if (Object.keys(mail.props).length === 0) return { state: 'failed', lastError: 'its content was removed' };
  try {
    const message = await writeMessage(deps, templates, mail);
    if (!message) return { state: 'failed', lastError: `no template named ${template}` };
    const { html, text } = await renderMail(message, deps.config.publicUrl);
    const whole = await withStored(deps.storage, message, mail.attached);
    return { number, template, to, html, text, message: whole, date: deps.now(), messageId };
  } catch (error) {
    // What could not be read is no fault of the mail: it is free again as soon as the database is there.
    return isDatabaseUnavailable(error) ? {} : retryLater(deps, mail, error);
  }
}
