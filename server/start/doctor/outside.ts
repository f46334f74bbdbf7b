import { statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import nodemailer from 'nodemailer';
import type { Config } from '../../config.ts';
import { checkWebhook } from '../../payments/stripe/check-webhook.ts';
import { findFfmpeg } from '../../platform/films/ffmpeg.ts';
import { readText, writeText } from '../../platform/storage/file-store.ts';
import { openStorage } from '../../platform/storage/open.ts';
import { bad, type Finding, good, note, sentenceOf, untilItEnds } from './finding.ts';

const WAIT_MS = 5_000;

/** The mail server: greeting, encryption, sign-in; with an address, one mail to it. */
export async function checkMail(config: Config, to: string | null): Promise<Finding[]> {
  const { smtpUrl } = config;
  if (!smtpUrl) {
    const says = 'no SMTP_URL: each mail becomes a file in DATA_DIR/outbox';
    return to === null ? [note('mail', says)] : [bad('mail', `${says}; none was sent to ${to}`)];
  }
  const waits = { connectionTimeout: WAIT_MS, greetingTimeout: WAIT_MS, socketTimeout: WAIT_MS, dnsTimeout: WAIT_MS };
  const open = (requireTLS: boolean) => nodemailer.createTransport({ url: smtpUrl, ...waits, requireTLS });
  const plain = open(false);
  await plain.verify();
  const isEncrypted = await open(true)
    .verify()
    .catch(() => false);
  const signsIn = new URL(smtpUrl).username !== '';
  const found = [
    (isEncrypted ? good : note)(
      'mail',
      `the server answers, ${isEncrypted ? 'encrypted' : 'NOT encrypted'}, ${signsIn ? 'and lets us in' : 'without a sign-in'}`,
    ),
  ];
  if (to === null) return found;
  const subject = 'Vidik: vidik doctor';
  await plain.sendMail({
    from: config.mailFrom,
    to,
    subject,
    text: 'This mail was sent by vidik doctor. It has arrived.',
  });
  return [...found, good('mail sent', `the server has taken one to ${to}; look whether it arrives`)];
}

/** The provider of payments knows our key, and calls us at our address. */
export async function checkPayments(
  { payments: { keys, realMoney }, publicUrl }: Pick<Config, 'payments' | 'publicUrl'>,
  look = checkWebhook,
): Promise<Finding[]> {
  if (!keys) return [note('payments', 'no STRIPE_SECRET_KEY: payments are a sandbox, no real money moves')];
  const webhookUrl = `${publicUrl}/webhooks/stripe`;
  const seen = await look({ secretKey: keys.secretKey, webhookUrl });
  const says = `Stripe knows the key; ${realMoney ? 'real money' : 'a test key: no real money moves'}`;
  if (seen === 'not said')
    return [note('payments', `${says}; it may not list endpoints, so the webhook was not looked at`)];
  return [
    (realMoney ? good : note)('payments', says),
    seen === 'called'
      ? good('webhook', `Stripe calls ${webhookUrl}`)
      : bad('webhook', `Stripe has no enabled endpoint ${webhookUrl}`),
  ];
}

/** Files are written, read and removed. */
export async function checkStorage(config: Config): Promise<Finding[]> {
  const { private: store } = await openStorage(config);
  const name = `doctor/${process.pid}-${Date.now()}.txt`;
  await writeText(store, name, name);
  const read = await readText(store, name);
  await store.remove(name);
  return [
    read === name
      ? good('files', `written, read and removed in ${store.place}`)
      : bad('files', `${store.place} gives back something else`),
  ];
}

export async function checkDisk({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding[]> {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const says = `${(free / 1e9).toFixed(1)} GB of ${((blocks * bsize) / 1e9).toFixed(0)} GB are free at ${dataDir}`;
  return [free < 1e9 ? bad('disk', says) : bavail / blocks < 0.1 ? note('disk', says) : good('disk', says)];
}

/** The certificate that people meet at the public address. */
export async function checkCertificate({ publicUrl }: Pick<Config, 'publicUrl'>, now: Date): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:') return [note('certificate', `${publicUrl} is not https`)];
  const host = hostname.replace(/^\[|\]$/g, '');
  const { until, problem } = await new Promise<{ until: Date; problem: Error | null }>((resolve, reject) => {
    const socket = connect(
      {
        host,
        port: Number(port || 443),
        // A number is no name: the certificate is looked at for the host.
        ...(isIP(host) ? {} : { servername: host }),
        rejectUnauthorized: false,
        timeout: WAIT_MS,
      },
      () => {
        const { valid_to } = socket.getPeerCertificate();
        resolve({ until: new Date(valid_to), problem: socket.authorized ? null : socket.authorizationError });
        socket.destroy();
      },
    );
    socket.on('timeout', () => socket.destroy(new Error(`${hostname} says nothing`)));
    socket.on('error', reject);
  });
  const told = untilItEnds('certificate', `of ${hostname},`, until, now);
  return [problem ? bad('certificate', `${told.says}: browsers refuse it, ${sentenceOf(problem)}`) : told];
}

/** Neither a fiscal device nor SEF, the system of e-invoices, is spoken to: staff type what they have issued there. */
export const checkReceipts = ({ fiscal }: Pick<Config, 'fiscal'>): Finding =>
  note(
    'receipts',
    fiscal === 'manual'
      ? 'FISCAL=manual: receipts, and invoices in SEF, are issued by hand, and their numbers are typed before parcels leave'
      : 'FISCAL=off: nobody is asked for numbers of receipts, or of invoices in SEF',
  );

/** What converts TV spots. */
export function checkFilms({ ffmpegPath }: Config): Finding {
  const found = findFfmpeg(ffmpegPath);
  return found
    ? good('spots', `converted by ${found.ffmpeg}`)
    : note('spots', 'no ffmpeg with ffprobe beside it: TV spots are not taken, banners are');
}
