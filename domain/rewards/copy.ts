import { typeset } from '../typography.ts';
import type { ClosingStop } from './rules.ts';

/** Why a month cannot be closed. */
export const closingStops: Record<ClosingStop, string> = typeset({
  no_rule: 'Nije objavljeno nijedno pravilo nagrade, pa nema šta da se zaključi.',
  reports: 'Prikazi još mogu da stignu. Rok je 72 sata po isteku meseca.',
  hours: 'Neki sati tog meseca još nisu zaključeni.',
  not_proven: 'Čeka se noćna provera posle isteka roka za prikaze.',
  units_differ: 'Noćna provera prikaza je našla razliku. Zaključenje je zaustavljeno.',
  rewards_differ: 'Noćna provera nagrada je našla razliku. Zaključenje je zaustavljeno.',
});
