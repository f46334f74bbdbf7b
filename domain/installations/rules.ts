import { DAY_MS } from '../day.ts';

/** Days after the work for which the member's name, phone and address are known to the installer, and to us (terms for installers, 11.1). */
export const CONTACT_DAYS = 15;
/** Of those that are agreed, the next so many are shown. */
export const INSTALLATIONS_SHOWN = 200;
/** Years for which the record of an installation is kept: the guarantee of the device. */
export const RECORD_YEARS = 5;

export const contactUntil = (doneAt: Date): Date => new Date(doneAt.getTime() + CONTACT_DAYS * DAY_MS);

/** Characters of what is typed of an address that is given, and of its record. */
export const CONTACT_LENGTHS = { name: 120, phone: 40, address: 200, note: 500 } as const;
export const RECORD_LENGTHS = { device: 60, before: 300, after: 300, remarks: 500, confirmedBy: 120 } as const;

interface Named {
  name: string;
  city: string;
  email: string;
}

/** How an installer is named in a choice of all: with the address where somebody else has the same name and place. */
export function installerLabel(one: Named, all: readonly Named[]): string {
  const isShared = all.filter(({ name, city }) => name === one.name && city === one.city).length > 1;
  return [one.name, one.city, isShared && one.email].filter(Boolean).join(', ');
}
