import type { PromiseRow } from './promise.ts';

const FILE = 'server/rewards/rewards.test.ts';
const PAYOUTS = 'server/flows/rewards/payouts.test.ts';

/** Each of these places is kept by that call or job, and shown by that test. */
const rows = (by: PromiseRow['by'], test: string, places: string[]): PromiseRow[] =>
  places.map((place) => ({ said: `rewards/${place}`, by, test }) as PromiseRow);

const CLOSED = `${FILE} › a month is closed when its last play cannot come any more and the night agrees, once, and never changes after`;
const CARRIED = `${FILE} › what was not enough for a payout enters the next statement`;
const HELD = `${FILE} › viewers with a blocked TV can be left out: their statement waits until somebody releases it`;
const OBJECTED = `${FILE} › a viewer objects once within thirty days, and the answer may give a line of the next month`;
const PAID = `${PAYOUTS} › a reward goes to the bank in a payment order, net of the tax, and is paid when a statement shows it`;
const RULES = `${FILE} › without a rule nothing is computed, and a rule holds from tomorrow on, never for days that are past`;
const WAITS = `${FILE} › nothing is paid without an account, a tax number and a rate; then it is, once, net of the tax`;
const ON_PAPER = `${FILE} › a viewer takes a statement as a paper: what the book says by TV and day, what was carried over, what is withheld; nobody else does`;
const VOIDED = `${FILE} › plays that are voided after their month was closed are a further line of the next month`;
const CLOSED_ACCOUNT = `${PAYOUTS} › what was calculated before an account was closed is paid, also when it is erased: what was carried on, and what was held and is released`;
const RETURNED = `${PAYOUTS} › what the bank sends back reopens the statement, and goes out again only to an account that is named after that`;

/** Said of rewards to viewers. */
export const rewardPromises: PromiseRow[] = [
  { said: 'accounts/data-copy.ts ownDataCopy.parts.rewardStatements', by: 'call rewards.own.read', test: CLOSED },
  ...rows('call rewards.admin.close', CLOSED, [
    'mail-copy.ts rewardMails.statement.subject',
    'mail-copy.ts rewardMails.statement.text',
    'mail-copy.ts rewardMails.statement.button',
    'own-copy.ts ownRewardsCopy.statements',
    'refusals-copy.ts rewardRefusals.STATEMENT_OF_REWARD_GONE',
  ]),
  ...[{ said: 'home/copy.ts home.how.reward.title' }, { said: 'home/copy.ts home.how.reward.text' }].map((row) => ({
    ...row,
    by: 'call rewards.admin.close' as const,
    test: CLOSED,
  })),
  ...['notice', 'terminated'].map(
    (mail): PromiseRow => ({
      said: `accounts/mail-copy.ts mailCopy.${mail}.rights`,
      says: 'Nagrada obračunata do prestanka ugovora',
      by: 'call payouts.admin.confirm',
      test: CLOSED_ACCOUNT,
    }),
  ),
  { said: 'content/legal/terms-conditions 6.5', by: 'call rewards.own.object', test: OBJECTED },
  ...rows('call rewards.own.statementPdf', ON_PAPER, [
    'own-copy.ts ownRewardsCopy.pdfOf',
    'own-copy.ts ownRewardsCopy.pdfFailed',
    'paper-copy.ts statementPaper.title',
    'paper-copy.ts statementPaper.head',
    'paper-copy.ts statementPaper.number',
    'paper-copy.ts statementPaper.rows.carried',
    'paper-copy.ts statementPaper.rules',
  ]),
  ...rows('call rewards.admin.close', VOIDED, ['paper-copy.ts statementPaper.closedMonth']),
  ...rows('call rewards.admin.close', CARRIED, [
    'mail-copy.ts rewardMails.statement.states.carried',
    'own-copy.ts ownRewardsCopy.carried',
  ]),
  ...rows('call rewards.admin.release', HELD, [
    'mail-copy.ts rewardMails.statement.states.suspected',
    'mail-copy.ts rewardMails.released.subject',
    'mail-copy.ts rewardMails.released.text',
    'mail-copy.ts rewardMails.released.button',
    'own-copy.ts ownRewardsCopy.held.suspected',
    'own-copy.ts ownRewardsCopy.held.staff',
    'own-copy.ts ownRewardsCopy.held.gone',
  ]),
  ...rows('call rewards.own.object', OBJECTED, [
    'mail-copy.ts rewardMails.statement.objection',
    'own-copy.ts ownRewardsCopy.complaint',
    'own-copy.ts ownRewardsCopy.objectOf',
    'own-copy.ts ownRewardsCopy.objectTitle',
    'own-copy.ts ownRewardsCopy.objectText',
    'refusals-copy.ts rewardRefusals.OBJECTION_LATE',
    'refusals-copy.ts rewardRefusals.OBJECTION_MADE',
  ]),
  ...rows('call rewards.admin.answer', OBJECTED, [
    'mail-copy.ts rewardMails.answered.subject',
    'mail-copy.ts rewardMails.answered.correction',
    'mail-copy.ts rewardMails.answered.button',
  ]),
  ...rows('call payouts.admin.confirm', PAID, [
    'mail-copy.ts rewardMails.paid.subject',
    'mail-copy.ts rewardMails.paid.button',
  ]),
  ...rows('call rewards.own.nameAccount', WAITS, [
    'mail-copy.ts rewardMails.account.preview',
    'own-copy.ts ownRewardsCopy.noAccountHint',
  ]),
  ...rows('call rewards.own.nameAccount', RETURNED, [
    'mail-copy.ts rewardMails.accountChanged.text',
    'own-copy.ts ownRewardsCopy.accountHint',
    'own-copy.ts ownRewardsCopy.accountOwnHint',
    'own-copy.ts ownRewardsCopy.accountSaved',
  ]),
  ...rows('call rewards.own.read', RULES, [
    'own-copy.ts ownRewardsCopy.sum',
    'own-copy.ts ownRewardsCopy.sumOf',
    'own-copy.ts ownRewardsCopy.honest',
    'own-copy.ts ownRewardsCopy.noRule',
    'own-copy.ts ownRewardsCopy.emptyText',
  ]),
];
