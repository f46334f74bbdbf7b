import type { Company } from '#domain/company.ts';
import { mailCopy as copy } from '#domain/orders/mail-copy.ts';
import { pages } from '#domain/pages.ts';
import type { Attachment } from '../../platform/mail/mail.ts';
import { InLine, Paragraph } from '../../platform/mail/mail-layout.tsx';

/** The form that a consumer withdraws with, filled in as far as the order says. */
export const withdrawalForm = (
  { legalName, address, email, phone }: Company,
  order: { number: string; product: string; date: string },
): Attachment => ({
  name: copy.paid.formFile,
  contentType: 'text/plain; charset=utf-8',
  content: copy.withdrawalForm({ name: legalName, address, email, phone }, order),
});

/** Above it: that it is there, and where all the rules are. */
export const Withdrawal = ({ publicUrl }: { publicUrl: string }) => (
  <Paragraph>
    {copy.paid.withdrawal}{' '}
    <InLine href={`${publicUrl}${pages.termsConditions.path}`}>{pages.termsConditions.name}</InLine>
  </Paragraph>
);
