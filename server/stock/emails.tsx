import { stockMails as copy } from '#domain/stock/mail-copy.ts';
import type { MailMessage } from '../platform/mail/mail.ts';
import { Action, Paragraph } from '../platform/mail/mail-layout.tsx';

export interface StockMails {
  'stock.low': { left: number; limit: number; link: string };
}

declare module '../platform/mail/mail.ts' {
  interface MailProps extends StockMails {}
}

export const stockEmails: { [K in keyof StockMails]: (props: StockMails[K]) => MailMessage } = {
  'stock.low': ({ left, limit, link }) => ({
    reader: 'staff',
    subject: copy.low.subject(left, limit),
    preview: copy.low.preview,
    body: (
      <>
        <Paragraph>{copy.low.text(left, limit)}</Paragraph>
        <Action href={link}>{copy.low.button}</Action>
      </>
    ),
  }),
};
