import * as z from 'zod';
import { formatAccount, parseAccount } from '../../events/payment/bank-accounts.ts';
import { Day } from '../../shapes.ts';

/** Payment by transfer (`TRANSFER_*`). The shipped account is plainly a placeholder whose control digits are valid. */
const Account = z.string().transform((text, check) => {
  const account = parseAccount(text);
  if (account) return account;
  check.addIssue('must be an account number with valid control digits');
  return z.NEVER;
});

const Accounts = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  )
  .pipe(z.array(Account));

const Days = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((day) => day.trim())
      .filter((day) => day !== ''),
  )
  .pipe(z.array(Day));

export const transferEnvironment = {
  /** Where the company is paid. */
  TRANSFER_ACCOUNT: Account.default('999000000000030318'),
  /** The company's accounts beside that one, with commas: their statements are read, too. */
  TRANSFER_OTHER_ACCOUNTS: Accounts.default([]),
  /** So many days a predračun may be paid. */
  TRANSFER_DAYS: z.coerce.number().int().min(1).max(60).default(7),
  /** Days besides Saturdays and Sundays on which banks do not work: `2027-01-01,2027-01-02`. */
  BANK_HOLIDAYS: Days.default([]),
};
type TransferEnvironment = z.infer<z.ZodObject<typeof transferEnvironment>>;
export type TransferSettings = ReturnType<typeof transferSettings>;

export const transferSettings = (e: TransferEnvironment) => ({
  account: formatAccount(e.TRANSFER_ACCOUNT),
  otherAccounts: e.TRANSFER_OTHER_ACCOUNTS.map(formatAccount),
  days: e.TRANSFER_DAYS,
  holidays: new Set<string>(e.BANK_HOLIDAYS),
});
