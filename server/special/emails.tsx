import { requestMailCopy as copy } from '#domain/special/request-copy.ts';
import type { MailMessage } from '../platform/mail/mail.ts';
import { Action, Facts, Paragraph } from '../platform/mail/mail-layout.tsx';

/** `month` as in `2027-03`. */
export interface SpecialMails {
  'special.requested': { company: string; contact: string; month: string; message: string; link: string };
  'special.request-answered': { month: string; answer: string; link: string };
}

declare module '../platform/mail/mail.ts' {
  interface MailProps extends SpecialMails {}
}

export const specialEmails: { [K in keyof SpecialMails]: (props: SpecialMails[K]) => MailMessage } = {
  'special.requested': ({ company, contact, month, message, link }) => ({
    reader: 'staff',
    subject: copy.came.subject(company),
    preview: copy.came.preview(month),
    body: (
      <>
        <Paragraph>{copy.came.text}</Paragraph>
        <Facts
          rows={[
            [copy.came.facts.company, company],
            [copy.came.facts.contact, contact],
            [copy.came.facts.month, copy.came.month(month)],
            ...(message ? [[copy.came.facts.message, message] satisfies [string, string]] : []),
          ]}
        />
        <Action href={link}>{copy.came.button}</Action>
      </>
    ),
  }),
  'special.request-answered': ({ month, answer, link }) => ({
    subject: copy.answered.subject,
    preview: copy.answered.preview,
    body: (
      <>
        <Paragraph>{copy.answered.text(month)}</Paragraph>
        <Paragraph>{answer}</Paragraph>
        <Paragraph>{copy.answered.after}</Paragraph>
        <Action href={link}>{copy.answered.button}</Action>
      </>
    ),
  }),
};
