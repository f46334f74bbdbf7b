import type { CampaignKind } from '#domain/campaign-kinds.ts';
import { mailCopy as copy } from '#domain/campaigns/mail-copy.ts';
import type { MailMessage } from '../platform/mail/mail.ts';
import { Action, Facts, Paragraph } from '../platform/mail/mail-layout.tsx';

interface Change {
  isChange: boolean;
  isStopped: boolean;
}

interface Start {
  startsAt: string;
  /** A special package's that nobody has started: its day is not known yet. Mails of before do not say so. */
  waitsForStart?: boolean;
}

/** Moments are ISO 8601. */
export interface CampaignMails {
  /**
   * `isChange`: other adverts or another address for a campaign that runs, or (`isStopped`) for a special package that waits for them; its
   * link leads to that campaign. Mails of before do not name the company.
   */
  'campaigns.sent': {
    name: string;
    company?: string;
    kind?: CampaignKind;
    oldestAt: string;
    link: string;
  } & Start &
    Change;
  'campaigns.approved': { name: string; link: string } & Start & Change;
  'campaigns.rejected': { name: string; reason: string; link: string } & Change;
  /** Until that day. Mails of before do not say the unit. */
  'campaigns.behind': {
    name: string;
    counted: number;
    planned: number;
    unit?: 'banner' | 'tv_second';
    reason: string;
    link: string;
  };
  /** `goesOn`: by its company at once or once it raises the budget; `null`: staff paused it before. Mails of before do not say. */
  'campaigns.units-taken': { name: string; reason: string; goesOn?: 'now' | 'withBudget' | null; link: string };
  /** The names of campaigns that stand still since the account is blocked, and of those that wait for no approval any more. */
  'campaigns.account-blocked': { paused: string[]; recalled: string[] };
  /** `host`: where the address leads now; `null`: it does not answer. */
  'campaigns.code-paused': { name: string; url: string; host: string | null; link: string };
  'campaigns.code-paused-desk': { name: string; url: string; host: string | null; link: string };
  /** `takesAdvert`: a special package's, which goes on with other adverts. */
  'campaigns.withdrawn': { name: string; reason: string; takesAdvert: boolean; link: string };
  'campaigns.objection-answered': { name: string; answer: string; link: string };
  /** The money is written out, `null` where nothing was counted; its report travels with it. */
  'campaigns.done': {
    name: string;
    counted: number;
    unit: 'banner' | 'tv_second';
    returned: number;
    perPlay: string | null;
    total: string | null;
    link: string;
  };
  /** In banners or TV seconds. */
  'campaigns.low-balance': {
    unit: 'banner' | 'tv_second';
    left: number;
    daily: number;
    days: number;
    stopsOn: string;
    link: string;
  };
}

declare module '../platform/mail/mail.ts' {
  interface MailProps extends CampaignMails {}
}

const letter = (text: string, button: string, link: string) => (
  <>
    <Paragraph>{text}</Paragraph>
    <Action href={link}>{button}</Action>
  </>
);

const quoted = (names: readonly string[]) => names.map((name) => `„${name}“`).join(', ');

export const campaignEmails: { [K in keyof CampaignMails]: (props: CampaignMails[K]) => MailMessage } = {
  'campaigns.sent': ({ name, company, kind, startsAt, waitsForStart, oldestAt, isChange, isStopped, link }) => ({
    reader: 'staff',
    subject: isChange ? copy.changeSent.subject(name) : copy.sent.subject(name),
    preview: isStopped
      ? copy.changeSent.previewStopped
      : isChange
        ? copy.changeSent.preview
        : waitsForStart
          ? copy.sent.previewSpecial
          : copy.sent.preview({ company, kind, startsAt }),
    body: letter(copy.sent.text(oldestAt), copy.sent.button, link),
  }),
  'campaigns.approved': ({ name, startsAt, waitsForStart, isChange, isStopped, link }) => {
    const ofChange = isStopped ? copy.replacementApproved : isChange ? copy.changeApproved : null;
    const words = waitsForStart ? copy.specialApproved : ofChange;
    return {
      subject: (words ?? copy.approved).subject,
      preview: words?.preview ?? copy.approved.preview(startsAt),
      body: letter((words ?? copy.approved).text(name), copy.approved.button, link),
    };
  },
  'campaigns.rejected': ({ name, reason, isChange, isStopped, link }) => {
    const words = isStopped ? copy.replacementRejected : isChange ? copy.changeRejected : copy.rejected;
    return {
      subject: words.subject,
      preview: words.preview,
      body: letter(words.text(name, reason), words.button, link),
    };
  },
  'campaigns.behind': ({ name, counted, planned, unit, reason, link }) => ({
    subject: copy.behind.subject,
    preview: copy.behind.preview(counted, planned, unit),
    body: letter(copy.behind.text(name, reason), copy.behind.button, link),
  }),
  'campaigns.units-taken': ({ name, reason, goesOn, link }) => ({
    subject: copy.unitsTaken.subject(name),
    preview: copy.unitsTaken.preview,
    body: letter(copy.unitsTaken.text(name, reason, goesOn), copy.unitsTaken.button, link),
  }),
  'campaigns.account-blocked': ({ paused, recalled }) => ({
    subject: copy.accountBlocked.subject,
    preview: copy.accountBlocked.preview,
    body: (
      <>
        <Paragraph>{copy.accountBlocked.text}</Paragraph>
        <Facts
          rows={[
            ...(paused.length > 0
              ? [[copy.accountBlocked.facts.paused, quoted(paused)] satisfies [string, string]]
              : []),
            ...(recalled.length > 0
              ? [[copy.accountBlocked.facts.recalled, quoted(recalled)] satisfies [string, string]]
              : []),
          ]}
        />
        <Paragraph>{copy.accountBlocked.after}</Paragraph>
      </>
    ),
  }),
  'campaigns.code-paused': ({ name, url, host, link }) => ({
    subject: copy.codePaused.subject(name),
    preview: copy.codePaused.preview(host),
    body: letter(copy.codePaused.text(name, url, host), copy.codePaused.button, link),
  }),
  'campaigns.code-paused-desk': ({ name, url, host, link }) => ({
    reader: 'staff',
    subject: copy.codePaused.subject(name),
    preview: copy.codePaused.preview(host),
    body: letter(copy.codePaused.desk(name, url, host), copy.codePaused.deskButton, link),
  }),
  'campaigns.withdrawn': ({ name, reason, takesAdvert, link }) => {
    const words = takesAdvert ? copy.withdrawnSpecial : copy.withdrawn;
    return {
      subject: words.subject(name),
      preview: words.preview,
      body: letter(words.text(name, reason), words.button, link),
    };
  },
  'campaigns.done': ({ name, counted, unit, returned, perPlay, total, link }) => ({
    subject: copy.done.subject(counted),
    preview: copy.done.preview(returned),
    body: (
      <>
        <Paragraph>{copy.done.text(name, counted, perPlay)}</Paragraph>
        <Facts
          rows={[
            ...(total ? [[copy.done.facts.total, total] satisfies [string, string]] : []),
            [copy.done.facts.returned, copy.done.returned(returned, unit)],
          ]}
        />
        <Paragraph>{copy.done.attached}</Paragraph>
        <Action href={link}>{copy.done.button}</Action>
      </>
    ),
  }),
  'campaigns.low-balance': ({ unit, left, daily, days, stopsOn, link }) => ({
    subject: copy.low.subject,
    preview: copy.low.preview(left, unit, days),
    body: (
      <>
        <Paragraph>{copy.low.text(daily, unit, stopsOn)}</Paragraph>
        <Paragraph>{copy.low.preview(left, unit, days)}</Paragraph>
        <Action href={link}>{copy.low.button}</Action>
      </>
    ),
  }),
  'campaigns.objection-answered': ({ name, answer, link }) => ({
    subject: copy.objectionAnswered.subject,
    preview: copy.objectionAnswered.preview(name),
    body: (
      <>
        <Paragraph>{copy.objectionAnswered.text(name)}</Paragraph>
        <Paragraph>{answer}</Paragraph>
        <Action href={link}>{copy.objectionAnswered.button}</Action>
      </>
    ),
  }),
};
