import { typeset } from '../typography.ts';

/** The two fields of an account, for the buyer and for staff. */
export const accountCopy = typeset({
  payee: 'Ime i prezime ili naziv vlasnika računa',
  payeeMissing: 'Upišite ime vlasnika računa.',
  account: 'Broj računa',
  accountHint: 'Na primer 160-0000000123456-54, ili IBAN koji počinje sa RS35.',
  accountMissing: 'Upišite broj računa.',
});
