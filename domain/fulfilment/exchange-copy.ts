import type { Day } from '../day.ts';
import { formatDate, formatDateInSentence } from '../time.ts';
import { typeset, withNonBreakingSpaces } from '../typography.ts';
import { countDevices } from '../wording.ts';
import { EXCHANGE_REASON_MIN, type ExchangeState, type ExchangeWay } from './exchanges.ts';

export const exchangeStates: Record<ExchangeState, string> = {
  waiting: 'Čeka neispravan uređaj',
  ready: 'Za pakovanje',
  packed: 'Spakovana',
  sent: 'Poslata',
  done: 'Završena',
  cancelled: 'Otkazana',
};

/** On the order's page of the desk. */
export const exchangeDesk = typeset({
  open: 'Zameni uređaj',
  title: 'Zamena u garanciji',
  text: 'Kupac dobija drugi uređaj bez naknade. Garancija i licenca prelaze na njega kada bude isporučen.',
  device: 'Neispravan uređaj',
  guaranteed: (until: Day, isOver: boolean) =>
    `Garancija ${isOver ? 'je istekla' : 'važi do'} ${formatDateInSentence(until)}`,
  none: 'Nema uređaja za zamenu: nijedan nije kod kupca, ili se već vraća ili menja.',
  over: (until: Day) => withNonBreakingSpaces(`Zameni iako je garancija istekla ${formatDateInSentence(until)}`),
  reason: 'Šta nije u redu',
  reasonHint: 'Stoji na zapisniku koji kupac dobija.',
  reasonShort: `Opišite kvar sa bar ${EXCHANGE_REASON_MIN} karaktera.`,
  where: 'Gde je uređaj',
  ways: { here: 'Kod nas', sends: 'Kupac ga šalje' } satisfies Record<ExchangeWay, string>,
  label: 'Broj nalepnice',
  labelHint: 'Kupac ga dobija email porukom i pokazuje kuriru.',
  go: 'Započni zamenu',
  started: 'Zamena je započeta.',
  failed: 'Zamena nije započeta. Pokušajte ponovo.',

  panel: 'Zamene',
  state: exchangeStates,
  head: (serial: string) => `Umesto ${serial}`,
  replacement: (serial: string, until: Day) => `${serial}, garancija do ${formatDate(until)}`,
  noReplacement: (until: Day) => `Garancija novog uređaja: do ${formatDate(until)}`,
  goodwill: 'Van garancije',
  said: (text: string) => `Kvar: ${text}`,
  labelNumber: (text: string) => `Nalepnica: ${text}`,
  why: (text: string) => `Obrazloženje: ${text}`,
  spare: (serial: string) => `Višak kod kupca: ${serial}`,
  spareText: 'Izgubljen paket je pronađen i isporučen, pa kupac ima uređaj više.',
  spareReceiveText: 'Skenirajte serijski broj. Uređaj ide na pregled, pa na zalihe ili u otpis.',
  receive: 'Primljeno',
  spareReceiveTitle: 'Prijem viška',
  receiveTitle: 'Prijem neispravnog uređaja',
  receiveText: 'Skenirajte serijski broj. Uređaj ide na pregled, a zamena može da se pakuje.',
  serial: 'Serijski broj',
  cancel: 'Otkaži zamenu',
  cancelTitle: 'Otkazivanje zamene',
  cancelText: 'Na primer kada je uređaj ipak ispravan. Uređaj ostaje kupcu; kupac dobija email poruku.',
  resolution: 'Obrazloženje za kupca',
  done: 'Upisano.',

  pack: {
    title: (n: number) => (n === 1 ? 'Spakujte zamenu' : `Spakujte zamene: ${countDevices(n)}`),
    text: 'Skenirajte serijski broj novog uređaja. Pošiljka se ne naplaćuje i ne izdaje se račun; zapisnik se izdaje pri predaji kuriru.',
    serial: (old: string) => `Umesto ${old}`,
    done: (order: number) => `Zamena za narudžbinu ${order} je spakovana.`,
    rest: (n: number) => `Spakuj zamenu (${n})`,
  },
  note: 'zamena',
});
