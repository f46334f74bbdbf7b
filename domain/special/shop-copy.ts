import { plural } from '../plural.ts';
import { PLACES } from './rules.ts';

/** In the shop, before anybody pays. */
export const specialShopCopy = {
  reach: (tvs: number | null) =>
    tvs === null
      ? 'U potvrđenim lokalima je u poslednjih 14 dana prikazivalo manje od 5 televizora.'
      : plural(tvs, {
          one: 'U potvrđenim lokalima je u poslednjih 14 dana prikazivao # televizor.',
          few: 'U potvrđenim lokalima su u poslednjih 14 dana prikazivala # televizora.',
          other: 'U potvrđenim lokalima je u poslednjih 14 dana prikazivalo # televizora.',
        }),
  notSoldTitle: 'Paket trenutno nije u prodaji',
  notSold: `Prodajemo ga kada u potvrđenim lokalima prikazuje bar ${PLACES} televizora. Do tada možete da ostavite zahtev.`,
} as const;
