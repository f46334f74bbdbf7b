import type { Duty } from '#domain/access.ts';
import { staffDutyMails as duties } from '#domain/accounts/staff/mail-copy.ts';
import { staffMailCopy as copy, type StaffChange } from '#domain/accounts/staff-mail-copy.ts';
import type { MailContext, MailMessage } from '../platform/mail/mail.ts';
import { Action, Paragraph } from '../platform/mail/mail-layout.tsx';

/** Mails about who rules the shop. `at` is ISO 8601. */
export interface StaffMails {
  /** To whoever acted and to whoever was touched. `whose` is `null` where an erased address may not stay; `duties` are what changed of them. */
  'accounts.staff-touched': {
    whose: string | null;
    deed: StaffChange;
    by: string;
    at: string;
    duties?: { given: Duty[]; taken: Duty[] };
  };
  'accounts.duties-changed': { duties: Duty[]; reason: string; by: string; at: string; link: string };
  'accounts.second-step-wanted': { link: string };
  'accounts.owner-rescued': { email: string; at: string };
  /** To the former super-admin and to the new one. */
  'accounts.super-admin-moved': { former: string; current: string; at: string };
}

declare module '../platform/mail/mail.ts' {
  interface MailProps extends StaffMails {}
}

export const staffEmails: { [K in keyof StaffMails]: (props: StaffMails[K], context: MailContext) => MailMessage } = {
  'accounts.staff-touched': ({ whose, deed, by, at, duties: changed }, { company }) => ({
    reader: 'staff',
    subject: copy.touched.subject,
    preview: copy.touched.preview(deed, at),
    body: (
      <>
        <Paragraph>{copy.touched.text(whose, deed, at)}</Paragraph>
        {changed && changed.given.length > 0 && <Paragraph>{copy.touched.given(changed.given)}</Paragraph>}
        {changed && changed.taken.length > 0 && <Paragraph>{copy.touched.taken(changed.taken)}</Paragraph>}
        <Paragraph>{copy.touched.by(by)}</Paragraph>
        <Paragraph>{copy.touched.after(company.phone)}</Paragraph>
      </>
    ),
  }),

  'accounts.duties-changed': ({ duties: now, reason, by, at, link }) => ({
    reader: 'staff',
    subject: duties.changed.subject,
    preview: duties.changed.preview(now),
    body: (
      <>
        <Paragraph>{duties.changed.text(at, now, reason)}</Paragraph>
        <Paragraph>{duties.changed.by(by)}</Paragraph>
        <Action href={link}>{duties.changed.button}</Action>
      </>
    ),
  }),

  'accounts.second-step-wanted': ({ link }) => ({
    reader: 'staff',
    subject: duties.secondStep.subject,
    preview: duties.secondStep.preview,
    body: (
      <>
        <Paragraph>{duties.secondStep.text}</Paragraph>
        <Action href={link}>{duties.secondStep.button}</Action>
        <Paragraph>{duties.secondStep.after}</Paragraph>
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
