import { common } from '../../copy.ts';
import { isPlainName } from '../../plain-text.ts';
import { type PackageId, packageOf } from '../packages.ts';
import { fieldErrors } from '../reservation-copy.ts';

/** Who comes on one of a reservation's places. Nobody is named on the second and later ones until somebody names them. */
export interface TicketHolder {
  position: number;
  firstName: string;
  lastName: string;
  /** Given to another person, who has a link of their own. */
  given: boolean;
}

interface Named {
  position: number;
  firstName: string;
  lastName: string;
  givenAt: Date | null;
}

interface Holder {
  packageId: PackageId;
  firstName: string;
  lastName: string;
}

/** All places of a reservation; whoever reserved comes on the first one, unless somebody else is named there. */
export function listTicketHolders({ packageId, firstName, lastName }: Holder, named: readonly Named[]): TicketHolder[] {
  return Array.from({ length: packageOf(packageId).ticketCount }, (_, index) => {
    const position = index + 1;
    const row = named.find((place) => place.position === position);
    if (row) return { position, firstName: row.firstName, lastName: row.lastName, given: row.givenAt !== null };
    return position === 1
      ? { position, firstName, lastName, given: false }
      : { position, firstName: '', lastName: '', given: false };
  });
}

/** Empty while nobody is named. */
export const nameOf = ({ firstName, lastName }: Pick<TicketHolder, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

const LONGEST_NAME = 80;

export function nameErrors(name: { firstName: string; lastName: string }): { firstName?: string; lastName?: string } {
  const errors: { firstName?: string; lastName?: string } = {};
  for (const field of ['firstName', 'lastName'] as const) {
    const value = name[field].trim();
    if (value === '') errors[field] = fieldErrors[field];
    else if (value.length > LONGEST_NAME) errors[field] = fieldErrors.tooLong(LONGEST_NAME);
    else if (!isPlainName(value)) errors[field] = common.notPlainName;
  }
  return errors;
}
