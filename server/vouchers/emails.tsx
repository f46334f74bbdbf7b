import { formatDateInSentence } from '#domain/time.ts';
import { mailCopy as copy } from '#domain/vouchers/mail-copy.ts';
import { formatCode } from '#domain/vouchers/rules.ts';
import type { MailContext, MailMessage } from '../platform/mail/mail.ts';
import { Action, Paragraph } from '../platform/mail/mail-layout.tsx';

export interface VoucherMails {
  /** `at` is ISO 8601; `balance` counts banners after the voucher. */
  'vouchers.redeemed': { code: string; at: string; bannerCount: number; balance: number };
}

declare module '../platform/mail/mail.ts' {
  interface MailProps extends VoucherMails {}
}

export const voucherEmails: {
  [K in keyof VoucherMails]: (props: VoucherMails[K], context: MailContext) => MailMessage;
} = {
  'vouchers.redeemed': ({ code, at, bannerCount, balance }, { config }) => ({
    subject: copy.redeemed.subject,
    preview: copy.redeemed.preview(bannerCount),
    body: (
      <>
        <Paragraph>{copy.redeemed.text(formatCode(code), formatDateInSentence(at), bannerCount)}</Paragraph>
        <Paragraph>{copy.redeemed.balance(balance)}</Paragraph>
        <Action href={`${config.publicUrl}/account#reklame`}>{copy.redeemed.button}</Action>
        <Paragraph>{copy.redeemed.after}</Paragraph>
      </>
    ),
  }),
};
