import { plural } from '../plural.ts';
import type { Courier, PackingCourier } from './shipment.ts';

/** What couriers call themselves. */
export const courierNames: Record<Exclude<PackingCourier, 'own'>, string> = { 'd-express': 'D Express' };

/** Who carries a parcel: as a fact of its own, in a line, inside a sentence of a mail, printed on its label. */
export const courierWords: Record<Courier, string> = {
  ...courierNames,
  own: 'Sopstvena dostava ili preuzimanje',
  before_records: 'Isporučeno pre evidencije pošiljki',
};
export const couriersInLines: Record<Courier, string> = {
  ...courierNames,
  own: 'sopstvena dostava ili preuzimanje',
  before_records: 'isporučeno pre evidencije pošiljki',
};
export const couriersInMails: Record<Courier, string> = {
  ...courierNames,
  own: 'sopstvena dostava',
  before_records: 'sopstvena dostava',
};
export const couriersOnLabels: Record<Courier, string> = { ...courierNames, own: 'Dostava', before_records: '' };

/** What a courier is told in words: 50 letters of contents, 150 of a note. */
export const courierInstructions = {
  open: 'Otvaranje paketa dozvoljeno.',
  content: (n: number) => plural(n, { one: '# USB uređaj', few: '# USB uređaja', other: '# USB uređaja' }),
} as const;
