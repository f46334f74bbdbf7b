import type { Count } from '../count.ts';
import { DAY_MS, type Day, daysLater } from '../day.ts';
import { courierWords } from '../fulfilment/courier-copy.ts';
import type { PackingCourier } from '../fulfilment/shipment.ts';
import { formatNumber } from '../money.ts';
import { monthYear } from '../months-copy.ts';
import { plural } from '../plural.ts';
import { formatDate, formatTime } from '../time.ts';
import { typeset } from '../typography.ts';
import { countDays } from '../wording.ts';
import { type DeadlineKind, type MailFault, WAITING_KINDS } from './waiting.ts';

const faults = {
  'mailbox-full': 'puno sanduče',
  address: 'pogrešna adresa',
  'no-answer': 'server primaoca ne odgovara',
  other: 'drugi razlog',
} satisfies Record<MailFault, string>;

/** What waits today, on /admin. */
export const todayCopy = typeset({
  title: 'Danas',
  live: 'brojevi se osvežavaju sami',
  lost: (time: string) => `veza je prekinuta, stanje iz ${time}`,
  program: 'Program',
  approve: 'Za odobrenje',
  oldest: (n: number) => (n === 0 ? 'najstariji zahtev je od danas' : `najstariji zahtev čeka ${countDays(n)}`),
  pack: 'Za pakovanje',
  packed: (paid: string, onDelivery: string) => `plaćeno ${paid}, pouzećem ${onDelivery}`,
  call: 'Za poziv',
  called: (n: number) => `pouzeće, ${n === 0 ? 'najstarije je od danas' : `najstarije čeka ${countDays(n)}`}`,
  missed: 'kurir nije zatekao kupca',
  missedToo: (n: number) => `kurir nije zatekao ${plural(n, { one: '# kupca', few: '# kupca', other: '# kupaca' })}`,
  callZero: 'niko ne čeka poziv',
  unmatched: 'Nepovezane uplate',
  withoutReference: (sums: string) => `${sums} bez poziva na broj`,
  codLate: 'Pouzeće kasni',
  codLateBy: (sum: string, n: number) => `${sum}, najduže ${countDays(n)}`,
  mails: 'Neuspele poruke',
  faults,
  mailsZero: 'sve su poslate',
  review: 'Reklame za pregled',
  reviewed: (n: number) => (n === 0 ? 'najstarija je od danas' : `najstarija čeka ${countDays(n)}`),
  behind: 'Reklame zaostaju',
  behindBy: (percent: number) => `najviše ${percent}% ispod plana`,
  behindZero: 'sve idu po planu',
  places: 'Mesta za potvrdu',
  placesFact: 'televizori van domaćinstava',
  suspicious: 'Sumnjivi televizori',
  accounts: (n: number) => plural(n, { one: 'na # nalogu', few: 'na # naloga', other: 'na # naloga' }),
  silent: 'TV van veze',
  silentFact: 'duže od 24 sata',
  asked: 'Zahtevi za paket',
  askedOldest: (n: number) => (n === 0 ? 'najstariji je od danas' : `najstariji čeka ${countDays(n)}`),
  zero: 'nema ničeg',
  problems: (n: number) =>
    plural(n, {
      one: '# problem sa plaćanjem čeka odluku.',
      few: '# problema sa plaćanjem čekaju odluku.',
      other: '# problema sa plaćanjem čeka odluku.',
    }),
  openProblems: 'Otvori probleme',
  /** As the page of stock has it; its other words are no part of this page. */
  low: (n: number, limit: number) =>
    `${plural(n, { one: 'Na zalihama je # uređaj', few: 'Na zalihama su # uređaja', other: 'Na zalihama je # uređaja' })}, granica je ${formatNumber(limit)}.`,
  openIntake: 'Otvori prijem',
  due: 'Rokovi do sutra uveče',
  unsorted: {
    title: 'Isporučeno pre evidencije',
    text: 'Narudžbine plaćene u poslednjih 30 dana pre uvođenja evidencije pošiljki. Vode se kao isporučene; recite jednom za svaku da li je tako. Kupcu se ne šalje ništa.',
    paid: (day: string) => `plaćeno ${day}`,
    whose: (name: string, devices: string) => `, ${name}, ${devices}`,
    delivered: 'Isporučena je',
    toPack: 'Treba je spakovati',
    done: {
      delivered: (number: number) => `Narudžbina ${number}: potvrđeno, isporučena je.`,
      toPack: (number: number) => `Narudžbina ${number} je sada pod „Za pakovanje“.`,
    },
    more: (n: string) => `Ukupno ih je ${n}. Ostale se pojavljuju kako se prve rešavaju.`,
  },
  none: 'Do sutra uveče nema rokova.',
  cut: 'Ovo nisu svi: ostali se pojavljuju čim se prvi reše.',
  order: (number: number) => `Narudžbina ${number}`,
  reservation: (number: number) => `Rezervacija ${number}`,
  /** What is due, after the name of the thing. */
  what: {
    withdrawal: 'odustanak: novac mora biti vraćen u roku od 14 dana',
    owed: 'povraćaj firmi u roku od 14 dana',
    complaint: 'odgovor u roku od 8 dana',
    solution: 'rešenje reklamacije u roku od 30 dana',
    astray: 'vraćanje po našoj nalepnici kasni; pitajte kurira, gubitak u povratku snosimo mi',
    delivery: 'isporuka u roku od 30 dana',
    loss: 'zahtev kuriru za izgubljen ili oštećen paket',
    resend: 'kupac želi drugi paket umesto izgubljenog ili oštećenog',
    giveback: 'kupac želi novac umesto izgubljenog ili oštećenog paketa',
    call_again: 'paket pouzećem je izgubljen ili oštećen; pozovite kupca',
    spare:
      'nađen je paket ranije zamene, pa kupac dobija uređaj više; primite ga nazad ili upišite belešku šta je dogovoreno',
    rest: 'deo narudžbine nije preuzet, a ostatak nije spakovan',
    doubt: 'kurir nije potvrdio pošiljku; otvorite i odlučite',
    calloff: 'pošiljka je otkazana, a kurir je još ima; javite mu da je ne preuzima',
    objection: 'odgovor na prigovor',
    report: 'odgovor na prigovor',
    receipt: 'spakovana bez broja fiskalnog računa',
    part: 'deo uplate je stigao, a ovaj ostatak nije',
    second: 'prihvatanje razlike čeka drugu osobu',
    refund: 'povraćaj čeka drugu osobu',
    failed: 'povraćaj nije stigao do kupca',
    kept: 'uplata se ne računa u narudžbinu, a nije vraćena',
    account: 'povraćaj čeka račun kupca',
    returned: 'povraćaj nije stigao na račun, čeka drugi račun kupca',
    owed_again: 'isplata nije stigla na račun, čeka drugi račun',
    payout: 'povraćaj čeka nalog za isplatu',
    unexecuted: 'isplate još nema na izvodu banke',
  },
  proforma: (number: string) => `Predračun ${number}`,
  objection: (month: string) => `Prigovor na obračun, ${monthYear(month)}`,
  report: (campaign: string) => `Prigovor na izveštaj, ${campaign}`,
  complaint: (number: string) => `Reklamacija ${number}`,
  payment: 'Uplata',
  reward: (month: string) => `Nagrada, ${monthYear(month)}`,
  paymentOrder: (number: string) => `Nalog za isplatu ${number}`,
  pickUp: (courier: PackingCourier) => `${courierWords[courier]} preuzima pakete`,
  toPack: (n: string) => `nespakovano ${n}`,
  act: {
    proforma: 'Produži',
    withdrawal: 'Otvori',
    owed: 'Otvori',
    complaint: 'Odgovori',
    solution: 'Otvori',
    astray: 'Otvori',
    objection: 'Odgovori',
    report: 'Odgovori',
    delivery: 'Otvori',
    loss: 'Otvori',
    pickup: 'Spakuj',
    part: 'Odluči',
    receipt: 'Upiši račun',
    second: 'Odluči',
    refund: 'Odluči',
    failed: 'Otvori',
    kept: 'Otvori',
    account: 'Otvori',
    returned: 'Otvori',
    owed_again: 'Otvori',
    payout: 'Napravi nalog',
    unexecuted: 'Otvori',
    resend: 'Spakuj',
    giveback: 'Vrati novac',
    call_again: 'Otvori',
    spare: 'Otvori',
    rest: 'Spakuj',
    doubt: 'Otvori',
    calloff: 'Otvori',
  } satisfies Record<DeadlineKind, string>,
  failed: 'Današnji brojevi',
});

interface Due {
  kind: DeadlineKind;
  day: Day;
  pickUp: { at: Date | string } | null;
}

/** When it ends, and whether that is today or over. */
export function whenOf({ kind, day, pickUp }: Due, today: Day): { text: string; isLate: boolean } {
  if (pickUp) {
    const at = `u ${formatTime(pickUp.at)}`;
    return day === today ? { text: `danas ${at}`, isLate: true } : { text: `sutra ${at}`, isLate: false };
  }
  if (WAITING_KINDS.includes(kind))
    return day === today
      ? { text: 'čeka od danas', isLate: false }
      : { text: `čeka ${countDays(between(day, today))}`, isLate: true };
  if (day === today) return { text: 'ističe danas', isLate: true };
  if (day < today) return { text: `kasni ${countDays(between(day, today))}`, isLate: true };
  return { text: day === daysLater(today, 1) ? 'sutra' : formatDate(day), isLate: false };
}

const between = (from: Day, to: Day) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** `plaćeno 2`: what is counted only so far says so. */
export const packedWords = (total: Count, onDelivery: number): string =>
  todayCopy.packed(`${total.count - onDelivery}${total.more ? '+' : ''}`, String(onDelivery));
