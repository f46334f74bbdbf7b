import { DAY_MS } from '../day.ts';

/** Days after the work for which the member's name, phone and address are known to the installer, and to us (terms for installers, 11.1). */
export const CONTACT_DAYS = 15;
/** Years for which the record of an installation is kept: the guarantee of the device. */
export const RECORD_YEARS = 5;

export const contactUntil = (doneAt: Date): Date => new Date(doneAt.getTime() + CONTACT_DAYS * DAY_MS);
