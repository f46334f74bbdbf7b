import { company } from '#domain/company.ts';
import type { Config } from '../../config.ts';
import type { DatabaseOrTransaction } from '../db.ts';
import type { mails } from '../mail.schema.ts';
import type { MailContext, MailMessage, Templates } from './mail.ts';

type Row = Pick<typeof mails.$inferSelect, 'template' | 'props'>;

/** The message of a queued mail; `null` when there is no such template any more. */
export async function writeMessage(
  { config, db }: { config: Config; db: DatabaseOrTransaction },
  templates: Templates,
  { template, props }: Row,
): Promise<MailMessage | null> {
  const write = templates[template as keyof Templates] as
    | ((props: unknown, context: MailContext) => MailMessage | Promise<MailMessage>)
    | undefined;
  return write ? write(props, { company, config, db }) : null;
}

/** HTML and plain text of a message. React's renderer is loaded with the first mail, not with the server. */
export async function renderMail(message: MailMessage, publicUrl: string): Promise<{ html: string; text: string }> {
  const { html, text } = await import('./render-mail.tsx');
  const page = html(message.body, { preview: message.preview, publicUrl, reader: message.reader ?? 'account' });
  return { html: page, text: text(page) };
}
