import { refuse } from '#domain/refuse.ts';
import { systemMails } from '#domain/system/mail-copy.ts';
import { formatDateTime } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { errorLine } from '../../platform/log/log.ts';
import type { MailMessage } from '../../platform/mail/mail.ts';
import { Paragraph } from '../../platform/mail/mail-layout.tsx';
import { openTransport } from '../../platform/mail/smtp.ts';
import { renderMail } from '../../platform/mail/write-mail.ts';

/** Until then the mail server has answered, or it is said that it does not. Milliseconds. */
const LIMIT_MS = 12_000;
const TEMPLATE = 'system.trial';

const messageOf = (at: Date): MailMessage => ({
  reader: 'staff',
  subject: systemMails.trial.subject,
  preview: systemMails.trial.preview,
  body: <Paragraph>{systemMails.trial.text(formatDateTime(at))}</Paragraph>,
});

/** Past the queue, which waits while the mail server is down: whoever asks wants to know what that server says now. */
export async function sendTrialMail(
  { config, db, now, log }: Dependencies,
  actor: Actor,
  to: string,
): Promise<{ to: string; isKept: boolean }> {
  const date = now();
  const message = messageOf(date);
  const { html, text } = await renderMail(message, config.publicUrl);
  const mail = { number: 0, template: TEMPLATE, to, html, text, message, date, messageId: crypto.randomUUID() };
  const transport = openTransport(config);
  const problem = await transport.send(mail, AbortSignal.timeout(LIMIT_MS)).then(
    () => null,
    (error: Error) => error,
  );
  transport.close();
  const isKept = config.smtpUrl === undefined;
  const after = { trialMail: problem ? 'refused' : isKept ? 'kept' : 'taken' };
  await record(db, actor, { action: 'system.trial-mail-sent', on: { kind: 'system', id: 'mails' }, after });
  if (problem) {
    log.warn({ error: problem }, 'the mail server did not take a trial mail');
    throw refuse('TRIAL_MAIL_REFUSED', { reason: errorLine(problem) });
  }
  return { to, isKept };
}
