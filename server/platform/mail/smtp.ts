import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import nodemailer from 'nodemailer';
import type { Config } from '../../config.ts';
import type { MailMessage } from './mail.ts';

export interface Outgoing {
  number: number;
  template: string;
  to: string;
  html: string;
  text: string;
  message: MailMessage;
  date: Date;
  messageId: string;
}

const LIMIT_MS = 10_000;
const LIMITS = {
  connectionTimeout: LIMIT_MS,
  greetingTimeout: LIMIT_MS,
  socketTimeout: LIMIT_MS,
  dnsTimeout: LIMIT_MS,
};

/** Connections are kept for further mails. What a lost one was sending is tried again by the delivery, which counts the tries. */
const POOL = { pool: true as const, maxConnections: 10, maxMessages: 100, maxRequeues: 0, idleTimeout: 30_000 };

interface MailTransport {
  send(mail: Outgoing, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Over SMTP, or as one `.eml` file per mail in the outbox when there is no mail server. */
export function openTransport(config: Config): MailTransport {
  const mailer = config.smtpUrl
    ? nodemailer.createTransport({ url: config.smtpUrl, ...POOL, ...LIMITS })
    : nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const outbox = path.join(config.dataDir, 'outbox');
  async function send(mail: Outgoing, signal: AbortSignal) {
    const info = await mailer.sendMail({
      signal,
      from: config.mailFrom,
      to: mail.to,
      subject: mail.message.subject,
      html: mail.html,
      text: mail.text,
      date: mail.date,
      messageId: `<${mail.messageId}@${new URL(config.publicUrl).hostname}>`,
      attachments: (mail.message.attachments ?? []).map(({ name, contentType, content, contentId }) => ({
        filename: name,
        contentType,
        content,
        ...(contentId ? { cid: contentId } : {}),
      })),
    });
    if (config.smtpUrl) return;
    await mkdir(outbox, { recursive: true });
    const name = `${String(mail.number).padStart(6, '0')}-${mail.template}-${mail.to.replace(/[^a-z0-9@.+-]/gi, '_')}.eml`;
    // Under its name it is whole: whoever looks there never finds half a mail.
    const file = path.join(outbox, name);
    await writeFile(`${file}.part`, (info as { message: Buffer }).message);
    await rename(`${file}.part`, file);
  }
  return { send, close: () => mailer.close() };
}

/** What nodemailer says about a failed mail: its own code, the command that failed and the server's three digits. */
interface Failure {
  code?: string;
  command?: string;
  responseCode?: number;
}

const TOO_LARGE = 552;
const WANTS_AUTHENTICATION = 530;

/**
 * Whether this mail will never be taken: the server's final no to the recipient or the message, or an address or message
 * that cannot be sent at all. A final no before that is about us, and ends when the operator mends it.
 */
export function isRefusedForGood(error: unknown): boolean {
  const { code, command, responseCode } = error as Failure;
  if (responseCode === undefined) return code === 'EENVELOPE' || code === 'EMESSAGE';
  if (responseCode < 500 || responseCode === WANTS_AUTHENTICATION) return false;
  return command === 'RCPT TO' || command === 'DATA' || responseCode === TOO_LARGE;
}

const SERVER_CODES = /^E(CONNECTION|CONNREFUSED|TIMEDOUT|SOCKET|DNS|TLS|AUTH|NOAUTH|OAUTH2|PROTOCOL|PROXY|ABORT)$/;
const CLOSING = 421;

/** Whether the mail server spoke about this mail, so that it is not down. */
export const hasAnswered = (error: unknown): boolean =>
  (error as Failure).responseCode !== undefined && !isServerTrouble(error);

/** Whether the trouble is the mail server's, so that the other mails would fare no better. */
export function isServerTrouble(error: unknown): boolean {
  const { code = '', command, responseCode = 0 } = error as Failure;
  return SERVER_CODES.test(code) || responseCode === CLOSING || (command === 'MAIL FROM' && responseCode >= 500);
}
