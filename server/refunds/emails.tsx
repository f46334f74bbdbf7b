import type { Currency } from '#domain/money.ts';
import { formatMoneyExact } from '#domain/money.ts';
import type { RefundWay } from '#domain/payouts/rules.ts';
import { refundMails as copy } from '#domain/refunds/mail-copy.ts';
import { formatDateInSentence } from '#domain/time.ts';
import type { MailMessage } from '../platform/mail/mail.ts';
import { Action, Paragraph } from '../platform/mail/mail-layout.tsx';

export interface RefundMails {
  /**
   * `note` and `credit`, the number of the credit note that travels with it, may be empty. Of `months` paid ahead that never begin: until
   * when the package runs then. Mails of before payouts have no `way`, of before months neither of these.
   */
  'refunds.paid-back': {
    number: number;
    amount: number;
    currency: string;
    way?: RefundWay;
    note: string;
    months?: number;
    endsOn?: string | null;
    /** What of it the terms give back of the last month that began. */
    unspent?: number | null;
    credit: string | null;
    link: string;
  };
  'refunds.sent-back': { number: number; amount: number; currency: string; link: string };
  'refunds.agreed-alone': { number: number; amount: number; currency: string; link: string };
}

declare module '../platform/mail/mail.ts' {
  interface MailProps extends RefundMails {}
}

const money = ({ amount, currency }: { amount: number; currency: string }) =>
  formatMoneyExact({ amount, currency: currency as Currency });

export const refundEmails: { [K in keyof RefundMails]: (props: RefundMails[K]) => MailMessage } = {
  'refunds.paid-back': ({ number, way, note, months = 0, endsOn = null, unspent = null, credit, link, ...paid }) => ({
    reader: 'buyer',
    subject: copy.paidBack.subject(number),
    preview: way === 'account' ? copy.paidBack.previewOfPayout(money(paid)) : copy.paidBack.preview(money(paid)),
    body: (
      <>
        <Paragraph>
          {way === 'account'
            ? copy.paidBack.textOfPayout(money(paid), number)
            : copy.paidBack.text(money(paid), number)}
        </Paragraph>
        {months > 0 && (
          <Paragraph>
            {copy.paidBack.months(months, unspent === null)}{' '}
            {endsOn && copy.paidBack.until(formatDateInSentence(endsOn))}
          </Paragraph>
        )}
        {unspent !== null && (
          <Paragraph>{copy.paidBack.unspent(money({ ...paid, amount: unspent }), unspent === paid.amount)}</Paragraph>
        )}
        {note && <Paragraph>{note}</Paragraph>}
        {credit && <Paragraph>{copy.paidBack.credit(credit)}</Paragraph>}
        <Action href={link}>{copy.paidBack.button}</Action>
      </>
    ),
  }),

  'refunds.sent-back': ({ number, link, ...paid }) => ({
    reader: 'buyer',
    subject: copy.sentBack.subject(number),
    preview: copy.sentBack.preview(money(paid)),
    body: (
      <>
        <Paragraph>{copy.sentBack.text(money(paid), number)}</Paragraph>
        <Paragraph>{copy.sentBack.card}</Paragraph>
        <Action href={link}>{copy.sentBack.button}</Action>
      </>
    ),
  }),

  'refunds.agreed-alone': ({ number, link, ...paid }) => ({
    reader: 'staff',
    subject: copy.agreedAlone.subject(number),
    preview: copy.agreedAlone.preview,
    body: (
      <>
        <Paragraph>{copy.agreedAlone.text(money(paid), number)}</Paragraph>
        <Action href={link}>{copy.agreedAlone.button}</Action>
      </>
    ),
  }),
};
