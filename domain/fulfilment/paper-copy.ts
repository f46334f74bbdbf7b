import { formatDinars } from '../money.ts';
import { plural } from '../plural.ts';
import { formatDateTime, formatWeekday } from '../time.ts';
import { countDevices } from '../wording.ts';
import { couriersOnLabels } from './courier-copy.ts';
import type { PackingCourier } from './shipment.ts';

const orders = (n: number) => plural(n, { one: '# narudžbina', few: '# narudžbine', other: '# narudžbina' });
const parcels = (n: number) => plural(n, { one: '# pošiljka', few: '# pošiljke', other: '# pošiljki' });
const boxes = (n: number) => plural(n, { one: '# kutija', few: '# kutije', other: '# kutija' });

/** Whole dinars are written without para, as couriers collect them. */
const dinars = (para: number): string => formatDinars(para).replace(/,00(?=\s)/, '');

/** Labels and lists of the warehouse. */
export const warehousePaper = {
  printed: (when: string, waiting: string | null) =>
    waiting === null ? `štampano ${when}` : `štampano ${when} · ovde su najstarije, ukupno čeka ${waiting}`,
  labelsFile: (day: string) => `nalepnice-${day}.pdf`,
  label: {
    from: 'Šalje',
    to: 'Prima',
    box: 'Paket',
    collect: 'Otkupnina',
    dinars,
    prepaid: 'plaćeno unapred',
    account: (account: string) => `na račun ${account}`,
    couriers: couriersOnLabels,
    open: 'Otvaranje paketa dozvoljeno.',
    order: (number: number, n: number) => `Narudžbina ${number} · ${countDevices(n)}`,
  },
  list: {
    title: 'Za pakovanje',
    file: (day: string) => `za-pakovanje-${day}.pdf`,
    sub: (n: number, m: number, printed: string) => `${orders(n)} · ${countDevices(m)} · ${printed}`,
    fetched: (courier: PackingCourier, at: Date) =>
      `Preuzimanje: ${couriersOnLabels[courier]}, ${formatWeekday(at).split(',')[0]!.toLowerCase()} ${formatDateTime(at)}`,
    device: (n: number) => `${n} × Vidik, USB uređaj`,
    exchange: (n: number) => `${n} × Vidik, USB uređaj, zamena`,
    collect: 'Otkupnina',
    paid: 'plaćeno',
    serials: 'Serijski brojevi',
    company: 'Firma: račun na ime firme ide email porukom, ne u paket.',
    inside: 'U svaki paket: račun za pouzeće, obrazac za odustanak, uputstvo',
    packer: 'Ime, datum i potpis magacina',
    courier: 'Kurir preuzeo, broj paketa i potpis',
    scan: 'Skenirajte kod narudžbine, pa serijske brojeve: narudžbina se sama označava kao spakovana.',
  },
  pickUp: {
    title: 'Za preuzimanje',
    file: (day: string) => `za-preuzimanje-${day}.pdf`,
    sub: (n: number, m: number, printed: string) => `${parcels(n)} · ${boxes(m)} · ${printed}`,
    table: ['Pošiljka', 'Prima', 'Kutija', 'Masa', 'Otkupnina', 'Preuzeto'],
    foot: 'Preuzeto se potpisuje po pošiljci; nalepnice se skeniraju pri predaji.',
  },
} as const;
