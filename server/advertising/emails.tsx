import { mailCopy as copy } from '#domain/advertising/mail-copy.ts';
import { formatMoneyExact, formatNumber } from '#domain/money.ts';
import { formatDateInSentence } from '#domain/time.ts';
import { capitalized } from '#domain/wording.ts';
import type { MailMessage } from '../platform/mail/mail.ts';
import { Action, Facts, Paragraph } from '../platform/mail/mail-layout.tsx';

/** Moments are ISO 8601, amounts minor units. */
interface PaidPeriod {
  packageName: string;
  bannerCount: number;
  tvSeconds: number;
  amount: number;
  currency: string;
  paidAt: string;
  /** `null`: it was cancelled, and is charged no more. */
  nextPaymentAt: string | null;
  invoiceNumber: string | null;
  /** The invoice travels with it; mails of before there were any say nothing. */
  attached?: boolean;
  link: string;
}

export interface AdvertisingMails {
  'advertising.started': PaidPeriod;
  'advertising.renewed': PaidPeriod;
  'advertising.renewal-announced': {
    packageName: string;
    amount: number;
    currency: string;
    chargedAt: string;
    link: string;
  };
  /** `nextAttemptAt` is null after the last attempt. */
  'advertising.payment-failed': {
    packageName: string;
    amount: number;
    currency: string;
    nextAttemptAt: string | null;
    link: string;
  };
  'advertising.cancelled': { packageName: string; endsOn: string; link: string };
  /** `endsOn` is `null` when it ended at once. */
  'advertising.stopped': { packageName: string; endsOn: string | null; reason: string; link: string };
  /** `reason` is `null` when whoever pays paused it. */
  'advertising.paused': { packageName: string; reason: string | null; link: string };
  /** `chargedAt` is `null` when the provider has not said when the month ends. */
  'advertising.resumed': {
    packageName: string;
    amount: number;
    currency: string;
    chargedAt: string | null;
    link: string;
  };
  'advertising.card-link': { packageName: string; amount: number; currency: string; failed: boolean; link: string };
  'advertising.special-started': {
    number: number;
    productName: string;
    amount: number;
    currency: string;
    /** Of the invoice that travels with it. */
    invoiceNumber?: string;
    link: string;
  };
}

declare module '../platform/mail/mail.ts' {
  interface MailProps extends AdvertisingMails {}
}

const nextRow = (at: string | null): [string, string][] =>
  at === null ? [] : [[copy.started.next, formatDateInSentence(at)]];

const invoiceRow = (number: string | null): [string, string][] => (number ? [[copy.started.invoice, number]] : []);

export const advertisingEmails: { [K in keyof AdvertisingMails]: (props: AdvertisingMails[K]) => MailMessage } = {
  'advertising.started': (period) => ({
    reader: 'buyer',
    subject: copy.started.subject(capitalized(period.packageName)),
    preview: copy.started.preview(period.bannerCount, period.tvSeconds),
    body: (
      <>
        <Paragraph>{copy.started.text(capitalized(period.packageName))}</Paragraph>
        <Facts
          rows={[
            [copy.started.banners, formatNumber(period.bannerCount)],
            [copy.started.seconds, formatNumber(period.tvSeconds)],
            [copy.started.price, copy.started.perMonth(formatMoneyExact(period))],
            ...nextRow(period.nextPaymentAt),
            ...invoiceRow(period.invoiceNumber),
          ]}
        />
        {period.attached && <Paragraph>{copy.started.attached}</Paragraph>}
        <Paragraph>{copy.started.after}</Paragraph>
        <Action href={period.link}>{copy.started.button}</Action>
        <Paragraph>{copy.started.promise}</Paragraph>
      </>
    ),
  }),

  'advertising.renewal-announced': ({ packageName, chargedAt, link, ...money }) => {
    const date = formatDateInSentence(chargedAt);
    return {
      reader: 'buyer',
      subject: copy.announced.subject(capitalized(packageName), date),
      preview: copy.announced.preview(formatMoneyExact(money)),
      body: (
        <>
          <Paragraph>{copy.announced.text(capitalized(packageName), date, formatMoneyExact(money))}</Paragraph>
          <Paragraph>{copy.announced.after(date)}</Paragraph>
          <Action href={link}>{copy.announced.button}</Action>
        </>
      ),
    };
  },

  'advertising.renewed': (period) => ({
    reader: 'buyer',
    subject: copy.renewed.subject(capitalized(period.packageName)),
    preview: copy.renewed.preview(formatMoneyExact(period)),
    body: (
      <>
        <Paragraph>
          {copy.renewed.text(
            capitalized(period.packageName),
            formatDateInSentence(period.paidAt),
            formatMoneyExact(period),
          )}
        </Paragraph>
        <Facts
          rows={[
            [copy.renewed.added, copy.renewed.addedValue(period.bannerCount, period.tvSeconds)],
            ...nextRow(period.nextPaymentAt),
            ...invoiceRow(period.invoiceNumber),
          ]}
        />
        {period.nextPaymentAt === null && <Paragraph>{copy.renewed.last}</Paragraph>}
        {period.attached && <Paragraph>{copy.started.attached}</Paragraph>}
        <Action href={period.link}>{copy.renewed.button}</Action>
      </>
    ),
  }),

  'advertising.payment-failed': ({ packageName, nextAttemptAt, link, ...money }) => ({
    reader: 'buyer',
    subject: copy.failed.subject(capitalized(packageName)),
    preview: copy.failed.preview,
    body: (
      <>
        <Paragraph>{copy.failed.text(capitalized(packageName), formatMoneyExact(money))}</Paragraph>
        <Paragraph>{copy.failed.reasons}</Paragraph>
        <Action href={link}>{copy.failed.button}</Action>
        <Paragraph>
          {nextAttemptAt ? copy.failed.again(formatDateInSentence(nextAttemptAt)) : copy.failed.last}
        </Paragraph>
      </>
    ),
  }),

  'advertising.cancelled': ({ packageName, endsOn, link }) => ({
    reader: 'buyer',
    subject: copy.cancelled.subject(capitalized(packageName)),
    preview: copy.cancelled.preview(formatDateInSentence(endsOn)),
    body: (
      <>
        <Paragraph>{copy.cancelled.text(capitalized(packageName), formatDateInSentence(endsOn))}</Paragraph>
        <Paragraph>{copy.cancelled.regret}</Paragraph>
        <Action href={link}>{copy.cancelled.button}</Action>
        <Paragraph>{copy.cancelled.why}</Paragraph>
      </>
    ),
  }),

  'advertising.stopped': ({ packageName, endsOn, reason, link }) => ({
    subject: copy.stopped.subject(capitalized(packageName)),
    preview: copy.stopped.preview,
    body: (
      <>
        <Paragraph>
          {endsOn
            ? copy.stopped.atEnd(capitalized(packageName), formatDateInSentence(endsOn))
            : copy.stopped.now(capitalized(packageName))}
        </Paragraph>
        <Facts rows={[[copy.stopped.reason, reason]]} />
        <Paragraph>{copy.stopped.balance}</Paragraph>
        <Action href={link}>{copy.stopped.button}</Action>
        <Paragraph>{copy.stopped.after}</Paragraph>
      </>
    ),
  }),

  'advertising.paused': ({ packageName, reason, link }) => ({
    reader: 'buyer',
    subject: copy.paused.subject(capitalized(packageName)),
    preview: copy.paused.preview,
    body: (
      <>
        <Paragraph>{copy.paused.text(capitalized(packageName))}</Paragraph>
        {reason !== null && <Facts rows={[[copy.paused.reason, reason]]} />}
        <Paragraph>{copy.paused.balance}</Paragraph>
        <Action href={link}>{copy.paused.button}</Action>
        <Paragraph>{copy.paused.after}</Paragraph>
      </>
    ),
  }),

  'advertising.resumed': ({ packageName, chargedAt, link, ...money }) => {
    const date = chargedAt === null ? null : formatDateInSentence(chargedAt);
    return {
      reader: 'buyer',
      subject: copy.resumed.subject(capitalized(packageName)),
      preview: copy.resumed.preview(date),
      body: (
        <>
          <Paragraph>{copy.resumed.text(capitalized(packageName), date, formatMoneyExact(money))}</Paragraph>
          <Action href={link}>{copy.resumed.button}</Action>
          <Paragraph>{copy.resumed.after}</Paragraph>
        </>
      ),
    };
  },

  'advertising.card-link': ({ packageName, failed, link, ...money }) => ({
    subject: copy.cardLink.subject(capitalized(packageName)),
    preview: copy.cardLink.preview,
    body: (
      <>
        <Paragraph>{copy.cardLink.text(capitalized(packageName), formatMoneyExact(money))}</Paragraph>
        {failed && <Paragraph>{copy.cardLink.failed}</Paragraph>}
        <Action href={link}>{copy.cardLink.button}</Action>
        <Paragraph>{copy.cardLink.after}</Paragraph>
      </>
    ),
  }),

  'advertising.special-started': ({ number, link, invoiceNumber, ...order }) => ({
    reader: 'buyer',
    subject: copy.special.subject,
    preview: copy.special.preview,
    body: (
      <>
        <Paragraph>{copy.special.text(String(number))}</Paragraph>
        <Facts rows={[[order.productName, formatMoneyExact(order)], ...invoiceRow(invoiceNumber ?? null)]} />
        {invoiceNumber && <Paragraph>{copy.started.attached}</Paragraph>}
        <Paragraph>{copy.special.after}</Paragraph>
        <Action href={link}>{copy.special.button}</Action>
      </>
    ),
  }),
};
