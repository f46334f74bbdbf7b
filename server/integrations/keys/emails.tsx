import type { Duty } from '#domain/access.ts';
import { dutyList } from '#domain/accounts/staff/duty-copy.ts';
import { keyMails as copy } from '#domain/integrations/keys/mail-copy.ts';
import { formatDate } from '#domain/time.ts';
import type { MailMessage } from '../../platform/mail/mail.ts';
import { Action, Facts, Paragraph } from '../../platform/mail/mail-layout.tsx';

interface Key {
  name: string;
  /** Its last four signs. */
  ending: string;
  /** Its last day. */
  endsOn: string;
  link: string;
}

/** To whoever made the key. */
export interface KeyMails {
  'integrations.key-ending': Key;
  /** `at` is ISO 8601. */
  'integrations.key-made': Key & { duties: Duty[]; writes: boolean; at: string };
}

declare module '../../platform/mail/mail.ts' {
  interface MailProps extends KeyMails {}
}

export const keyEmails: { [K in keyof KeyMails]: (props: KeyMails[K]) => MailMessage } = {
  'integrations.key-ending': ({ name, ending, endsOn, link }) => ({
    reader: 'staff',
    subject: copy.ending.subject(name, endsOn),
    preview: copy.ending.preview,
    body: (
      <>
        <Paragraph>{copy.ending.text}</Paragraph>
        <Paragraph>{copy.ending.next(name, ending)}</Paragraph>
        <Action href={link}>{copy.button}</Action>
      </>
    ),
  }),
  'integrations.key-made': ({ name, ending, endsOn, link, duties, writes, at }) => ({
    reader: 'staff',
    subject: copy.made.subject(name),
    preview: copy.made.preview(at),
    body: (
      <>
        <Paragraph>{copy.made.text(name, ending, at)}</Paragraph>
        <Facts
          rows={[
            [copy.made.duties, dutyList(duties)],
            [copy.made.mode, copy.made.modeOf(writes)],
            [copy.made.endsOn, formatDate(`${endsOn}T12:00:00Z`)],
          ]}
        />
        <Paragraph>{copy.made.ifNot}</Paragraph>
        <Action href={link}>{copy.button}</Action>
      </>
    ),
  }),
};
