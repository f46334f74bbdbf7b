import { advanceMail as copy } from '#domain/advertising/advance-mail-copy.ts';
import { mailCopy } from '#domain/advertising/mail-copy.ts';
import { formatMoneyExact, formatNumber } from '#domain/money.ts';
import { formatDateInSentence } from '#domain/time.ts';
import { capitalized } from '#domain/wording.ts';
import type { MailMessage } from '../platform/mail/mail.ts';
import { Action, Facts, Paragraph } from '../platform/mail/mail-layout.tsx';

/** Amounts minor units, days of the calendar. */
export interface AdvanceMails {
  'advertising.advance-paid': {
    packageName: string;
    months: number;
    bannerCount: number;
    tvSeconds: number;
    startsOn: string;
    endsOn: string;
    amount: number;
    currency: string;
    /** The paper that travels with it; `null` in a mail of an earlier version, whose only month was still to begin. */
    paper: string | null;
    isAdvance: boolean;
    link: string;
  };
  'advertising.advance-month': {
    packageName: string;
    nth: number;
    of: number;
    bannerCount: number;
    tvSeconds: number;
    endsOn: string;
    invoiceNumber: string;
    link: string;
  };
  'advertising.advance-ending': { packageName: string; endsOn: string; link: string };
}

declare module '../platform/mail/mail.ts' {
  interface MailProps extends AdvanceMails {}
}

export const advanceEmails: { [K in keyof AdvanceMails]: (props: AdvanceMails[K]) => MailMessage } = {
  'advertising.advance-paid': (advance) => ({
    reader: 'buyer',
    subject: copy.paid.subject(capitalized(advance.packageName)),
    preview: copy.paid.preview(advance.months),
    body: (
      <>
        <Paragraph>
          {copy.paid.text(formatMoneyExact(advance), capitalized(advance.packageName), advance.months)}
        </Paragraph>
        <Facts
          rows={[
            [mailCopy.started.banners, formatNumber(advance.bannerCount)],
            [mailCopy.started.seconds, formatNumber(advance.tvSeconds)],
            [copy.paid.months, copy.paid.monthsValue(advance.months)],
            [copy.paid.starts, formatDateInSentence(advance.startsOn)],
            [copy.paid.ends, formatDateInSentence(advance.endsOn)],
            ...(advance.paper
              ? [[advance.isAdvance ? copy.paid.advance : copy.paid.invoice, advance.paper] as [string, string]]
              : []),
          ]}
        />
        {advance.paper && (
          <Paragraph>{advance.isAdvance ? copy.paid.attachedAdvance : copy.paid.attachedInvoice}</Paragraph>
        )}
        <Paragraph>{copy.paid.after}</Paragraph>
        <Action href={advance.link}>{copy.paid.button}</Action>
        <Paragraph>{copy.paid.promise}</Paragraph>
      </>
    ),
  }),

  'advertising.advance-month': (month) => ({
    reader: 'buyer',
    subject: copy.month.subject(capitalized(month.packageName), month.nth, month.of),
    preview: copy.month.preview,
    body: (
      <>
        <Paragraph>{copy.month.text(capitalized(month.packageName), month.nth, month.of)}</Paragraph>
        <Facts
          rows={[
            [mailCopy.renewed.added, mailCopy.renewed.addedValue(month.bannerCount, month.tvSeconds)],
            [copy.paid.ends, formatDateInSentence(month.endsOn)],
            [copy.paid.invoice, month.invoiceNumber],
          ]}
        />
        <Paragraph>{copy.paid.attachedInvoice}</Paragraph>
        <Action href={month.link}>{mailCopy.renewed.button}</Action>
      </>
    ),
  }),

  'advertising.advance-ending': ({ packageName, endsOn, link }) => ({
    reader: 'buyer',
    subject: copy.ending.subject(capitalized(packageName), formatDateInSentence(endsOn)),
    preview: copy.ending.preview,
    body: (
      <>
        <Paragraph>{copy.ending.text(capitalized(packageName), formatDateInSentence(endsOn))}</Paragraph>
        <Paragraph>{copy.ending.after}</Paragraph>
        <Action href={link}>{copy.ending.button}</Action>
      </>
    ),
  }),
};
