import type { ChangeFacts, ChangeKind } from '#domain/auth/changes.ts';
import { securityMails as copy } from '#domain/auth/security-mail-copy.ts';
import { formatDateTimeInSentence } from '#domain/time.ts';
import type { MailContext, MailMessage } from '../platform/mail/mail.ts';
import { Action, Facts, Paragraph } from '../platform/mail/mail-layout.tsx';

/** Moments are ISO 8601. */
export interface SecurityMails {
  'accounts.way-in-changed': {
    kind: ChangeKind;
    about: ChangeFacts;
    at: string;
    dueAt: string | null;
    browser: string | null;
    system: string | null;
    network: string | null;
    /** `null` for the new mailbox of a moved account: only the old one takes the move back. */
    undo: { link: string; until: string } | null;
  };
  /** A blocked account has no link. */
  'accounts.change-undone': { kind: ChangeKind; about: ChangeFacts; link: string | null };
  'accounts.second-step-stays': { email: string; at: string };
}

declare module '../platform/mail/mail.ts' {
  interface MailProps extends SecurityMails {}
}

export const securityEmails: {
  [K in keyof SecurityMails]: (props: SecurityMails[K], context: MailContext) => MailMessage;
} = {
  'accounts.way-in-changed': ({ kind, about, at, dueAt, browser, system, network, undo }, { company }) => ({
    containsCredential: true,
    subject: copy.changed.subject(kind),
    preview: copy.changed.preview(kind),
    body: (
      <>
        <Paragraph>{copy.changed.text(kind, formatDateTimeInSentence(at))}</Paragraph>
        <Facts rows={factsOf({ about, browser, system, network })} />
        {about.by === 'wait' && <Paragraph>{copy.changed.byWait}</Paragraph>}
        {about.by === 'staff' && <Paragraph>{copy.changed.byStaff}</Paragraph>}
        {kind === 'codes-guessed' && <Paragraph>{copy.changed.codesGuessed}</Paragraph>}
        <Paragraph>{dueAt ? copy.changed.due(formatDateTimeInSentence(dueAt)) : copy.changed.ifYou}</Paragraph>
        {undo ? (
          <>
            <Paragraph>{copy.changed.ifNot(kind, formatDateTimeInSentence(undo.until))}</Paragraph>
            <Action href={undo.link}>{copy.changed.button(kind)}</Action>
            <Paragraph>{copy.changed.opens}</Paragraph>
          </>
        ) : (
          <Paragraph>{copy.changed.noLink(company.email)}</Paragraph>
        )}
      </>
    ),
  }),

  'accounts.change-undone': ({ kind, link }, { company }) => ({
    containsCredential: link !== null,
    subject: copy.undone.subject(kind),
    preview: link ? copy.undone.preview : copy.undone.previewBlocked,
    body: (
      <>
        <Paragraph>{copy.undone.text(kind)}</Paragraph>
        {link ? (
          <>
            <Action href={link}>{copy.undone.button}</Action>
            <Paragraph>{copy.undone.after}</Paragraph>
          </>
        ) : (
          <Paragraph>{copy.undone.blocked(company.email)}</Paragraph>
        )}
      </>
    ),
  }),

  'accounts.second-step-stays': ({ email, at }, { company }) => ({
    subject: copy.stays.subject,
    preview: copy.stays.preview,
    body: (
      <>
        <Paragraph>{copy.stays.text(email, formatDateTimeInSentence(at))}</Paragraph>
        <Paragraph>{copy.stays.after(company.email)}</Paragraph>
      </>
    ),
  }),
};

type From = Pick<SecurityMails['accounts.way-in-changed'], 'about' | 'browser' | 'system' | 'network'>;

function factsOf({ about, browser, system, network }: From): [string, string][] {
  const device = [browser, system].filter(Boolean).join(', ') || copy.changed.unknownDevice;
  return [
    ...(about.from && about.to
      ? ([
          [copy.changed.from, about.from],
          [copy.changed.to, about.to],
        ] as [string, string][])
      : []),
    ...(network
      ? ([
          [copy.changed.device, device],
          [copy.changed.network, network],
        ] as [string, string][])
      : []),
  ];
}
