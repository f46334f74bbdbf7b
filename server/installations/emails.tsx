import { mailCopy as copy } from '#domain/installations/mail-copy.ts';
import { formatDateTime } from '#domain/time.ts';
import type { MailMessage } from '../platform/mail/mail.ts';
import { Action, Facts, Paragraph } from '../platform/mail/mail-layout.tsx';

export interface InstallationMails {
  /** `agreedAt` is ISO 8601. */
  'installations.assigned': { number: number; agreedAt: string; link: string };
  'installations.cancelled': { number: number };
}

declare module '../platform/mail/mail.ts' {
  interface MailProps extends InstallationMails {}
}

export const installationEmails: { [K in keyof InstallationMails]: (props: InstallationMails[K]) => MailMessage } = {
  'installations.assigned': ({ number, agreedAt, link }) => ({
    subject: copy.assigned.subject(String(number)),
    preview: copy.assigned.preview(agreedAt),
    body: (
      <>
        <Paragraph>{copy.assigned.text}</Paragraph>
        <Facts
          rows={[
            [copy.assigned.number, String(number)],
            [copy.assigned.when, formatDateTime(agreedAt)],
          ]}
        />
        <Action href={link}>{copy.assigned.button}</Action>
      </>
    ),
  }),

  'installations.cancelled': ({ number }) => ({
    subject: copy.cancelled.subject(String(number)),
    preview: copy.cancelled.preview,
    body: <Paragraph>{copy.cancelled.text(String(number))}</Paragraph>,
  }),
};
