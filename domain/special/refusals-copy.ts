import type { Sentences } from '../errors.ts';
import { plural } from '../plural.ts';
import { SPECIAL_PLACE_COUNT } from './rules.ts';

const tvs = (n: number) => plural(n, { one: '# televizor', few: '# televizora', other: '# televizora' });

export const specialRefusals = {
  SPECIAL_NOT_SOLD: `Specijalni paket trenutno nije u prodaji: u potvrđenim lokalima prikazuje manje od ${SPECIAL_PLACE_COUNT} televizora. Ništa nije naplaćeno.`,
  SPECIAL_SOLD_AGAIN: 'Specijalni paket je ponovo u prodaji. Osvežite stranu i naručite ga.',
  SPECIAL_REQUEST_WAITS: 'Vaš zahtev je već kod nas. Nov možete da pošaljete kada se on zatvori.',
  SPECIAL_REQUEST_MONTH: 'Izaberite jedan od ponuđenih meseci.',
  SPECIAL_REQUEST_GONE: 'Ovog zahteva više nema, ili je zatvoren.',
  SPECIAL_REQUEST_ANSWERED: 'Na ovaj zahtev je već odgovoreno.',
  SPECIAL_STARTED: 'Paket je već pokrenut. Mesto možete da zamenite, a početak više ne menjate.',
  SPECIAL_TV_GONE: 'Izabran televizor više ne može da prikazuje paket. Osvežite spisak i izaberite drugi.',
  SPECIAL_PLACES_FULL: ({ free }: { free: number }) =>
    free === 0 ? `Svih ${SPECIAL_PLACE_COUNT} mesta je izabrano.` : `Možete da dodate još ${tvs(free)}.`,
  SPECIAL_PAST: 'Izaberite dan od sutra pa nadalje.',
  SPECIAL_NOT_APPROVED: 'Paket se pokreće kada je njegova kampanja odobrena.',
  SPECIAL_PAID_BACK: 'Novac za ovaj paket je vraćen, vraća se ili je osporen, pa se ne pokreće.',
  SPECIAL_PLACES_MISSING: ({ chosen }: { chosen: number }) =>
    `Paket se pokreće sa ${SPECIAL_PLACE_COUNT} mesta. ${plural(chosen, {
      one: 'Izabran je # televizor',
      few: 'Izabrana su # televizora',
      other: 'Izabrano je # televizora',
    })}.`,
} satisfies Sentences;
