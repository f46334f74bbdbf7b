import { couriersInMails } from '../fulfilment/courier-copy.ts';
import type { Courier } from '../fulfilment/shipment.ts';
import { plural } from '../plural.ts';
import type { ParcelFinding } from './courier-payouts.ts';

const parcels = (n: number) => plural(n, { one: '# pošiljka', few: '# pošiljke', other: '# pošiljki' });

/** A transfer of a courier, on /admin/bank. */
export const courierPayoutCopy = {
  name: (courier: Courier) => couriersInMails[courier],
  parcels,
  missing: (n: number) =>
    plural(n, { one: '# pošiljka nedostaje', few: '# pošiljke nedostaju', other: '# pošiljki nedostaje' }),
  asking: 'pitamo kurira',
  unnamed: 'nema oznake isplate',
  agree: (n: number, of: number) => `${n} od ${of}`,
  says: (courier: Courier, n: number, agree: number) =>
    `${couriersInMails[courier]} javlja ${plural(n, { one: '# pošiljku', few: '# pošiljke', other: '# pošiljki' })} uz ovu isplatu. Zbir se slaže za ${agree}.`,
  saysNothing: (courier: Courier, reference: string) =>
    `${couriersInMails[courier]} ne javlja nijednu pošiljku uz isplatu ${reference}.`,
  waits: (courier: Courier) => `${couriersInMails[courier]} još nije rekao koje pošiljke plaća. Pitamo ga.`,
  down: (courier: Courier, time: string) =>
    `${couriersInMails[courier]} ne odgovara. Isplata čeka, a kurira pitamo ponovo u ${time}.`,
  noMark: 'Na izvodu nema oznake isplate, pa kurira nemamo po čemu da pitamo. Upišite je ako je znate.',
  mark: 'Oznaka isplate',
  askNow: 'Pitaj kurira ponovo',
  askBy: 'Pitaj kurira',
  asked: 'Kurir je upitan.',
  list: 'Pošiljke iz ove isplate',
  order: (number: number, name: string) => `${number}, ${name}`,
  nobody: 'nije naša pošiljka',
  expected: (amount: string) => `očekuje se ${amount}`,
  paid: (amount: string) => `plaćeno ${amount}`,
  take: (reference: string) => `Plati pošiljku ${reference}`,
  settled: 'naplaćeno ovom isplatom',
  findings: {
    matches: 'Slaže se',
    less: 'Plaćeno manje',
    more: 'Plaćeno više',
    twice: 'Navedena dva puta',
    paid: 'Već plaćena',
    early: 'Još nije uručena',
    unknown: 'Nepoznata pošiljka',
  } satisfies Record<ParcelFinding, string>,
  notPaid: (reference: string) => `Kurir nije preneo novac: ${reference}`,
  notPaidTitle: 'Kurir nije preneo novac',
  inquire: 'Pošalji upit kuriru',
  inquired: 'Upit je poslat korisničkoj službi kurira.',
  came: 'Stiglo',
  chosen: 'Izabrane pošiljke',
  agrees: 'Zbir je isti u paru.',
  kept: 'Kurir je zadržao',
  over: 'Višak',
  keptText: 'Narudžbine postaju naplaćene, a ono što je kurir zadržao upisuje se kao njegova naknada.',
  overText: 'Narudžbine postaju naplaćene, a višak ide na spisak za vraćanje.',
  agreesText: 'Narudžbine postaju naplaćene za 2 minuta; do tada možete da poništite.',
  limit: 'Preko 5.000 RSD potvrđuje i drugi administrator.',
  reason: 'Razlog razlike',
  reasonHint: 'npr. naknada kurira za otkup',
  reasonNeeded: 'Upišite razlog razlike.',
  pickOne: 'Izaberite bar jednu pošiljku.',
  otherwise: 'Nije isplata kurira',
} as const;
