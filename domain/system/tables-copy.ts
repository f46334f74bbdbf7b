import { plural } from '../plural.ts';
import { typeset } from '../typography.ts';

/** The tables under the parts. */
export const tableCopy = typeset({
  processes: 'Procesi',
  process: 'Proces',
  version: 'Verzija',
  running: 'Radi',
  memory: 'Memorija',
  perMinute: 'U minuti',
  clock: 'Sat',
  state: 'Stanje',
  roles: { web: 'server', worker: 'radni proces', both: 'server i radni proces' },
  requests: (n: number) => plural(n, { one: '# zahtev', few: '# zahteva', other: '# zahteva' }),
  jobsDone: (n: number) => plural(n, { one: '# posao', few: '# posla', other: '# poslova' }),
  says: 'Javlja se',
  silent: 'Ne javlja se',
  none: '–',
  jobs: 'Poslovi po vrsti',
  job: 'Posao',
  waiting: 'U redu',
  oldest: 'Najstariji',
  failed: 'Neuspelo',
  next: 'Sledeći put',
  always: 'stalno',
  tomorrow: (time: string) => `sutra u ${time}`,
});

/** What jobs are about, by the beginning of their names. */
export const jobGroupNames: Record<string, string> = {
  accounts: 'Nalozi',
  advertising: 'Reklamni paketi',
  auth: 'Prijave',
  backup: 'Rezervna kopija',
  bank: 'Banka',
  books: 'Knjige',
  campaigns: 'Kampanje',
  devices: 'Uređaji',
  documents: 'Dokumenti (PDF)',
  events: 'Događaj',
  files: 'Datoteke',
  fulfilment: 'Praćenje pošiljki',
  mail: 'Čišćenje poruka',
  network: 'Mreža',
  orders: 'Narudžbine',
  payments: 'Platna kuća',
  playout: 'Emitovanje',
  refunds: 'Povraćaji',
  rewards: 'Nagrade',
  special: 'Specijal paket',
  totals: 'Provera zbirova',
  tvs: 'Televizori',
};
