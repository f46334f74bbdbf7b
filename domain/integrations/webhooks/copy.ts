import { documentNames } from '../../documents/copy.ts';
import type { DocumentKind } from '../../documents/kinds.ts';
import { plural } from '../../plural.ts';
import { typeset } from '../../typography.ts';
import { countDays } from '../../wording.ts';
import type { TargetObject } from './objects.ts';

const events = (n: number) => plural(n, { one: '# događaj', few: '# događaja', other: '# događaja' });
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** What an event is about, in words: „narudžbina 1503“, „račun R-2026-000418“. */
function objectWords({ kind, id, document }: TargetObject): string {
  const short = id.slice(0, 8);
  switch (kind) {
    case 'order':
      return `narudžbina ${id}`;
    case 'document':
      return `${document ? lower(documentNames[document as DocumentKind]) : 'dokument'} ${id}`;
    case 'parcel':
      return `pošiljka ${id}`;
    case 'payment':
      return `uplata ${id}`;
    case 'stock':
      return 'zalihe';
    case 'reservation':
      return `rezervacija ${short}`;
    case 'voucher':
      return `vaučer ${id}`;
    case 'person':
      return `osoba ${short}`;
    default:
      return 'probni događaj';
  }
}

/** Addresses that are told what happened: the lower half of /admin/keys. */
export const webhooksCopy = typeset({
  title: 'Slanje događaja',
  add: 'Dodaj adresu',
  addresses: 'Adrese',
  th: { address: 'Adresa i događaji', last: 'Poslednje slanje', state: 'Stanje', act: 'Radnja' },
  states: { on: 'Radi', failing: 'Ponavlja se', paused: 'Pauzirano', off: 'Isključeno' },
  never: 'još ništa nije poslato',
  lastAnswer: (status: number, ms: number) => `odgovor ${status} za ${ms} ms`,
  lastWithNext: (what: string, when: string) => `${what}, sledeći pokušaj ${when}`,
  answer: (status: number) => `odgovor ${status}`,
  daysSilent: (n: number) => `${countDays(n)} bez odgovora`,
  open: 'Otvori',
  openOf: (host: string) => `Otvori ${host}`,
  chosen: 'Izabrana adresa',
  gone: 'Izabrana adresa je uklonjena.',
  goneText: 'Otvorite drugu sa spiska.',
  url: 'Adresa',
  events: 'Događaji',
  added: 'Dodata',
  addedBy: (day: string, who: string | null) => (who ? `${day.replace(/\.$/, '')}, ${who}` : day),
  secret: 'Tajna',
  oneSecret: (ending: string) => `whsec_…${ending}`,
  twoSecrets: (day: string, time: string) => `dve važe do ${day} u ${time}`,
  arrived: 'Stiglo',
  share: (percent: string) => `${percent}%, poslednjih 30 dana`,
  nothingSent: 'ništa u poslednjih 30 dana',
  edit: 'Izmeni',
  test: 'Pošalji probni',
  on: 'Uključi ponovo',
  remove: 'Ukloni adresu',
  secretTitle: 'Tajna za potpis',
  rotate: 'Zameni tajnu',
  two: 'Važe dve tajne.',
  twoText: (day: string, time: string, hours: number) =>
    `Stara prestaje ${day} u ${time}, za ${plural(hours, { one: '# sat', few: '# sata', other: '# sati' })}. Do tada potpisujemo obema.`,
  new: 'Nova',
  old: 'Stara',
  current: 'Važi',
  secretSince: (ending: string, when: string) => `whsec_…${ending}, ${when}`,
  secretLeft: (ending: string, hours: number) =>
    `whsec_…${ending}, još ${plural(hours, { one: '# sat', few: '# sata', other: '# sati' })}`,
  endOld: 'Ukini staru sada',
  sent: 'Slanja',
  sentOf: (host: string) => `${host}, poslednjih 30 dana`,
  filters: { all: 'Sva', delivered: 'Stigla', waiting: 'Čekaju', failed: 'Nisu stigla' },
  filterLabel: 'Prikaži slanja',
  sentTh: { time: 'Vreme', event: 'Događaj', number: 'Pokušaj', answer: 'Odgovor', act: 'Radnja' },
  at: (day: string, time: string) => `${day} u ${time}`,
  atToday: (time: string) => `u ${time}`,
  takenAt: (n: number) => `stiglo iz ${n}. pokušaja`,
  silent: (seconds: number) =>
    `nema odgovora ${plural(seconds, { one: '# sekundu', few: '# sekunde', other: '# sekundi' })}`,
  nextAt: (when: string) => `sledeći pokušaj ${when}`,
  afterOn: 'posle uključivanja',
  afterPause: 'posle pauze',
  soon: 'na redu',
  words: {
    late: 'Isteklo vreme',
    waiting: 'Čeka',
    redirected: 'Preusmerenje odbijeno',
    refused: 'Adresa odbijena',
    unreachable: 'Nema veze',
  },
  private: 'vodi u privatnu mrežu',
  quoted: (text: string) => `„${text}“`,
  again: 'Pošalji ponovo',
  againOf: (what: string) => `Pošalji ponovo: ${what}`,
  againOk: (type: string, what: string, status: number, ms: number) =>
    `Poslato ponovo: ${type}, ${what}. Odgovor ${status} za ${ms} ms.`,
  againNo: (type: string, what: string, why: string) => `Nije stiglo: ${type}, ${what}. ${why}.`,
  againLater: (type: string, what: string) => `Na redu je: ${type}, ${what}. Šalje se čim se završi prethodno slanje.`,
  testOk: (host: string, status: number, ms: number) =>
    `Probni događaj je stigao na ${host}. Odgovor ${status} za ${ms} ms.`,
  testNo: (host: string, why: string) => `Probni događaj nije stigao na ${host}. ${why}.`,
  testLater: 'Probni događaj je na redu. Šalje se čim se završi prethodno slanje.',
  onDone: (host: string) => `Slanje na ${host} je uključeno. Događaji koji čekaju šalju se redom.`,
  onNo: (host: string, why: string) => `Slanje na ${host} je ostalo isključeno, probni događaj nije stigao. ${why}.`,
  onLater: (host: string) =>
    `Slanje na ${host} je ostalo isključeno. Probni događaj je na redu, pokušajte ponovo za minut.`,
  isUnknown: 'Ne znamo da li je poslato. Pogledajte slanja.',
  show: (time: string, what: string) => `${time}, prikaži zahtev i odgovor: ${what}`,
  hide: (time: string, what: string) => `${time}, sakrij zahtev i odgovor: ${what}`,
  head: 'Zaglavlje zahteva',
  body: 'Telo zahteva',
  answered: 'Odgovor (prva 2 KB)',
  noAnswer: 'Nema odgovora.',
  emptyAnswer: 'Odgovor je prazan.',
  notSent: 'Još nije poslato.',
  off: (host: string, day: string, time: string) => `Slanje na ${host} je isključeno ${day} u ${time}.`,
  offText: (waiting: number, email: string) =>
    `Tri dana nije bilo odgovora. Na čekanju: ${events(waiting)}; čuvamo ih 30 dana. Poruka je poslata na ${email}.`,
  paused: (time: string) => `Pauzirano do ${time}.`,
  pausedText: (waiting: number) =>
    `Poslednja slanja nisu uspela. Na kraju pauze šaljemo jedan događaj; ako stigne, redom idu i ostali. Na čekanju: ${events(waiting)}.`,
  tryNow: 'Probaj odmah',
  triedOk: (host: string, status: number, ms: number) =>
    `Stiglo je na ${host}. Odgovor ${status} za ${ms} ms. Ostali događaji se šalju redom.`,
  triedNo: (host: string, why: string) => `Nije stiglo na ${host}. ${why}. Slanje ostaje pauzirano.`,
  triedLater: 'Na redu je. Šalje se čim se završi prethodno slanje.',
  notPaused: (host: string) => `Slanje na ${host} više nije pauzirano.`,
  empty: 'Događaji se nikome ne šalju.',
  emptyText: 'Dodajte adresu programa koji treba da sazna za uplatu, pošiljku ili dokument čim se desi.',
  noneSent: 'Na ovu adresu još ništa nije poslato.',
  noneHere: 'Nema takvih slanja.',
  more: 'Prikaži još',
  loadError: 'Slanja nisu učitana. Pokušajte ponovo.',
  loadErrorText: 'Slanje događaja radi i dalje.',
  object: objectWords,
});

/** Dialogs of the same half. */
export const webhookForms = typeset({
  addTitle: 'Nova adresa',
  addText: 'Program na ovoj adresi saznaje za izabrane događaje čim se dese. Podaci o ljudima se ne šalju.',
  editTitle: 'Izmena adrese',
  merge: 'Adresa je u međuvremenu izmenjena',
  editText: (host: string) => `Ono što čeka šalje se na novu adresu, umesto na ${host}.`,
  url: 'Adresa',
  urlHint: 'Javna adresa koja počinje sa https.',
  urlMissing: 'Upišite adresu.',
  events: 'Događaji',
  eventsMissing: 'Izaberite bar jedan događaj.',
  allOf: (pattern: string) => `sve (${pattern})`,
  groups: {
    order: 'Narudžbina',
    payment: 'Uplata',
    document: 'Dokument',
    parcel: 'Pošiljka',
    stock: 'Zalihe',
    reservation: 'Rezervacija',
    voucher: 'Vaučer',
    person: 'Osoba',
  } as Record<string, string>,
  proof: 'Pre čuvanja potvrđujete da ste to vi.',
  save: 'Sačuvaj',
  go: 'Dodaj adresu',
  cancel: 'Odustani',
  saved: 'Adresa je izmenjena.',
  failed: 'Nije sačuvano. Pokušajte ponovo.',
  made: 'Adresa je dodata',
  rotated: 'Tajna je zamenjena',
  secret: {
    of: (host: string) => `Tajna za potpis, ${host}`,
    fileName: (host: string) => `vidik-tajna-${host.replaceAll(':', '-')}.txt`,
    name: 'Tajna',
    once: 'Prikazujemo je samo sada.',
    onceText:
      'Upišite je u program koji prima događaje; njome proverava da poruka dolazi od nas. Ako je izgubite, zamenite je novom.',
    two: 'Stara važi još 24 sata, da stignete da upišete novu.',
    kept: 'Tajna je sačuvana na sigurnom mestu.',
    leaving: {
      title: 'Tajna nije sačuvana',
      text: 'Tajna više ne može da se pročita. Program bez nje ne može da proveri naše poruke.',
      discard: 'Zatvori svejedno',
    },
  },
  rotateTitle: 'Zameniti tajnu?',
  rotateText: 'Pravi se nova tajna i prikazuje samo jednom. Stara važi još 24 sata; do tada potpisujemo obema.',
  rotateAgain: 'Važe dve tajne. Nova se zamenjuje još novijom, a stara važi još 24 sata.',
  endTitle: 'Ukinuti staru tajnu?',
  endText: 'Program koji još nema novu tajnu odmah prestaje da prihvata naše poruke.',
  ended: 'Stara tajna više ne važi.',
  removeTitle: 'Ukloniti adresu?',
  removeText: (host: string, waiting: number) =>
    waiting > 0
      ? `Na ${host} se više ništa ne šalje. Ono što čeka (${events(waiting)}) nikada neće stići.`
      : `Na ${host} se više ništa ne šalje.`,
  removed: (host: string) => `Adresa ${host} je uklonjena.`,
  keep: 'Zadrži',
});
