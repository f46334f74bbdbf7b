import { mailCopy as copy } from '#domain/accounts/mail-copy.ts';
import type { MailContext, MailMessage } from '../platform/mail/mail.ts';
import { Action, Code, Paragraph } from '../platform/mail/mail-layout.tsx';

export interface AuthMails {
  /** `code` is for programs that ask for one instead of the link; `null` where only the link opens. */
  'accounts.confirm-address': { link: string; code: string | null; hours: number };
  'accounts.recovery': {
    email: string;
    link: string;
    code: string | null;
    minutes: number;
    registeredAgain?: boolean;
  };
  'accounts.email-change': { from: string; to: string; link: string; code: string; hours: number };
  'accounts.address-exists': { link: string };
  'accounts.address-wanted': { link: string };
  'accounts.reauthentication': { code: string; minutes: number };
}

declare module '../platform/mail/mail.ts' {
  interface MailProps extends AuthMails {}
}

export const authEmails: { [K in keyof AuthMails]: (props: AuthMails[K], context: MailContext) => MailMessage } = {
  'accounts.confirm-address': ({ link, code, hours }) => ({
    containsCredential: true,
    reader: 'stranger',
    subject: copy.confirmAddress.subject,
    preview: copy.confirmAddress.preview,
    body: (
      <>
        <Paragraph>{copy.confirmAddress.text}</Paragraph>
        <Action href={link}>{copy.confirmAddress.button}</Action>
        {code && <Paragraph>{copy.codeInstead(code)}</Paragraph>}
        <Paragraph>{copy.confirmAddress.after(hours)}</Paragraph>
      </>
    ),
  }),

  'accounts.recovery': ({ email, link, code, minutes, registeredAgain }) => ({
    containsCredential: true,
    subject: copy.recovery.subject,
    preview: copy.recovery.preview(minutes),
    body: (
      <>
        <Paragraph>{(registeredAgain ? copy.recovery.again : copy.recovery.text)(email)}</Paragraph>
        <Action href={link}>{copy.recovery.button}</Action>
        {code && <Paragraph>{copy.codeInstead(code)}</Paragraph>}
        <Paragraph>{registeredAgain ? copy.recovery.afterAgain : copy.recovery.after}</Paragraph>
      </>
    ),
  }),

  'accounts.email-change': ({ from, to, link, code, hours }) => ({
    containsCredential: true,
    subject: copy.emailChange.subject,
    preview: copy.emailChange.preview,
    body: (
      <>
        <Paragraph>{copy.emailChange.text(from, to)}</Paragraph>
        <Action href={link}>{copy.emailChange.button}</Action>
        {code && <Paragraph>{copy.codeInstead(code)}</Paragraph>}
        <Paragraph>{copy.emailChange.after(hours)}</Paragraph>
      </>
    ),
  }),

  'accounts.address-exists': ({ link }) => ({
    subject: copy.addressExists.subject,
    preview: copy.addressExists.preview,
    body: (
      <>
        <Paragraph>{copy.addressExists.text}</Paragraph>
        <Action href={link}>{copy.addressExists.button}</Action>
        <Paragraph>{copy.addressExists.after}</Paragraph>
      </>
    ),
  }),

  'accounts.address-wanted': ({ link }) => ({
    subject: copy.addressWanted.subject,
    preview: copy.addressWanted.preview,
    body: (
      <>
        <Paragraph>{copy.addressWanted.text}</Paragraph>
        <Action href={link}>{copy.addressWanted.button}</Action>
        <Paragraph>{copy.addressWanted.after}</Paragraph>
      </>
    ),
  }),

  'accounts.reauthentication': ({ code, minutes }) => ({
    containsCredential: true,
    subject: copy.reauthentication.subject,
    preview: copy.reauthentication.preview,
    body: (
      <>
        <Paragraph>{copy.reauthentication.text}</Paragraph>
        <Code>{code}</Code>
        <Paragraph>{copy.reauthentication.after(minutes)}</Paragraph>
      </>
    ),
  }),
};
