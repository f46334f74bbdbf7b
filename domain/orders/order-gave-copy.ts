import { COUNTED_AFTER_DAYS } from '../network/rules.ts';
import { plural } from '../plural.ts';
import { typeset } from '../typography.ts';
import { countDays } from '../wording.ts';
import type { GrantCause, GrantUnit } from './order-gave.ts';

/** What an order gave, and what is known of the phone and address it goes to. */
export const orderGaveCopy = typeset({
  title: 'Uticaj na stanje',
  units: {
    device: 'Uređaji sa licencom',
    banner: 'Baneri',
    tv_second: 'Sekunde TV spota',
  } satisfies Record<GrantUnit, string>,
  causes: {
    delivered: 'isporuka',
    taken: 'vraćeno',
    package: 'uplata',
    refund: 'povraćaj',
    dispute: 'osporeno plaćanje',
    correction: 'ispravka povraćaja',
  } satisfies Record<GrantCause, string>,
  /** `counts`: the day is over. */
  referral: (name: string, day: string, counts: boolean) =>
    counts
      ? `Preporuka: ${name}, broji se od ${day}`
      : `Preporuka: ${name}, broji se posle isteka ${countDays(COUNTED_AFTER_DAYS)}, ${day}`,
  of: (day: string, cause: string) => `${day} ${cause}`,
  wait: 'Uređaji se upisuju tek kada paket stigne kupcu. Ako kupac odbije paket, ne upisuje se ništa.',
  refusedNone: 'Nema odbijenih pošiljki na ovaj telefon ili adresu',
  refused: (n: number) =>
    `${plural(n, { one: '# odbijena pošiljka', few: '# odbijene pošiljke', other: '# odbijenih pošiljki' })} na ovaj telefon ili adresu (od tri: uplata unapred)`,
});
