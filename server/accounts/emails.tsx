import { mailCopy as copy } from '#domain/accounts/mail-copy.ts';
import { ERASED_WITHIN_DAYS, lastDayBefore } from '#domain/accounts/retention.ts';
import { countryName } from '#domain/copy.ts';
import { daysLater } from '#domain/day.ts';
import { pages } from '#domain/pages.ts';
import { isPlainName } from '#domain/plain-text.ts';
import { dayOf, formatDateInSentence } from '#domain/time.ts';
import type { MailContext, MailMessage } from '../platform/mail/mail.ts';
import { Action, Facts, Paragraph } from '../platform/mail/mail-layout.tsx';

interface Applicant {
  firstName: string;
  lastName: string;
  username: string;
  phone: string;
  city: string;
  country: string;
  companyName: string | null;
}

export interface AccountMails {
  'accounts.registration-received': Applicant;
  /** Its button opens the list with the request chosen; the decision is made there, signed in, and never by opening a link. */
  'accounts.registration-waiting': Applicant & { id: string; email: string };
  /** Several since the last mail about registrations. */
  'accounts.registrations-waiting': { count: number };
  'accounts.approved': { email: string; link: string; chosen?: string | null };
  'accounts.rejected': { reason: string };
  /** Both moments are ISO 8601. */
  'accounts.closed': { email: string; at: string; erasedBy: string };
  /** We ended the contract: `reason` is the cause, `null` where the time of notice ran out. */
  'accounts.terminated': { email: string; at: string; erasedBy: string; reason: string | null };
  /** `endsAt` is the moment, ISO 8601, when the account will be closed. */
  'accounts.notice': { email: string; endsAt: string; reason: string | null };
  'accounts.notice-taken-back': { email: string };
  /** By staff. `at` is ISO 8601. */
  'accounts.signed-out': { email: string; at: string };
}

declare module '../platform/mail/mail.ts' {
  interface MailProps extends AccountMails {}
}

const place = ({ city, country }: { city: string; country: string }) =>
  [city, countryName(country)].filter(Boolean).join(', ');

/** What mail programs would make a link of is not mailed: whoever typed it need not be the reader. */
const rowIfPlain = (name: string, value: string | null): [string, string][] =>
  value && isPlainName(value) ? [[name, value]] : [];
const companyRow = ({ companyName }: Pick<Applicant, 'companyName'>) =>
  rowIfPlain(copy.registrationReceived.company, companyName);

export const accountEmails: {
  [K in keyof AccountMails]: (props: AccountMails[K], context: MailContext) => MailMessage;
} = {
  'accounts.registration-received': (applicant) => ({
    reader: 'stranger',
    subject: copy.registrationReceived.subject,
    preview: copy.registrationReceived.preview,
    body: (
      <>
        <Paragraph>{copy.registrationReceived.text}</Paragraph>
        <Paragraph>{copy.registrationReceived.entered}</Paragraph>
        <Facts
          rows={[
            [copy.registrationReceived.name, `${applicant.firstName} ${applicant.lastName}`],
            ...rowIfPlain(copy.registrationReceived.username, applicant.username),
            [copy.registrationReceived.phone, applicant.phone],
            [copy.registrationReceived.place, place(applicant)],
            ...companyRow(applicant),
          ]}
        />
        <Paragraph>{copy.registrationReceived.after}</Paragraph>
      </>
    ),
  }),

  'accounts.registration-waiting': (applicant, { config }) => ({
    reader: 'staff',
    subject: copy.registrationWaiting.subject(`${applicant.firstName} ${applicant.lastName}`),
    preview: copy.registrationWaiting.preview,
    body: (
      <>
        <Paragraph>{copy.registrationWaiting.text}</Paragraph>
        <Facts
          rows={[
            [copy.registrationReceived.name, `${applicant.firstName} ${applicant.lastName}`],
            [copy.registrationWaiting.email, applicant.email],
            [copy.registrationReceived.phone, applicant.phone],
            [copy.registrationReceived.place, place(applicant)],
            ...companyRow(applicant),
          ]}
        />
        <Action href={`${config.publicUrl}${pages.adminRegistrationRequests.path}?request=${applicant.id}`}>
          {copy.registrationWaiting.button}
        </Action>
        <Paragraph>{copy.registrationWaiting.after}</Paragraph>
      </>
    ),
  }),

  'accounts.registrations-waiting': ({ count }, { config }) => ({
    reader: 'staff',
    subject: copy.registrationsWaiting.subject(count),
    preview: copy.registrationWaiting.preview,
    body: (
      <>
        <Paragraph>{copy.registrationsWaiting.text(count)}</Paragraph>
        <Action href={`${config.publicUrl}${pages.adminRegistrationRequests.path}`}>
          {copy.registrationWaiting.button}
        </Action>
        <Paragraph>{copy.registrationsWaiting.after}</Paragraph>
      </>
    ),
  }),

  'accounts.approved': ({ email, link, chosen }) => ({
    subject: chosen ? copy.approved.chosen.subject : copy.approved.subject,
    preview: chosen ? copy.approved.chosen.preview(chosen) : copy.approved.preview,
    body: (
      <>
        <Paragraph>{chosen ? copy.approved.chosen.text(chosen) : copy.approved.text(email)}</Paragraph>
        <Action href={link}>{chosen ? copy.approved.chosen.button : copy.approved.button}</Action>
        <Paragraph>{copy.approved.after}</Paragraph>
      </>
    ),
  }),

  'accounts.rejected': ({ reason }) => ({
    reader: 'stranger',
    subject: copy.rejected.subject,
    preview: copy.rejected.preview,
    body: (
      <>
        <Paragraph>{copy.rejected.text}</Paragraph>
        <Facts rows={[[copy.rejected.reason, reason]]} />
        <Paragraph>{copy.rejected.after}</Paragraph>
      </>
    ),
  }),

  'accounts.closed': ({ email, at, erasedBy }, { company }) => ({
    subject: copy.closed.subject,
    preview: copy.closed.preview,
    body: (
      <>
        <Paragraph>{copy.closed.text(email, at)}</Paragraph>
        <Paragraph>{copy.closed.erased(formatDateInSentence(erasedBy))}</Paragraph>
        <Paragraph>{copy.closed.after(company.email)}</Paragraph>
      </>
    ),
  }),

  'accounts.terminated': ({ email, at, erasedBy, reason }, { company }) => ({
    subject: copy.terminated.subject,
    preview: copy.terminated.preview,
    body: (
      <>
        <Paragraph>{(reason === null ? copy.terminated.byNotice : copy.terminated.atOnce)(email, at)}</Paragraph>
        {reason !== null && <Facts rows={[[copy.terminated.reason, reason]]} />}
        <Paragraph>{copy.closed.erased(formatDateInSentence(erasedBy))}</Paragraph>
        <Paragraph>{(reason === null ? copy.notice : copy.terminated).rights}</Paragraph>
        <Paragraph>{copy.notice.after(company.email)}</Paragraph>
      </>
    ),
  }),

  'accounts.notice': ({ email, endsAt, reason }, { company, config }) => {
    const end = new Date(endsAt);
    const lastDay = lastDayBefore(end);
    return {
      subject: copy.notice.subject(lastDay),
      preview: copy.notice.preview,
      body: (
        <>
          <Paragraph>{copy.notice.text(email, lastDay)}</Paragraph>
          {reason !== null && <Facts rows={[[copy.notice.reason, reason]]} />}
          <Paragraph>{copy.notice.until}</Paragraph>
          <Action href={`${config.publicUrl}${pages.account.path}#podaci`}>{copy.notice.button}</Action>
          <Paragraph>{copy.notice.afterwards(daysLater(dayOf(end), ERASED_WITHIN_DAYS))}</Paragraph>
          <Paragraph>{copy.notice.rights}</Paragraph>
          <Paragraph>{copy.notice.after(company.email)}</Paragraph>
        </>
      ),
    };
  },

  'accounts.notice-taken-back': ({ email }, { config }) => ({
    subject: copy.noticeTakenBack.subject,
    preview: copy.noticeTakenBack.preview,
    body: (
      <>
        <Paragraph>{copy.noticeTakenBack.text(email)}</Paragraph>
        <Action href={`${config.publicUrl}${pages.account.path}`}>{copy.noticeTakenBack.button}</Action>
      </>
    ),
  }),

  'accounts.signed-out': ({ email, at }, { config }) => ({
    subject: copy.signedOut.subject,
    preview: copy.signedOut.preview,
    body: (
      <>
        <Paragraph>{copy.signedOut.text(email, at)}</Paragraph>
        <Action href={`${config.publicUrl}${pages.auth.path}`}>{copy.signedOut.button}</Action>
        <Paragraph>{copy.signedOut.after}</Paragraph>
      </>
    ),
  }),
};
