import { mailCopy as copy } from '#domain/devices/mail-copy.ts';
import type { Letter } from '../platform/mail.ts';
import { Action, Paragraph } from '../platform/mail-layout.tsx';

export interface DeviceMails {
  /** `at` is ISO 8601; `link` is where the owner unlinks. */
  'devices.linked': { number: string; at: string; link: string };
}

declare module '../platform/mail.ts' {
  interface MailProps extends DeviceMails {}
}

export const deviceEmails: { [K in keyof DeviceMails]: (props: DeviceMails[K]) => Letter } = {
  'devices.linked': ({ number, at, link }) => ({
    subject: copy.linked.subject(number),
    preview: copy.linked.preview(at),
    body: (
      <>
        <Paragraph>{copy.linked.text(number, at)}</Paragraph>
        <Action href={link}>{copy.linked.button}</Action>
        <Paragraph>{copy.linked.after}</Paragraph>
      </>
    ),
  }),
};
