import { staffMailCopy as copy, type StaffChange } from '#domain/accounts/staff-mail-copy.ts';
import type { MailContext, MailMessage } from '../platform/mail/mail.ts';
import { Paragraph } from '../platform/mail/mail-layout.tsx';

/** Mails about who rules the shop. `at` is ISO 8601. */
export interface StaffMails {
  /** To whoever acted and to whoever was touched. */
  'accounts.staff-touched': { whose: string; deed: StaffChange; by: string; at: string };
  'accounts.owner-rescued': { email: string; at: string };
  /** To the former super-admin and to the new one. */
  'accounts.super-admin-moved': { former: string; current: string; at: string };
}

declare module '../platform/mail/mail.ts' {
  interface MailProps extends StaffMails {}
}

export const staffEmails: { [K in keyof StaffMails]: (props: StaffMails[K], context: MailContext) => MailMessage } = {
  'accounts.staff-touched': ({ whose, deed, by, at }, { company }) => ({
    reader: 'staff',
    subject: copy.touched.subject,
    preview: copy.touched.preview(deed, at),
    body: (
      <>
        <Paragraph>{copy.touched.text(whose, deed, at)}</Paragraph>
        <Paragraph>{copy.touched.by(by)}</Paragraph>
        <Paragraph>{copy.touched.after(company.phone)}</Paragraph>
      </>
    ),
  }),

  'accounts.owner-rescued': ({ email, at }) => ({
    reader: 'staff',
    subject: copy.rescued.subject,
    preview: copy.rescued.preview(at),
    body: (
      <>
        <Paragraph>{copy.rescued.text(email, at)}</Paragraph>
        <Paragraph>{copy.rescued.after}</Paragraph>
        <Paragraph>{copy.rescued.warning}</Paragraph>
      </>
    ),
  }),

  'accounts.super-admin-moved': ({ former, current, at }, { company }) => ({
    reader: 'staff',
    subject: copy.moved.subject,
    preview: copy.moved.preview(current),
    body: (
      <>
        <Paragraph>{copy.moved.text(current, at)}</Paragraph>
        <Paragraph>{copy.moved.former(former)}</Paragraph>
        <Paragraph>{copy.moved.after(company.phone)}</Paragraph>
      </>
    ),
  }),
};
