import type { Currency } from '#domain/money.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { payoutMails as copy } from '#domain/payouts/mail-copy.ts';
import type { MailMessage } from '../platform/mail/mail.ts';
import { Action, Paragraph } from '../platform/mail/mail-layout.tsx';

export interface PayoutMails {
  /** `again`: the bank sent it back from the account that was named first. */
  'payouts.account': { number: number; amount: number; currency: string; again: boolean; link: string };
  /** Masked; `by` whom it was named. Without the link that names another. */
  'payouts.account-named': {
    number: number;
    amount: number;
    currency: string;
    account: string;
    by: 'buyer' | 'staff';
    link: string;
  };
}

declare module '../platform/mail/mail.ts' {
  interface MailProps extends PayoutMails {}
}

export const payoutEmails: { [K in keyof PayoutMails]: (props: PayoutMails[K]) => MailMessage } = {
  'payouts.account': ({ number, again, link, amount, currency }) => {
    const money = formatMoneyExact({ amount, currency: currency as Currency });
    return {
      containsCredential: true,
      reader: 'buyer',
      subject: again ? copy.again.subject(number) : copy.account.subject(number),
      preview: copy.preview(money),
      body: (
        <>
          <Paragraph>{again ? copy.again.text(money, number) : copy.account.text(money, number)}</Paragraph>
          <Paragraph>{copy.hint}</Paragraph>
          <Action href={link}>{copy.button}</Action>
        </>
      ),
    };
  },
  'payouts.account-named': ({ number, amount, currency, account, by, link }) => ({
    reader: 'buyer',
    subject: copy.named.subject(number),
    preview: copy.named.preview(account),
    body: (
      <>
        <Paragraph>
          {copy.named.text[by](formatMoneyExact({ amount, currency: currency as Currency }), number, account)}
        </Paragraph>
        <Paragraph>{copy.named.ifNot}</Paragraph>
        <Action href={link}>{copy.named.button}</Action>
      </>
    ),
  }),
};
