import { mailCopy as copy } from '#domain/advertising/mail-copy.ts';
import { packageTitle } from '#domain/advertising/package-title.ts';
import { formatMoney, formatNumber } from '#domain/money.ts';
import { pages } from '#domain/pages.ts';
import { formatDate, formatDateInSentence } from '#domain/time.ts';
import type { Letter, MailContext } from '../platform/mail.ts';
import { Action, Facts, Paragraph } from '../platform/mail-layout.tsx';

interface PaidPeriod {
  packageName: string;
  bannerCount: number;
  tvSeconds: number;
  amount: number;
  currency: string;
  /** Times are ISO 8601. */
  paidAt: string;
  nextPaymentAt: string;
  invoiceNumber: string | null;
}

export interface AdvertisingMails {
  'advertising.started': PaidPeriod;
  'advertising.renewed': PaidPeriod;
  'advertising.payment-failed': {
    packageName: string;
    amount: number;
    currency: string;
    /** `null`: there will be no other attempt. */
    nextAttemptAt: string | null;
  };
  'advertising.cancelled': { packageName: string; endsOn: string };
}

declare module '../platform/mail.ts' {
  interface MailProps extends AdvertisingMails {}
}

const account = ({ config }: MailContext) => `${config.publicUrl}${pages.account.path}`;

export const advertisingEmails: {
  [K in keyof AdvertisingMails]: (props: AdvertisingMails[K], context: MailContext) => Letter;
} = {
  'advertising.started': (period, context) => ({
    subject: copy.started.subject(packageTitle(period.packageName)),
    preview: copy.started.preview(period.bannerCount, period.tvSeconds),
    body: (
      <>
        <Paragraph>{copy.started.text(packageTitle(period.packageName))}</Paragraph>
        <Facts
          rows={[
            [copy.bannersAMonth, formatNumber(period.bannerCount)],
            [copy.secondsAMonth, formatNumber(period.tvSeconds)],
            [copy.price, copy.perMonth(formatMoney(period))],
            [copy.nextPayment, formatDate(period.nextPaymentAt)],
          ]}
        />
        <Paragraph>{copy.started.nextStep}</Paragraph>
        <Action href={account(context)}>{copy.started.button}</Action>
        <Paragraph>{copy.started.terms}</Paragraph>
      </>
    ),
  }),

  'advertising.renewed': (period, context) => {
    const amount = formatMoney(period);
    const rows: [string, string][] = [
      [copy.added, copy.addedBoth(period.bannerCount, period.tvSeconds)],
      [copy.nextPayment, formatDate(period.nextPaymentAt)],
    ];
    if (period.invoiceNumber) rows.push([copy.invoice, period.invoiceNumber]);
    return {
      subject: copy.renewed.subject(packageTitle(period.packageName)),
      preview: copy.renewed.preview(amount),
      body: (
        <>
          <Paragraph>
            {copy.renewed.text(packageTitle(period.packageName), formatDateInSentence(period.paidAt), amount)}
          </Paragraph>
          <Facts rows={rows} />
          <Action href={account(context)}>{copy.renewed.button}</Action>
        </>
      ),
    };
  },

  'advertising.payment-failed': ({ packageName, nextAttemptAt, ...money }, context) => {
    const next = nextAttemptAt && formatDateInSentence(nextAttemptAt);
    return {
      subject: copy.failed.subject(packageTitle(packageName)),
      preview: copy.failed.preview(next),
      body: (
        <>
          <Paragraph>{copy.failed.text(packageTitle(packageName), formatMoney(money))}</Paragraph>
          <Paragraph>{copy.failed.reasons}</Paragraph>
          <Action href={account(context)}>{copy.failed.button}</Action>
          <Paragraph>{next ? copy.failed.retry(next) : copy.failed.last}</Paragraph>
        </>
      ),
    };
  },

  'advertising.cancelled': ({ packageName, endsOn }, context) => {
    const name = packageTitle(packageName);
    const date = formatDateInSentence(endsOn);
    return {
      subject: copy.cancelled.subject(name),
      preview: copy.cancelled.preview(date),
      body: (
        <>
          <Paragraph>{copy.cancelled.text(name, date)}</Paragraph>
          <Paragraph>{copy.cancelled.resume}</Paragraph>
          <Action href={account(context)}>{copy.cancelled.button}</Action>
          <Paragraph>{copy.cancelled.why}</Paragraph>
        </>
      ),
    };
  },
};
