import { keyMails as copy } from '#domain/integrations/keys/mail-copy.ts';
import type { MailMessage } from '../../platform/mail/mail.ts';
import { Action, Paragraph } from '../../platform/mail/mail-layout.tsx';

export interface KeyMails {
  /** To whoever made it. `ending`: its last four signs; `endsOn`: its last day. */
  'integrations.key-ending': { name: string; ending: string; endsOn: string; link: string };
}

declare module '../../platform/mail/mail.ts' {
  interface MailProps extends KeyMails {}
}

export const keyEmails: { [K in keyof KeyMails]: (props: KeyMails[K]) => MailMessage } = {
  'integrations.key-ending': ({ name, ending, endsOn, link }) => ({
    reader: 'staff',
    subject: copy.subject(name, endsOn),
    preview: copy.preview,
    body: (
      <>
        <Paragraph>{copy.text}</Paragraph>
        <Paragraph>{copy.next(name, ending)}</Paragraph>
        <Action href={link}>{copy.button}</Action>
      </>
    ),
  }),
};
