import { FEWEST_TVS } from '../places/rules.ts';
import { plural } from '../plural.ts';
import { RECENT_SHOWING_DAYS, SPECIAL_PLACE_COUNT } from './rules.ts';

/** In the shop, before anybody pays. */
export const specialShopCopy = {
  reach: (tvs: number | null) =>
    tvs === null
      ? `U potvrđenim lokalima je u poslednjih ${RECENT_SHOWING_DAYS} dana prikazivalo manje od ${FEWEST_TVS} televizora.`
      : plural(tvs, {
          one: `U potvrđenim lokalima je u poslednjih ${RECENT_SHOWING_DAYS} dana prikazivao # televizor.`,
          few: `U potvrđenim lokalima su u poslednjih ${RECENT_SHOWING_DAYS} dana prikazivala # televizora.`,
          other: `U potvrđenim lokalima je u poslednjih ${RECENT_SHOWING_DAYS} dana prikazivalo # televizora.`,
        }),
  notSoldTitle: 'Paket trenutno nije u prodaji',
  notSold: `Prodajemo ga kada u potvrđenim lokalima prikazuje bar ${SPECIAL_PLACE_COUNT} televizora. Do tada možete da ostavite zahtev.`,
} as const;
