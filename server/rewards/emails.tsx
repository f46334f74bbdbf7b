import { rewardMails as copy } from '#domain/rewards/mail-copy.ts';
import type { HoldReason, StatementState } from '#domain/rewards/rules.ts';
import type { MailMessage } from '../platform/mail/mail.ts';
import { Action, Paragraph } from '../platform/mail/mail-layout.tsx';

/**
 * Months and days are `2026-10-01`, amounts para. `lacksTaxNumber`: what is to be paid waits for the viewer's personal number and nothing
 * else of theirs.
 */
export interface RewardMails {
  'rewards.statement': {
    month: string;
    banners: number;
    tvSeconds: number;
    gross: number;
    smallest: number;
    state: StatementState;
    holdReason: HoldReason | null;
    lacksTaxNumber: boolean;
    link: string;
  };
  /** Of one that was held to be looked at; `smallest`: it is below that and enters the next one. */
  'rewards.released': {
    month: string;
    amount: number;
    smallest: number | null;
    lacksTaxNumber: boolean;
    link: string;
  };
  /** `again`: the bank did not pay it to the account that was named. */
  'rewards.account-missing': { month: string; amount: number; again: boolean; link: string };
  'rewards.paid': { month: string; amount: number; day: string; link: string };
  'rewards.rule': { day: string; link: string };
  'rewards.rule-recalled': { day: string; link: string };
  /** Masked. */
  'rewards.account-changed': { account: string; lacksTaxNumber: boolean; link: string };
  /** Without the number. */
  'rewards.tax-number-named': { link: string };
  'rewards.objection-answered': { month: string; answer: string; correction: number; link: string };
}

declare module '../platform/mail/mail.ts' {
  interface MailProps extends RewardMails {}
}

const letter = (texts: (string | null)[], button: string, link: string) => (
  <>
    {texts.map((text) => text && <Paragraph key={text}>{text}</Paragraph>)}
    <Action href={link}>{button}</Action>
  </>
);

type Statement = RewardMails['rewards.statement'];

function becomes({ state, holdReason, smallest, gross }: Statement): string | null {
  if (state === 'carried') return copy.statement.states.carried(smallest);
  if (holdReason === 'company') return copy.statement.states.company(gross);
  return state === 'held' ? copy.statement.states.suspected() : null;
}

const taxNumber = ({ lacksTaxNumber }: { lacksTaxNumber: boolean }) => (lacksTaxNumber ? copy.taxNumber : null);

export const rewardEmails: { [K in keyof RewardMails]: (props: RewardMails[K]) => MailMessage } = {
  'rewards.statement': (props) => ({
    subject: copy.statement.subject(props.month),
    preview: copy.statement.preview(props.banners, props.tvSeconds, props.gross),
    body: letter(
      [
        copy.statement.text(props.month),
        copy.statement.preview(props.banners, props.tvSeconds, props.gross),
        becomes(props),
        taxNumber(props),
        copy.statement.objection,
      ],
      copy.statement.button,
      props.link,
    ),
  }),
  'rewards.released': ({ month, amount, smallest, link, ...props }) => ({
    subject: copy.released.subject(month),
    preview: copy.released.preview(amount),
    body: letter(
      [
        copy.released.text(month),
        smallest === null ? copy.released.payable(amount) : copy.statement.states.carried(smallest),
        taxNumber(props),
      ],
      copy.released.button,
      link,
    ),
  }),
  'rewards.account-missing': ({ month, amount, again, link }) => ({
    subject: copy.account.subject,
    preview: copy.account.preview(month),
    body: letter([again ? copy.account.again(amount) : copy.account.text(amount)], copy.account.button, link),
  }),
  'rewards.paid': ({ month, amount, day, link }) => ({
    subject: copy.paid.subject(month),
    preview: copy.paid.preview(amount, day),
    body: letter([copy.paid.text, copy.paid.preview(amount, day)], copy.paid.button, link),
  }),
  'rewards.rule': ({ day, link }) => ({
    subject: copy.rule.subject(day),
    preview: copy.rule.preview,
    body: letter([copy.rule.text(day)], copy.rule.button, link),
  }),
  'rewards.rule-recalled': ({ day, link }) => ({
    subject: copy.recalled.subject(day),
    preview: copy.recalled.preview,
    body: letter([copy.recalled.text(day)], copy.recalled.button, link),
  }),
  'rewards.account-changed': ({ account, link, ...props }) => ({
    subject: copy.accountChanged.subject,
    preview: copy.accountChanged.preview(account),
    body: letter([copy.accountChanged.text(account), taxNumber(props)], copy.accountChanged.button, link),
  }),
  'rewards.tax-number-named': ({ link }) => ({
    subject: copy.taxNumberNamed.subject,
    preview: copy.taxNumberNamed.preview,
    body: letter([copy.taxNumberNamed.text], copy.taxNumberNamed.button, link),
  }),
  'rewards.objection-answered': ({ month, answer, correction, link }) => ({
    subject: copy.answered.subject(month),
    preview: copy.answered.preview,
    body: letter(
      [copy.answered.text(answer), correction === 0 ? null : copy.answered.correction(correction)],
      copy.answered.button,
      link,
    ),
  }),
};
