import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type AccountAddress, provenAddress } from '#domain/accounts/rules.ts';
import { users } from '../auth/schema.ts';

/** The rule of `provenAddress` as conditions: what is kept under an address, and whose it is. */

/** Rows with this address, when the account has proven it; otherwise none. */
export function provenAddressCondition(address: PgColumn, account: AccountAddress): SQL {
  const proven = provenAddress(account);
  return proven === null ? sql`false` : eq(address, proven);
}

/** Rows of this account, and rows of nobody's account with the address that it has proven. */
export const ownedByAccountCondition = (
  row: { profileId: PgColumn; address: PgColumn },
  account: AccountAddress & { id: string },
): SQL => or(eq(row.profileId, account.id), and(isNull(row.profileId), provenAddressCondition(row.address, account)))!;

/** Whether some account has proven the row's address. */
export const provenOwnerCondition = (address: PgColumn): SQL =>
  sql`exists (select from ${users} where ${users.email} = ${address} and ${users.mailboxProvenAt} is not null)`;
