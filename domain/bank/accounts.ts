import type { LegalEntity } from '../books/accounts.ts';
import { company } from '../company.ts';
import type { EventSettings } from '../events/event-settings.ts';
import { formatAccount, parseAccount } from '../events/payment/bank-accounts.ts';
import type { TransferSettings } from '../orders/transfer/transfer-settings.ts';

/** An account whose statements are read, and whose money it is. */
export interface BankAccount {
  /** Eighteen digits. */
  account: string;
  /** As it stands on payment slips. */
  printed: string;
  entity: LegalEntity;
  owner: string;
}

/** The accounts of the settings: the company's (`TRANSFER_ACCOUNT`, `TRANSFER_OTHER_ACCOUNTS`) and the organiser's (`EVENT_*_ACCOUNT`). */
export function bankAccounts(
  { organiser, accounts }: Pick<EventSettings, 'organiser' | 'accounts'>,
  { account, otherAccounts }: Pick<TransferSettings, 'account' | 'otherAccounts'>,
): BankAccount[] {
  const companys = [account, ...otherAccounts];
  const all = [
    ...companys.map((text) => ({ text, entity: 'company' as const, owner: company.legalName })),
    ...[accounts.RS.account, accounts.CG.account].map((text) => ({
      text,
      entity: 'organiser' as const,
      owner: organiser,
    })),
  ];
  const read = all.flatMap(({ text, ...whose }) => {
    const digits = parseAccount(text);
    return digits ? [{ account: digits, printed: formatAccount(digits), ...whose }] : [];
  });
  return read.filter((one, at) => read.findIndex((other) => other.account === one.account) === at);
}

/** Longer texts hold no account number. */
const LONGEST = 64;

/**
 * The account a bank's file names, as banks write it: with dashes, as an IBAN, behind a BIC, before a currency. `null` when there is
 * none that can be an account of either country.
 */
export function accountIn(text: string): string | null {
  if (text.length > LONGEST) return null;
  const whole = parseAccount(text.trim());
  if (whole) return whole;
  const bare = text.replace(/(RS|ME)\d{2}(?=\d{18})/gi, ' ');
  const pieces = bare.match(/\d{3}-\d{1,13}-\d{2}|\d{18}/g) ?? [];
  return pieces.map(parseAccount).find((one) => one !== null) ?? null;
}
