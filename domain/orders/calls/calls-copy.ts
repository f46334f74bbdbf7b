import { plural } from '../../plural.ts';
import { beforeComma, dayOf, formatDate, formatDateTime, formatTime } from '../../time.ts';
import { typeset } from '../../typography.ts';
import { countDays } from '../../wording.ts';
import type { OrderEventFacts } from '../events.ts';
import type { CallReason } from '../shapes.ts';
import { CALL_ANSWER_DAYS, CALL_TRIES, type CallOutcome } from './calls.ts';

const outcomes: Record<CallOutcome, { name: string; effect: string; done: string }> = {
  confirmed: { name: 'Potvrđuje narudžbinu', effect: 'Ide u pakovanje.', done: 'potvrđuje narudžbinu' },
  changed: {
    name: 'Potvrđuje, uz izmenu',
    effect: 'Izmenite adresu ili telefon u podacima za poziv, pa upišite; ide u pakovanje.',
    done: 'potvrđuje, uz izmenu',
  },
  no_answer: {
    name: 'Ne javlja se ili je zauzeto',
    effect: 'Zovemo ponovo, najviše tri puta.',
    done: 'ne javlja se',
  },
  wrong_number: {
    name: 'Broj nije ispravan',
    effect: 'Tražimo drugi email porukom. Paket se ne šalje.',
    done: 'broj nije ispravan',
  },
  declined: {
    name: 'Odustaje',
    effect: 'Narudžbina se otkazuje, uređaj ostaje na zalihama.',
    done: 'odustaje',
  },
};

export const callUndoneText = 'Ishod poziva je poništen.';

export const callOutcomes = Object.fromEntries(
  Object.entries(outcomes).map(([outcome, { name }]) => [outcome, name]),
) as Record<CallOutcome, string>;

/** The list of whom to call. */
export const callListCopy = {
  heads: {
    number: 'Narudžbina',
    reason: 'Razlog',
    buyer: 'Kupac i telefon',
    nth: 'Pokušaj',
    when: 'Kada',
    dial: 'Radnja',
  },
  reasons: { before: 'Pre slanja', missed: 'Kurir nije zatekao' } satisfies Record<CallReason, string>,
  nth: (n: number) => `${n} od ${CALL_TRIES}`,
  when: (from: Date | null, now: Date) => {
    if (from === null) return 'odmah';
    const when = dayOf(from) === dayOf(now) ? `danas u ${formatTime(from)}` : formatDateTime(from);
    return from <= now ? `čeka od ${when}` : when;
  },
  dial: 'Pozovi',
} as const;

/** A call before a parcel that is paid on delivery is sent. */
export const callsCopy = typeset({
  title: 'Pozovite kupca pre slanja',
  text: 'Pouzeće se potvrđuje telefonom. Dok ishod nije upisan, narudžbina ne ide u pakovanje.',
  waits: (next: Date, now: Date) => `${next <= now ? 'Čeka poziv od' : 'Sledeći poziv'} ${formatDateTime(next)}`,
  open: 'Upiši ishod poziva',
  close: 'Zatvori poziv',
  over: 'Ishod poziva je u međuvremenu upisan ili poziv više nije potreban. Ono što ste ovde upisali ostaje dok ne zatvorite poziv.',
  nth: (n: number) => `Pokušaj ${n} od ${CALL_TRIES}`,
  dial: 'Pozovi',
  phone: 'telefon',
  address: 'Adresa',
  sent: 'Šalje se',
  parcel: 'Pošiljka',
  pays: 'Kuriru plaća',
  say: (number: number) =>
    `„Dobar dan, zovem iz Vidika zbog narudžbine ${number}. Potvrđujete li adresu i iznos koji plaćate kuriru?“`,
  past: 'Raniji pozivi',
  pastOne: (outcome: string, at: Date, by: string | null) =>
    [outcome, formatDateTime(at), by].filter(Boolean).join(' · '),
  first: 'Ovo je prvi poziv.',
  outcome: 'Ishod poziva',
  outcomes,
  next: 'Sledeći pokušaj',
  soon: (at: Date, isToday: boolean) => `${isToday ? 'Danas' : 'Sutra'} u ${formatTime(at)}`,
  tomorrow: 'Sutra u 10:00',
  other: 'Drugo vreme',
  nextAt: 'Dan i vreme',
  note: 'Beleška',
  noteHint: 'Vide je samo zaposleni.',
  effects: 'Šta će se desiti',
  effect: {
    confirmed: 'Narudžbina ide u „Za pakovanje“. Kupac ne dobija poruku.',
    changed: 'Narudžbina ide u „Za pakovanje“ sa adresom i telefonom koje ste izmenili.',
    no_answer: 'Vraća se u „Za poziv“ u izabrano vreme. Kupac ne dobija poruku.',
    lastTry: 'Ovo je treći poziv: kupac dobija poruku „Nismo Vas dobili“ i rok od tri dana, pa se narudžbina otkazuje.',
    wrong_number: 'Kupac dobija poruku da upiše drugi broj. Kad ga upiše, narudžbina se vraća u „Za poziv“.',
    declined: 'Narudžbina je otkazana, kupac dobija poruku, uređaj ostaje na zalihama.',
  },
  go: (outcome: CallOutcome) => `Upiši: ${outcomes[outcome].done}`,
  foot: 'Ishod se upisuje u tok narudžbine sa vašim imenom.',
  done: (outcome: CallOutcome, next: Date | null = null) =>
    `Upisano: ${outcomes[outcome].done}.${next ? ` Sledeći poziv ${formatDateTime(next)}.` : ''}`,
  undone: callUndoneText,
  undoFailed: 'Ishod poziva nije poništen. Pogledajte novo stanje.',
  taken: (outcome: string, name: string, at: Date) =>
    `Ishod je upravo upisan: ${outcome} (${name}, ${formatTime(at)}). Vaš ishod nije upisan; beleška je ostala u polju.`,
  show: 'Prikaži novo stanje',
  onlyNote: 'Sačuvaj samo belešku',
  three: (until: Date) =>
    `Tri poziva bez odgovora. Kupac je dobio poruku. Ako se ne javi do ${beforeComma(formatDate(until))}, narudžbina se otkazuje.`,
  extend: `Produži ${countDays(CALL_ANSWER_DAYS)}`,
  extendFailed: 'Rok nije produžen. Pokušajte ponovo.',
  extended: (until: Date) => `Rok je produžen do ${formatDate(until)}`,
  cancelNow: 'Otkaži sada',
  refused: (n: number) =>
    `${plural(n, { one: '# odbijena pošiljka', few: '# odbijene pošiljke', other: '# odbijenih pošiljki' })} na ovaj telefon ili adresu: tražite uplatu unapred. Pouzeće je za njih isključeno.`,
  toTransfer: 'Pošalji predračun',
  busy: (number: number, name: string, since: Date) =>
    `Narudžbina ${number} je otvorena za poziv (${name}, od ${formatTime(since)}). Da kupac ne dobije dva poziva, uzmite sledeću.`,
  somebody: 'drugi zaposleni',
  nextCall: 'Sledeći poziv',
  missing: 'Izaberite ishod poziva.',
  settle: 'Novac od kurira je stigao',
  settleTitle: (number: number) => `Novac za narudžbinu ${number}`,
  settleText: (amount: string) =>
    `Kurir je naplatio ${amount}. Potvrdite kada je taj iznos na računu: narudžbina je tada plaćena i računa se u mreži.`,
  surplusText: (amount: string) =>
    `Kurir je naplatio ${amount}, a narudžbina je već plaćena: taj novac pripada kupcu. Potvrdite kada je na računu.`,
  surplusSettled: 'Upisano: novac od kurira je stigao.',
  settled: (number: number) => `Narudžbina ${number} je plaćena.`,
});

const missed: Record<CallOutcome, { name: string; effect: string; done: string }> = {
  confirmed: { name: 'Čeka kurira', effect: 'Kurir dolazi ponovo.', done: 'čeka kurira' },
  changed: {
    name: 'Čeka kurira, uz izmenu',
    effect: 'Drugo vreme, adresu ili telefon javite kuriru.',
    done: 'čeka kurira, uz izmenu',
  },
  no_answer: {
    name: 'Ne javlja se ili je zauzeto',
    effect: 'Ako ga kurir opet ne zatekne, narudžbina se vraća u „Za poziv“.',
    done: 'ne javlja se',
  },
  wrong_number: {
    name: 'Broj nije ispravan',
    effect: 'Pišite kupcu, pa novi broj javite kuriru.',
    done: 'broj nije ispravan',
  },
  declined: { name: 'Ne želi paket', effect: 'Javite kuriru da paket vrati.', done: 'ne želi paket' },
};

export const missedOutcomes = Object.fromEntries(
  Object.entries(missed).map(([outcome, { name }]) => [outcome, name]),
) as Record<CallOutcome, string>;

/** A call after the courier found nobody at the address: the parcel is on its way, so nothing follows from it by itself. */
export const missedCopy = typeset({
  title: (phone: string) => `Kurir nije zatekao kupca. Pozovite ${phone}.`,
  text: 'Dogovorite kada je kupac na adresi, pa javite kuriru.',
  say: (number: number) =>
    `„Dobar dan, zovem iz Vidika zbog narudžbine ${number}. Kurir Vas nije zatekao na adresi. Kada može ponovo da dođe?“`,
  outcomes: missed,
  effect: 'Narudžbina izlazi iz „Za poziv“. Kupac ne dobija poruku, a paket ostaje kod kurira.',
  go: (outcome: CallOutcome) => `Upiši: ${missed[outcome].done}`,
  done: (outcome: CallOutcome) => `Upisano: ${missed[outcome].done}.`,
});

export const missedDeliveryCallText = ({ outcome }: OrderEventFacts): string =>
  `Poziv kupcu koga kurir nije zatekao: ${missed[outcome as CallOutcome]?.done ?? String(outcome)}.`;

export const callExtendedText = ({ until }: OrderEventFacts): string =>
  `Kupac koji se nije javio na pozive ima rok do ${formatDate(new Date(String(until)))}`;

export const callBeforeShippingText = ({ outcome, try: n }: OrderEventFacts): string => {
  const said = outcomes[outcome as CallOutcome]?.done ?? String(outcome);
  return outcome === 'no_answer' ? `Poziv pre slanja, pokušaj ${n}: ${said}.` : `Poziv pre slanja: ${said}.`;
};
