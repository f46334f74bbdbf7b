import { mailCopy as copy } from '#domain/devices/mail-copy.ts';
import { UNLINK_LINK_HOURS } from '#domain/devices/rules.ts';
import type { MailMessage } from '../platform/mail/mail.ts';
import { Action, Paragraph } from '../platform/mail/mail-layout.tsx';

export interface DeviceMails {
  /** `at` is ISO 8601; `link` unlinks the TV after a press; `seenFrom` is the TV's network, roughly. */
  'devices.linked': { number: string; at: string; seenFrom: string | null; link: string };
  /** To whoever gave the device away with a code; `at` is ISO 8601. */
  'devices.taken-over': { serial: string; at: string; link: string };
}

declare module '../platform/mail/mail.ts' {
  interface MailProps extends DeviceMails {}
}

export const deviceEmails: { [K in keyof DeviceMails]: (props: DeviceMails[K]) => MailMessage } = {
  'devices.linked': ({ number, at, seenFrom, link }) => ({
    containsCredential: true,
    subject: copy.linked.subject(number),
    preview: copy.linked.preview(at),
    body: (
      <>
        <Paragraph>{copy.linked.text(number, at)}</Paragraph>
        {seenFrom && <Paragraph>{copy.linked.seenFrom(seenFrom)}.</Paragraph>}
        <Action href={link}>{copy.linked.button}</Action>
        <Paragraph>{copy.linked.after(UNLINK_LINK_HOURS)}</Paragraph>
      </>
    ),
  }),
  'devices.taken-over': ({ serial, at, link }) => ({
    subject: copy.takenOver.subject(serial),
    preview: copy.takenOver.preview,
    body: (
      <>
        <Paragraph>{copy.takenOver.text(serial, at)}</Paragraph>
        <Action href={link}>{copy.takenOver.button}</Action>
      </>
    ),
  }),
};
