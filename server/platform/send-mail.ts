import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import nodemailer from 'nodemailer';
import { createElement } from 'react';
import { company } from '#domain/company.ts';
import type { Config } from './config.ts';
import type { Database } from './db.ts';
import type { Log } from './log.ts';
import { mails } from './mail.schema.ts';
import type { Letter, MailContext, Templates } from './mail.ts';

export interface SendMailEdges {
  db: Database;
  config: Config;
  log: Log;
  now: () => Date;
}

/** After this many refusals by the mail server a mail is given up; an admin may send it again. */
export const MAX_ATTEMPTS = 8;

/**
 * Writes and sends one queued mail. The row stays locked until it is marked as sent, so two workers never send the same
 * mail; a process killed between the mail server's yes and our commit sends it once more, and nothing can prevent that.
 * Throws when the mail server refuses, so that the queue tries again later.
 */
export function mailSender(edges: SendMailEdges, templates: Templates) {
  const deliver = deliveryOf(edges.config);
  return async ({ mailId }: Record<string, string>): Promise<void> => {
    const failure = await edges.db.transaction(async (tx) => {
      const [mail] = await tx.select().from(mails).where(eq(mails.id, mailId!)).for('update', { skipLocked: true });
      if (!mail || mail.state === 'sent') return null;
      const attempts = mail.attempts + 1;
      try {
        const write = templates[mail.template as keyof Templates] as
          | ((props: unknown, context: MailContext) => Letter | Promise<Letter>)
          | undefined;
        if (!write) throw new Error(`no template named ${mail.template}`);
        const letter = await write(mail.props, { company, config: edges.config, db: tx });
        const { html, text } = await draw(letter, edges.config.publicUrl);
        await deliver({
          number: mail.number,
          template: mail.template,
          to: mail.to,
          html,
          text,
          letter,
          date: edges.now(),
          messageId: mail.id,
        });
        await tx
          .update(mails)
          .set({
            state: 'sent',
            sentAt: edges.now(),
            attempts,
            subject: letter.subject,
            lastError: null,
            ...(letter.opensDoor ? { props: {}, html: null, text: null } : { html, text }),
          })
          .where(eq(mails.id, mail.id));
        return null;
      } catch (error) {
        const state = attempts >= MAX_ATTEMPTS ? 'failed' : 'queued';
        await tx
          .update(mails)
          .set({ attempts, state, lastError: String(error).slice(0, 500) })
          .where(eq(mails.id, mail.id));
        return state === 'failed' ? null : error;
      }
    });
    if (failure) {
      edges.log.warn({ error: failure, mailId }, 'a mail was not sent; it will be tried again');
      throw failure;
    }
  };
}

/** HTML and plain text of a letter. React's renderer is loaded with the first mail, not with the server. */
export async function draw(letter: Letter, publicUrl: string): Promise<{ html: string; text: string }> {
  const [{ render, toPlainText }, { MailPage }] = await Promise.all([
    import('@react-email/render'),
    import('./mail-layout.tsx'),
  ]);
  const html = await render(createElement(MailPage, { preview: letter.preview, publicUrl, body: letter.body }));
  return { html, text: toPlainText(html) };
}

interface Outgoing {
  number: number;
  template: string;
  to: string;
  html: string;
  text: string;
  letter: Letter;
  date: Date;
  messageId: string;
}

/** Over SMTP, or as one `.eml` file per mail in the outbox when there is no mail server. */
function deliveryOf(config: Config): (mail: Outgoing) => Promise<void> {
  const transport = config.smtpUrl
    ? nodemailer.createTransport(config.smtpUrl)
    : nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const outbox = path.join(config.dataDir, 'outbox');
  return async (mail) => {
    const info = await transport.sendMail({
      from: config.mailFrom,
      to: mail.to,
      subject: mail.letter.subject,
      html: mail.html,
      text: mail.text,
      date: mail.date,
      messageId: `<${mail.messageId}@${new URL(config.publicUrl).hostname}>`,
      attachments: (mail.letter.attachments ?? []).map(({ name, contentType, content, contentId }) => ({
        filename: name,
        contentType,
        content,
        ...(contentId ? { cid: contentId } : {}),
      })),
    });
    if (config.smtpUrl) return;
    await mkdir(outbox, { recursive: true });
    const name = `${String(mail.number).padStart(6, '0')}-${mail.template}-${mail.to.replace(/[^a-z0-9@.+-]/gi, '_')}.eml`;
    await writeFile(path.join(outbox, name), (info as { message: Buffer }).message);
  };
}
