import type { PromiseRow } from './promise.ts';

const FILE = 'server/flows/payouts/payouts.test.ts';
const SENT = `${FILE} › one of ten paid by transfer goes back: the buyer names an account, it goes to the bank in a list, and is done when a statement shows it`;

/** Said where money goes back to an account. */
export const payoutPromises: PromiseRow[] = [
  { said: 'payouts/mail-copy.ts payoutMails.account.text', by: 'call payouts.admin.export', test: SENT },
  { said: 'payouts/mail-copy.ts payoutMails.named.preview', by: 'call payouts.admin.export', test: SENT },
  { said: 'payouts/own-copy.ts ownPayoutCopy.ask', by: 'call payouts.admin.export', test: SENT },
  {
    said: 'payouts/own-copy.ts ownPayoutCopy.ready',
    says: 'Isplata ide u sledeći nalog za banku',
    by: 'call payouts.admin.export',
    test: SENT,
  },
  {
    said: 'payouts/mail-copy.ts payoutMails.hint',
    says: 'račun možete da promenite na istoj strani',
    by: 'call payouts.name',
    test: `${FILE} › an account with a wrong digit, of another country, or for money that is in the bank already is refused by name`,
  },
];
