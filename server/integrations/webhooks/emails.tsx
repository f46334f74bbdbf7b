import { webhookMails as copy } from '#domain/integrations/webhooks/mail-copy.ts';
import { formatDateTime } from '#domain/time.ts';
import type { MailMessage } from '../../platform/mail/mail.ts';
import { Action, Paragraph } from '../../platform/mail/mail-layout.tsx';

export interface WebhookMails {
  'integrations.webhook-off': { host: string; at: string; link: string };
}

declare module '../../platform/mail/mail.ts' {
  interface MailProps extends WebhookMails {}
}

export const webhookEmails: { [K in keyof WebhookMails]: (props: WebhookMails[K]) => MailMessage } = {
  'integrations.webhook-off': ({ host, at, link }) => ({
    reader: 'staff',
    subject: copy.off.subject(host),
    preview: copy.off.preview,
    body: (
      <>
        <Paragraph>{copy.off.text(formatDateTime(at))}</Paragraph>
        <Action href={link}>{copy.off.button}</Action>
      </>
    ),
  }),
};
