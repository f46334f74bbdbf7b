import type { DocumentKind } from '#domain/documents/kinds.ts';
import { documentMails as copy } from '#domain/documents/mail-copy.ts';
import type { MailMessage } from '../platform/mail/mail.ts';
import { Action, Paragraph } from '../platform/mail/mail-layout.tsx';

export interface DocumentMails {
  /** `insteadOf`: the invoice in whose place this one stands, and the credit note that took it back and travels with this one. */
  'documents.sent': {
    kind: DocumentKind;
    number: string;
    order: number;
    insteadOf: { invoice: string; credit: string } | null;
    link: string;
  };
}

declare module '../platform/mail/mail.ts' {
  interface MailProps extends DocumentMails {}
}

export const documentEmails: { [K in keyof DocumentMails]: (props: DocumentMails[K]) => MailMessage } = {
  'documents.sent': ({ order, insteadOf, link, ...paper }) => ({
    reader: 'buyer',
    subject: copy.sent.subject(paper, order),
    preview: copy.sent.preview,
    body: (
      <>
        <Paragraph>{copy.sent.text(paper, order)}</Paragraph>
        {insteadOf && <Paragraph>{copy.sent.insteadOf(insteadOf.invoice, insteadOf.credit)}</Paragraph>}
        <Action href={link}>{copy.sent.button}</Action>
      </>
    ),
  }),
};
