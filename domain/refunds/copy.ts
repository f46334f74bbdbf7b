import type { LedgerUnit } from '../advertising/contract.ts';
import type { Day } from '../day.ts';
import type { Sentences } from '../errors.ts';
import { type Currency, formatMoneyExact, formatNumber, type Money } from '../money.ts';
import type { RefundWay } from '../payouts/rules.ts';
import { plural } from '../plural.ts';
import { formatDateInSentence } from '../time.ts';
import { typeset } from '../typography.ts';
import { countDevices, countMonths } from '../wording.ts';
import {
  type NotSecondReason,
  REFUND_ALONE,
  type RefundReason,
  type RefundScope,
  type RefundState,
  type ReturnedGoods,
  type TermsProblem,
} from './rules.ts';

interface Units {
  banners: number;
  tvSeconds: number;
}

const takenOf: Record<LedgerUnit, (n: number) => string> = {
  banner: (n) =>
    plural(n, { one: 'oduzima se # L-baner', few: 'oduzimaju se # L-banera', other: 'oduzima se # L-banera' }),
  tv_second: (n) =>
    plural(n, { one: 'oduzima se # TV sekunda', few: 'oduzimaju se # TV sekunde', other: 'oduzima se # TV sekundi' }),
};
const limit = formatMoneyExact(REFUND_ALONE);

export const refundReasons: Record<RefundReason, string> = {
  withdrawal: 'Odustanak u roku od 14 dana',
  complaint: 'Reklamacija',
  wrong_payment: 'Pogrešna ili dupla uplata',
  not_delivered: 'Nije isporučeno',
  agreement: 'Dogovor sa kupcem',
  terms_withdrawal: 'Odustanak u prvih 14 dana',
  terms_end: 'Prestanak bez krivice firme',
};

export const returnedGoods: Record<ReturnedGoods, string> = {
  stock: 'Vraćena, na zalihe',
  off: 'Vraćena, otpis',
  none: 'Ne vraća se',
};

const scopes: Record<RefundScope, string> = {
  devices: 'Po stavkama',
  months: 'Po mesecima',
  terms: 'Po uslovima',
  amount: 'Drugi iznos',
  whole: 'Ceo iznos',
};

/** `returned_by_bank` is ours, every other word the provider's. */
const problems: Record<string, string> = {
  returned_by_bank: 'banka kupca je vratila novac',
  charge_already_refunded: 'novac je već vraćen',
  charge_disputed: 'kupac osporava plaćanje',
};
export const refundProblem = (code: string): string => problems[code] ?? code;

const notSecond: Record<NotSecondReason, string> = {
  own: 'Potvrda mora da bude od druge osobe.',
  buyer: 'Ovo je vaša narudžbina, pa povraćaj potvrđuje neko drugi.',
  new: 'Prava ste dobili pre manje od sat vremena. Povraćaj potvrđuje neko drugi.',
  early: 'Niko drugi ne može da potvrdi ovaj povraćaj, pa ga potvrđujete sami, sat vremena posle zahteva.',
};

/** The dialog on an order and the requests beside it. */
export const refundCopy = typeset({
  open: 'Vrati novac',
  key: 'R',
  nothingLeft: 'Od te uplate nema šta da se vrati.',
  title: 'Povraćaj novca',
  sub: (order: number, name: string, paid: string, way: RefundWay) =>
    name === ''
      ? `Narudžbina ${order}. Plaćeno ${paid}${way === 'card' ? ' karticom' : ''}.`
      : `Narudžbina ${order}, ${name}. Plaćeno ${paid}${way === 'card' ? ' karticom' : ''}.`,
  payment: 'Uplata',
  paymentOf: (when: string, amount: string, isSurplus: boolean, way: RefundWay) =>
    `${when}, ${amount}${isSurplus ? (way === 'card' ? ', plaćeno dvaput' : ', višak') : ''}`,
  scope: 'Koliko se vraća',
  scopes,
  count: 'Uređaja',
  countOf: (n: number, all: number) => `${n} od ${all}`,
  fewer: 'Jedan uređaj manje',
  more: 'Jedan uređaj više',
  fewerMonths: 'Jedan mesec manje',
  moreMonths: 'Jedan mesec više',
  monthsHint: 'Vraćaju se poslednji meseci koji nisu počeli. Započeti mesec se vraća samo po uslovima.',
  termsHint:
    'Ugovor prestaje: meseci koji nisu počeli neće početi, a od poslednjeg započetog vraća se deo za prikaze koji nisu viđeni.',
  statedOn: 'Dan kada je izjava primljena',
  statedOnHint: 'Izjava mora da stigne najkasnije 14 dana posle zaključenja prvog ugovora.',
  statedOnMissing: 'Upišite dan kada je izjava primljena.',
  amount: (currency: Currency) => (currency === 'EUR' ? 'Iznos u evrima' : 'Iznos u dinarima'),
  amountHint: (most: string) => `Najviše ${most}.`,
  amountWrong: 'Upišite iznos, na primer 19,90.',
  reason: 'Razlog',
  reasonPlaceholder: 'Izaberite razlog',
  reasonMissing: 'Izaberite razlog.',
  reasons: refundReasons,
  goods: 'Roba',
  goodsOf: returnedGoods,
  serials: 'Vraćeni uređaji',
  serialsHint: 'Označite uređaje koji su stigli nazad.',
  serialsNone: 'Za ovu narudžbinu nema zapisanih serijskih brojeva isporučenih uređaja.',
  serialHere: (serial: string) => `${serial}, u magacinu`,
  note: 'Objašnjenje za kupca (nije obavezno)',
  preview: 'Šta će se desiti',
  previewFailed: 'Pregled nije učitan.',
  effects: {
    money: 'Novac',
    card: (amount: string) => `${amount} se vraća na karticu, obično za 5 do 10 dana.`,
    account: (amount: string) => `Kupac dobija poruku da upiše račun, pa ${amount} ide u nalog za isplatu.`,
    credit: (cited: string) => `Knjižno odobrenje uz ${cited}`,
    creditOf: (base: string, tax: string) => `Osnovica ${base}, PDV ${tax}. Broj se dodeljuje pri izdavanju.`,
    noCredit: 'Knjižno odobrenje',
    noCreditText: 'Račun još nije izdat, pa nema šta da se umanji.',
    noCreditOfSurplus: 'Ova uplata nije ništa platila, pa se račun ne umanjuje.',
    units: 'Uređaji i zalihe',
    held: (before: string, after: string) => `Na nalogu ${before} → ${after}.`,
    stays: (n: number) =>
      `Na nalogu ${plural(n, { one: 'ostaje # uređaj', few: 'ostaju # uređaja', other: 'ostaje # uređaja' })}.`,
    inStock: (before: string, after: string) => `Na zalihama ${before} → ${after}.`,
    writtenOff: (n: number) =>
      `${plural(n, { one: 'Otpisuje se # uređaj', few: 'Otpisuju se # uređaja', other: 'Otpisuje se # uređaja' })}.`,
    referral: (name: string) => `Preporuka: ${name}`,
    waits: (before: string, after: string) => `Na čekanju ${before} → ${after}.`,
    counts: (before: string, after: string) => `U mreži se broji ${before} → ${after}.`,
    credits: 'Baneri i sekunde',
    banners: (before: string, after: string) => `Baneri ${before} → ${after}.`,
    seconds: (before: string, after: string) => `Sekunde ${before} → ${after}.`,
    pauses: (name: string, unit: LedgerUnit, units: number) =>
      `Pauzira se kampanja „${name}“. Iz njenog budžeta ${takenOf[unit](units)}.`,
    fromBudget: (name: string, unit: LedgerUnit, units: number) =>
      `Iz budžeta kampanje „${name}“ ${takenOf[unit](units)}.`,
    spent: 'Deo je već potrošen, pa se oduzima samo ono što je ostalo.',
    months: 'Meseci paketa',
    monthsNone: 'Nijedan mesec više ne počinje.',
    monthsLeft: (n: number) =>
      `${plural(n, { one: 'Ostaje # plaćeni mesec koji nije počeo', few: 'Ostaju # plaćena meseca koja nisu počela', other: 'Ostaje # plaćenih meseci koji nisu počeli' })}.`,
    monthsUntil: (day: string) => `Paket traje do ${day}`,
    monthsOf: (n: number, shares: string) => `${n === 1 ? 'Trebalo je da počne' : 'Trebalo je da počnu'}: ${shares}.`,
    terms: 'Poslednji započeti mesec',
    termsShown: (shown: Units, credited: Units) =>
      `Viđeno je L-banera ${formatNumber(shown.banners)} od ${formatNumber(credited.banners)}, TV sekundi ${formatNumber(shown.tvSeconds)} od ${formatNumber(credited.tvSeconds)}.`,
    termsAtTvs: ({ banners, tvSeconds }: Units) =>
      `Televizori još drže L-banera ${formatNumber(banners)}, TV sekundi ${formatNumber(tvSeconds)}: to ostaje na stanju firme. Kad se vrati, može da se vrati i novac za to.`,
    termsBack: (back: string, price: string) =>
      back === price ? `Vraća se svih ${price}.` : `Od ${price} vraća se ${back}, a ostatak se zadržava.`,
    share: (day: string, amount: string) => `${day} (${amount})`,
    run: 'Specijalni paket',
    runNotStarted: 'Emitovanje nije počelo i posle ovog povraćaja ne može da počne.',
    runKept: (kept: number, days: number) => `Održano je ${formatNumber(kept)} od ${formatNumber(days)} dana.`,
    runStops: 'Reklama se više ne prikazuje.',
    runGoesOn: 'Reklama se prikazuje i dalje.',
    mail: 'Poruka kupcu',
    mailText: '„Vraćamo Vam novac“, kada platna kuća potvrdi povraćaj.',
    mailOfPayout: '„Vraćamo Vam novac“, kada izvod pokaže isplatu.',
  },
  sum: 'Vraća se',
  dinars: (amount: string) => `${amount} po kursu narudžbine.`,
  rest: (amount: string) => `Ostaje plaćeno ${amount}.`,
  limit: `Do ${limit} potvrđujete sami. Preko toga potvrđuje i drugi administrator. Izdato knjižno odobrenje ne može da se poništi.`,
  over: (amount: string) =>
    `${amount} je iznad granice od ${limit}. Zahtev se šalje drugom administratoru. Novac se ne vraća dok ga neko ne potvrdi.`,
  own: 'Ovo je vaša narudžbina, pa povraćaj potvrđuje neko drugi. Novac se do tada ne vraća.',
  go: (amount: string) => `Vrati ${amount}`,
  ask: 'Pošalji na potvrdu',
  cancel: 'Odustani',
  busy: 'Vraćamo…',
  done: (amount: string) => `Povraćaj ${amount} je upisan.`,
  asked: (amount: string) => `Povraćaj ${amount} čeka potvrdu druge osobe.`,
  list: 'Povraćaji',
  states: {
    asked: 'čeka potvrdu',
    sending: 'u toku',
    done: 'vraćeno',
    declined: 'odbijeno',
    lapsed: 'isteklo',
    failed: 'nije prošlo',
  } satisfies Record<RefundState, string>,
  failedWhy: (why: string) => `Povraćaj na karticu nije prošao: ${why}.`,
  askedBy: (name: string, amount: string) => `${name} traži povraćaj ${amount}`,
  someone: 'Neko ko više nema nalog',
  until: (day: string) => `Može da se potvrdi do ${day}`,
  devices: (n: number) => `za ${countDevices(n)}`,
  months: (n: number) => `za ${countMonths(n)} unapred`,
  agree: 'Potvrdi povraćaj',
  agreeTitle: 'Potvrda povraćaja',
  agreeText: (amount: string, way: RefundWay) =>
    way === 'card'
      ? `Kupcu se vraća ${amount} na karticu. To ne može da se poništi.`
      : `Kupcu se vraća ${amount} na račun koji upiše.`,
  stop: 'Otkaži povraćaj',
  stopTitle: 'Otkazivanje povraćaja',
  stopText: (amount: string) =>
    `Povraćaj ${amount} još nije u nalogu za isplatu. Kupac ne dobija novac, a link iz poruke prestaje da važi.`,
  stopped: (amount: string) => `Povraćaj ${amount} je otkazan.`,
  agreed: (amount: string) => `Povraćaj ${amount} je potvrđen.`,
  decline: 'Odbij',
  declined: (amount: string) => `Povraćaj ${amount} je odbijen.`,
  notSecond,
});

const most = ({ most: money }: { most: Money }) => formatMoneyExact(money);

export const refundRefusals = {
  REFUND_TOO_MUCH: (data: { most: Money }) =>
    data.most.amount === 0 ? 'Od ove uplate više nema šta da se vrati.' : `Najviše može da se vrati ${most(data)}.`,
  REFUND_UNDER_WAY: 'Za ovu uplatu jedan povraćaj već čeka ili je u toku.',
  REFUND_OF_DISPUTE: 'Kupac osporava ovu uplatu kod svoje banke, pa novac ne može da se vrati odavde.',
  REFUND_DEVICES_WRONG: ({ most: left }: { most: number }) =>
    left === 0 ? 'Novac za sve uređaje je već vraćen.' : `Može da se vrati novac za najviše ${countDevices(left)}.`,
  REFUND_MONTHS_WRONG: ({ most: left }: { most: number }) =>
    left === 0
      ? 'Nema plaćenih meseci koji nisu počeli.'
      : `Može da se vrati novac za najviše ${countMonths(left)}: ${plural(left, { one: 'samo on još nije počeo', few: 'samo oni još nisu počeli', other: 'samo oni još nisu počeli' })}.`,
  REFUND_MONTHS_FOLLOWED: ({ order }: { order: number }) =>
    `Posle ovih meseci teku meseci iz narudžbine ${order}. Prvo vratite njih.`,
  REFUND_OUT_OF_TERMS: ({ why, until }: { why: TermsProblem; until: Day | null }) =>
    ({
      date: 'Dan izjave mora da bude između zaključenja ugovora i danas.',
      late: until ? `Rok za odustanak je istekao ${formatDateInSentence(until)}` : 'Rok za odustanak je istekao.',
      not_first: 'Odustanak važi samo za prvi ugovor, a ova firma je i ranije kupila paket.',
      not_begun: 'Nijedan mesec ovog paketa nije počeo. Vratite mesece koji nisu počeli.',
      not_last: 'Po uslovima se vraća deo poslednjeg plaćenog meseca. Izaberite poslednju uplatu.',
      subscribed: 'Pretplata još traje. Prvo je zaustavite, pa vratite novac.',
      shown: 'Kampanje ove firme se još prikazuju. Pauzirajte ih, pa vratite novac.',
    })[why],
  REFUND_SERIAL_WRONG: ({ serial }: { serial: string }) =>
    `${serial} ne može da se vrati po ovoj narudžbini. Proverite broj i količinu.`,
  REFUND_OF_RETURN: ({ serials }: { serials: string[] }) =>
    `Kupac već vraća ${serials.join(', ')}. Taj novac se vraća odlukom o vraćanju, na strani narudžbine.`,
  REFUND_GONE: 'Tog povraćaja nema.',
  REFUND_DECIDED: 'O ovom povraćaju je već odlučeno. Pogledajte novo stanje.',
  REFUND_SECOND_NEEDED: ({ reason }: { reason: NotSecondReason }) => notSecond[reason],
} satisfies Sentences;
