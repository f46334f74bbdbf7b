import type { Day } from '../day.ts';
import { formatDate } from '../time.ts';
import { countDevices } from '../wording.ts';

/** The record of devices that were written off on one day. */
export const writeOffPaper = {
  title: 'Zapisnik o otpisu',
  file: (day: Day) => `zapisnik-o-otpisu-${day}.pdf`,
  sub: (day: Day, n: number, when: string) => `${formatDate(day)} · ${countDevices(n)} · štampano ${when}`,
  company: 'Otpisuje',
  text: 'Navedeni uređaji su toga dana otpisani sa zaliha. Ne prodaju se i ne šalju kupcima, a serijski brojevi ostaju u evidenciji.',
  table: ['Rb.', 'Serijski broj', 'Razlog', 'Beleška', 'Upisao'],
  parcel: (parcel: string) => `pošiljka ${parcel}`,
  system: 'sistem',
  madeBy: 'Sastavio: ime, datum i potpis',
  approvedBy: 'Odobrio: ime, datum i potpis',
} as const;
