import { formatMoneyExact } from '../money.ts';
import { returnDesk } from '../returns/copy.ts';
import { formatDate } from '../time.ts';
import type { OrderWait } from './waits.ts';

/** The strip with the next step, of what is open besides parcels. */
export const waitsCopy = {
  decide: 'Odluči',
  payouts: 'Otvori nalog za isplatu',
  again: 'Pošalji predračun ponovo',
} as const;

/** Without the number, so that twenty-one are several as well. */
const inspected = (devices: number): string =>
  devices === 1 ? 'Vraćen uređaj je pregledan' : 'Vraćeni uređaji su pregledani';

export function waitSaid(wait: OrderWait): string {
  switch (wait.kind) {
    case 'received':
      return wait.of === 'withdrawal'
        ? `${inspected(wait.devices)}, odlučite o povraćaju. Rok za povraćaj novca: ${formatDate(wait.until)}`
        : `${inspected(wait.devices)}, odlučite o reklamaciji. Rok za rešenje: ${formatDate(wait.until)}`;
    case 'decide again':
      return returnDesk.again;
    case 'second person':
      return `Povraćaj od ${formatMoneyExact(wait.money)} čeka potvrdu druge osobe.`;
    case 'payout':
      return `Povraćaj od ${formatMoneyExact(wait.money)} čeka isplatu sa računa.`;
    case 'return':
      return wait.of === 'withdrawal'
        ? `Kupac traži povraćaj: ${wait.devices} od ${wait.all}.`
        : `Prijavljen je kvar: ${wait.devices} od ${wait.all}.`;
    case 'transfer':
      return `Čeka se uplata do ${formatDate(wait.until)}`;
  }
}
