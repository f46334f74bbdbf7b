import { formatDinars, formatNumber } from '../money.ts';
import { monthNameLocative, monthWord, monthYear } from '../months-copy.ts';
import { plural } from '../plural.ts';
import { formatDate, formatDateInSentence } from '../time.ts';
import { typeset } from '../typography.ts';
import { capitalized, countDays } from '../wording.ts';
import type { HoldReason, RewardWaitReason, StatementState } from './rules.ts';

/** `Novembar` where a sentence begins. */
/** `1. novembra` of a day. */
const dayInSentence = (day: string) => formatDateInSentence(day).replace(/ \d{4}\.$/, '');

/** „Moje nagrade“. */
export const ownRewardsCopy = typeset({
  csv: 'Preuzmi CSV',
  csvFailed: 'Tabela nije preuzeta. Pokušajte ponovo.',
  pdf: 'PDF',
  pdfOf: (month: string) => `PDF: obračun za ${monthWord(month)}`,
  pdfFailed: 'Obračun nije preuzet. Pokušajte ponovo.',
  sum: (from: string, until: string) =>
    from === until
      ? `obračunato ${dayInSentence(until)}`
      : `obračunato od ${Number(from.slice(8))}. do ${dayInSentence(until)}`,
  sumNothing: 'prvi dan meseca',
  sumOf: (month: string) => `obračunato, ${monthYear(month)}`,
  sumHint: (next: string) => `Mesec zaključujemo u ${monthNameLocative(next)}; do tada iznos može da se promeni.`,
  sumClosed: 'Mesec je zaključen.',
  sumWithoutRule: 'Tada pravila nagrade još nisu važila.',
  banners: 'viđenih L-banera',
  seconds: 'viđenih TV sekundi',
  onTvs: (n: number) => plural(n, { one: 'na # televizoru', few: 'na # televizora', other: 'na # televizora' }),
  today: 'današnji dan ulazi sutra',
  honest:
    'Nagrada se obračunava prema važećim pravilima programa. Iznos zavisi od zabeleženih prikaza i nije unapred zagarantovan.',
  noRule:
    'Pravila nagrade još nisu objavljena. Prikazi se beleže, a nagrada se obračunava tek od dana od kog pravilo važi.',
  chart: (month: string) => `Po danima i televizorima, ${monthYear(month)}`,
  chartSummary: (days: number, amount: number) => `${countDays(days)}, ukupno ${formatDinars(amount)}`,
  days: 'Dan po dan',
  dayHead: 'Dan',
  seenHead: (tv: string) => `${tv}, viđeno`,
  sumHead: 'RSD',
  seen: (banners: number, seconds: number) => `${formatNumber(banners)} L-b. · ${formatNumber(seconds)} s`,
  ceiling: 'granica',
  ceilingHint: 'Dostignut je dnevni najviši iznos za taj televizor.',
  beforeRules: 'pre pravila',
  noneInMonth: 'U ovom mesecu još nema viđenih prikaza.',
  all: 'Prikaži sve dane',
  months: 'Mesec',
  month: (month: string) => capitalized(monthWord(month)),
  monthWithYear: (month: string) => capitalized(monthYear(month)),
  earlierMonths: 'Ranije',
  otherTv: 'Drugi televizor',
  rules: 'Pravila koja sada važe',
  since: (day: string) => `od ${formatDateInSentence(day)}`,
  ruleRows: {
    banner: 'Viđen L-baner (15 s)',
    tvSecond: 'Viđena TV sekunda',
    ceiling: 'Najviše po televizoru dnevno',
    smallest: 'Najmanji iznos za isplatu',
  },
  rulesNext: 'Nova pravila važe samo unapred, od objavljenog datuma. Protekli dani se ne menjaju.',
  announced: (day: string) => `Najavljena pravila, od ${formatDateInSentence(day)}`,
  earlierRules: 'Ranija pravila',
  statements: 'Mesečni obračuni',
  noStatements: 'Još nijedan mesec nije zaključen.',
  closesFrom: (day: string) => `zaključujemo ga najranije ${formatDate(day)}`,
  waitsForClosing: 'Čeka zaključenje',
  provisional: 'privremeno',
  states: {
    payable: 'Za isplatu',
    paid: 'Isplaćen',
    carried: 'Prenet',
    held: 'Zadržan',
  } satisfies Record<StatementState, string>,
  carried: (smallest: number, into: string | null) =>
    `ispod ${formatDinars(smallest)}; ${into ? `ušao u ${monthWord(into)}` : 'ulazi u sledeći obračun'}`,
  carriedIn: (amount: number) => `preneto ranije ${formatDinars(amount)}`,
  net: (net: number, tax: number) => `neto ${formatDinars(net)}, porez ${formatDinars(tax)}`,
  held: {
    suspected: 'Proveravamo prikaze sa jednog televizora. Javljamo se email porukom.',
    staff: 'Proveravamo ovaj obračun. Javljamo se email porukom.',
    company: 'Za isplatu nam pošaljite račun vaše firme.',
    gone: 'Proveravamo ovaj obračun. Javljamo se email porukom.',
  } satisfies Record<HoldReason, string>,
  waits: {
    account: 'Nedostaje račun za isplatu.',
    invoice: 'Za isplatu nam pošaljite račun vaše firme.',
    tax_number: 'Nedostaje JMBG.',
    tax_rate: 'Isplata čeka da bude upisana stopa poreza.',
    bank: 'Isplata ide u sledeći nalog za banku.',
  } satisfies Record<RewardWaitReason, string>,
  complaint: 'Prigovor na obračun podnosite u roku od 30 dana; odgovaramo u roku od 15 dana.',
  object: 'Podnesi prigovor',
  objectOf: (month: string) => `Podnesi prigovor na obračun za ${monthWord(month)}`,
  objectTitle: (month: string) => `Prigovor na obračun za ${monthWord(month)}`,
  objectText: (until: string) => `Napišite šta nije tačno. Prigovor na ovaj obračun primamo do ${formatDate(until)}`,
  objectLabel: 'Šta nije tačno',
  objectMissing: 'Napišite šta nije tačno.',
  objectSend: 'Pošalji prigovor',
  objected: (due: string) => `Prigovor je primljen. Odgovaramo do ${formatDate(due)}`,
  objectionWaits: (due: string) => `Prigovor je primljen, odgovaramo do ${formatDate(due)}`,
  answered: (answer: string) => `Odgovor na prigovor: ${answer}`,
  account: (account: string) => `Račun za isplatu: ${account}.`,
  accountHint: 'Menjate ga u delu Moji podaci; promena važi za obračune koji još nemaju račun i za sve sledeće.',
  accountOwnHint: 'Promena važi za obračune koji još nemaju račun i za sve sledeće.',
  noAccount: 'Nema računa za isplatu.',
  noAccountHint: 'Upišite ga u delu Moji podaci da bi obračun mogao da se isplati.',
  toProfile: 'Moji podaci',
  nameAccount: 'Upiši račun',
  changeAccount: 'Promeni račun',
  accountTitle: 'Račun za isplatu nagrada',
  accountLead: 'Račun mora da bude u dinarima, u banci u Srbiji.',
  accountProof: 'Pre promene računa potvrdite da ste to vi.',
  saveAccount: 'Sačuvaj račun',
  cancel: 'Odustani',
  accountSaved: (account: string) =>
    `Račun ${account} je sačuvan. Važi za obračune koji još nemaju račun i za sve sledeće.`,
  taxTitle: 'Za prvu isplatu treba JMBG.',
  taxHint: 'Po njemu plaćamo porez po odbitku. Čuva se šifrovan i vidi ga samo knjigovodstvo.',
  taxName: 'Upiši JMBG',
  taxLabel: 'JMBG',
  taxFieldHint: '13 cifara.',
  taxMissing: 'Upišite 13 cifara.',
  taxSave: 'Sačuvaj JMBG',
  taxSaved: 'JMBG je sačuvan.',
  taxProof: 'Pre upisa JMBG-a potvrdite da ste to vi.',
  empty: 'Još nema viđenih prikaza.',
  emptyText:
    'Kada povezani televizor prikaže prvu reklamu, sutradan je vidite ovde. Iznos zavisi od zabeleženih prikaza i nije unapred zagarantovan.',
  emptyButton: 'Poveži televizor',
  loadError: 'Nagrade nisu učitane. Pokušajte ponovo.',
});

/** `0,045 RSD` of a rate in hundredths of a para: as many decimals as it has, two at least. */
export function rateText(rate: number): string {
  const decimals = String(rate % 10_000)
    .padStart(4, '0')
    .replace(/0{1,2}$/, '');
  return `${Math.floor(rate / 10_000)},${decimals}\u00a0RSD`;
}
