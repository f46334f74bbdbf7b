import type { AssignedInstallation, Installation } from '#domain/installations/contract.ts';
import { contactUntil } from '#domain/installations/rules.ts';
import { memberName } from '#domain/network/rules.ts';
import type { profiles } from '../accounts/schema.ts';
import type { installations } from './schema.ts';

export type InstallationRow = typeof installations.$inferSelect;
export type Installer = Pick<
  typeof profiles.$inferSelect,
  'id' | 'email' | 'username' | 'firstName' | 'lastName' | 'isInstaller' | 'toBeRegistered' | 'blockedAt' | 'closedAt'
>;

/** The same as `activeInstallerCondition` says in the database. */
const isActive = ({ isInstaller, toBeRegistered, blockedAt, closedAt }: Installer): boolean =>
  isInstaller && !toBeRegistered && blockedAt === null && closedAt === null;

/** The contact goes with its last day, whenever the nightly job has emptied it. */
export function describeInstallation(row: InstallationRow, now: Date): Installation {
  const { id, number, agreedAt, doneOn, device, venue, before, after, remarks, recordedAt, cancelledAt } = row;
  const over = recordedAt ?? cancelledAt;
  const known = over === null || now < contactUntil(over);
  const { name, phone, address, note, confirmedBy } = known
    ? row
    : { name: '', phone: '', address: '', note: '', confirmedBy: '' };
  return {
    id,
    number,
    agreedAt,
    name,
    phone,
    address,
    note,
    recordedAt,
    cancelledAt,
    record: doneOn === null ? null : { doneOn, device, venue, before, after, remarks, confirmedBy },
  };
}

export const describeAssigned = (
  row: InstallationRow,
  installer: Installer | null,
  now: Date,
): AssignedInstallation => ({
  ...describeInstallation(row, now),
  installer: installer && {
    id: installer.id,
    name: memberName(installer),
    email: installer.email,
    isActive: isActive(installer),
  },
});
