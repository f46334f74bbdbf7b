import { company } from '../company.ts';
import type { Day } from '../day.ts';
import { formatDate } from '../time.ts';
import { typeset } from '../typography.ts';
import type { ExchangeState } from './exchanges.ts';

/** What the buyer reads of it. */
const ownStates: Record<ExchangeState, string> = {
  waiting: 'Čekamo vaš uređaj',
  ready: 'Pripremamo zamenu',
  packed: 'Zamena je spakovana',
  sent: 'Zamena je na putu',
  done: 'Zamenjeno',
  cancelled: 'Zamena je otkazana',
};

/** On the buyer's page of an order. */
export const ownExchanges = typeset({
  title: 'Zamena uređaja',
  head: (serial: string) => `Umesto ${serial}`,
  state: ownStates,
  send: `Uređaj pošaljite na adresu: ${company.legalName}, ${company.address}. Slanje plaćamo mi.`,
  label: (number: string) => `Kuriru pokažite broj ${number}. Slanje plaćamo mi.`,
  replacement: (serial: string, until: Day) => `Novi uređaj: ${serial}, garancija do ${formatDate(until)}`,
  parcel: 'zamena',
});
