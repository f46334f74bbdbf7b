import { mailCopy as copy } from '#domain/advertising/mail-copy.ts';
import { formatMoneyExact, formatNumber } from '#domain/money.ts';
import type { Delivery } from '#domain/orders/contract.ts';
import { formatDateInSentence } from '#domain/time.ts';
import type { Letter } from '../platform/mail.ts';
import { Action, Facts, Paragraph } from '../platform/mail-layout.tsx';

/** Moments are ISO 8601, amounts minor units of their currency; `link` is the page where the reader acts. */
interface Period {
  packageName: string;
  bannerCount: number;
  tvSeconds: number;
  amount: number;
  currency: string;
  paidAt: string;
  nextPaymentAt: string;
  invoiceNumber: string | null;
  link: string;
}

export interface AdvertisingMails {
  'advertising.started': Period;
  'advertising.renewed': Period;
  'advertising.special-started': {
    orderId: string;
    number: number;
    productName: string;
    amount: number;
    currency: string;
    paidAt: string;
    delivery: Delivery | null;
    link: string;
  };
  /** `nextAttemptAt` is null after the last try. */
  'advertising.payment-failed': {
    packageName: string;
    amount: number;
    currency: string;
    nextAttemptAt: string | null;
    link: string;
  };
  'advertising.cancelled': { packageName: string; endsOn: string; link: string };
}

declare module '../platform/mail.ts' {
  interface MailProps extends AdvertisingMails {}
}

export const advertisingEmails: { [K in keyof AdvertisingMails]: (props: AdvertisingMails[K]) => Letter } = {
  'advertising.started': (period) => ({
    subject: copy.started.subject(period.packageName),
    preview: copy.started.preview(period.bannerCount, period.tvSeconds),
    body: (
      <>
        <Paragraph>{copy.started.text(period.packageName)}</Paragraph>
        <Facts
          rows={[
            [copy.started.banners, formatNumber(period.bannerCount)],
            [copy.started.seconds, formatNumber(period.tvSeconds)],
            [copy.started.price, copy.started.perMonth(formatMoneyExact(period))],
            [copy.started.next, formatDateInSentence(period.nextPaymentAt)],
            ...invoiceRow(period),
          ]}
        />
        <Paragraph>{copy.started.setUp}</Paragraph>
        <Action href={period.link}>{copy.started.button}</Action>
        <Paragraph>{copy.started.after}</Paragraph>
      </>
    ),
  }),

  'advertising.renewed': (period) => {
    const amount = formatMoneyExact(period);
    return {
      subject: copy.renewed.subject(period.packageName),
      preview: copy.renewed.preview(amount),
      body: (
        <>
          <Paragraph>{copy.renewed.text(period.packageName, formatDateInSentence(period.paidAt), amount)}</Paragraph>
          <Facts
            rows={[
              [copy.renewed.added, copy.renewed.addedValue(period.bannerCount, period.tvSeconds)],
              [copy.renewed.next, formatDateInSentence(period.nextPaymentAt)],
              ...invoiceRow(period),
            ]}
          />
          <Action href={period.link}>{copy.renewed.button}</Action>
        </>
      ),
    };
  },

  'advertising.special-started': (sale) => ({
    subject: copy.special.subject,
    preview: copy.special.preview,
    body: (
      <>
        <Paragraph>{copy.special.text(String(sale.number))}</Paragraph>
        <Facts
          rows={[
            [copy.special.product, sale.productName],
            [copy.started.price, formatMoneyExact(sale)],
            [copy.special.paidAt, formatDateInSentence(sale.paidAt)],
          ]}
        />
        <Paragraph>{copy.special.setUp}</Paragraph>
        <Action href={sale.link}>{copy.started.button}</Action>
        <Paragraph>{copy.special.after}</Paragraph>
      </>
    ),
  }),

  'advertising.payment-failed': ({ packageName, nextAttemptAt, link, ...money }) => {
    const next = nextAttemptAt && formatDateInSentence(nextAttemptAt);
    return {
      subject: copy.paymentFailed.subject(packageName),
      preview: next ? copy.paymentFailed.preview(next) : copy.paymentFailed.previewWithoutDate,
      body: (
        <>
          <Paragraph>{copy.paymentFailed.text(packageName, formatMoneyExact(money))}</Paragraph>
          <Paragraph>{copy.paymentFailed.reasons}</Paragraph>
          <Action href={link}>{copy.paymentFailed.button}</Action>
          <Paragraph>{next ? copy.paymentFailed.after(next) : copy.paymentFailed.afterLast}</Paragraph>
        </>
      ),
    };
  },

  'advertising.cancelled': ({ packageName, endsOn, link }) => {
    const end = formatDateInSentence(endsOn);
    return {
      subject: copy.cancelled.subject(packageName),
      preview: copy.cancelled.preview(end),
      body: (
        <>
          <Paragraph>{copy.cancelled.text(packageName, end)}</Paragraph>
          <Paragraph>{copy.cancelled.again}</Paragraph>
          <Action href={link}>{copy.cancelled.button}</Action>
          <Paragraph>{copy.cancelled.why}</Paragraph>
        </>
      ),
    };
  },
};

const invoiceRow = ({ invoiceNumber }: Period): [string, string][] =>
  invoiceNumber ? [[copy.invoice, invoiceNumber]] : [];
