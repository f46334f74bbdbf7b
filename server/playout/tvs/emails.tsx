import { mailCopy as copy } from '#domain/tvs/mail-copy.ts';
import type { MailMessage } from '../../platform/mail/mail.ts';
import { Action, Paragraph } from '../../platform/mail/mail-layout.tsx';

interface AboutTv {
  /** As people read it. */
  number: string;
  name: string;
  reason: string;
  link: string;
}

export interface TvMails {
  'tvs.blocked': AboutTv;
  'tvs.venue-refused': AboutTv;
}

declare module '../../platform/mail/mail.ts' {
  interface MailProps extends TvMails {}
}

const letter =
  (words: (typeof copy)[keyof typeof copy]) =>
  ({ number, name, reason, link }: AboutTv): MailMessage => ({
    subject: words.subject(number),
    preview: words.preview,
    body: (
      <>
        <Paragraph>{words.text(name, reason)}</Paragraph>
        <Action href={link}>{words.button}</Action>
      </>
    ),
  });

export const tvEmails: { [K in keyof TvMails]: (props: TvMails[K]) => MailMessage } = {
  'tvs.blocked': letter(copy.blocked),
  'tvs.venue-refused': letter(copy.refused),
};
