import { monthYear } from '../months-copy.ts';
import { plural } from '../plural.ts';
import { formatDate } from '../time.ts';
import { typeset } from '../typography.ts';
import type { PayoutState, RefundWay } from './rules.ts';

const payouts = (n: number) => plural(n, { one: '# isplata', few: '# isplate', other: '# isplata' });

/** What a payout is of: a buyer's refund, a viewer's reward, or a payment that is owed back. */
export type PayoutKind = 'refund' | 'reward' | 'part';

const returnedPayouts = (n: number) =>
  plural(n, { one: '# isplata je vraćena', few: '# isplate su vraćene', other: '# isplata je vraćeno' });

/** Once payouts of these kinds came back. */
function whatFollows(kinds: readonly PayoutKind[]): string {
  const isAsked = kinds.some((kind) => kind !== 'part');
  const isOwed = kinds.includes('part');
  return [isAsked && 'zatražen je drugi račun', isOwed && 'iznos je ponovo na spisku za vraćanje']
    .filter(Boolean)
    .join(', a ');
}

/** So many rows of a statement, and what they come to. */
interface Found {
  n: number;
  amount: string;
}

/** Payouts at the desk of the bank and on an order. */
export const payoutCopy = typeset({
  open: (n: number) => (n > 0 ? `Nalog za isplatu (${n})` : 'Nalog za isplatu'),
  title: 'Nalog za isplatu',
  lead: 'Novac koji se vraća na račune kupaca i onih koji su uplatili, i nagrade gledalaca. Nalog se pravi jednom, učitava se u banku, a isplata je gotova kada je pokaže izvod.',
  waiting: 'Čeka nalog',
  asked: 'Čeka potvrdu druge osobe',
  askedBy: (day: string, who: string) => (who === '' ? `traženo ${day}` : `${who}, ${day}`),
  ways: { card: 'na karticu', account: 'na račun kupca' } satisfies Record<RefundWay, string>,
  askedTh: { who: 'Kupac', by: 'Traži', amount: 'Iznos' },
  unnamed: 'Čeka račun kupca',
  th: { who: 'Primalac', account: 'Račun', amount: 'Iznos' },
  of: ({ order, month, cameOn }: { order: number | null; month: string | null; cameOn: string | null }) =>
    order !== null
      ? `Narudžbina ${order}`
      : cameOn !== null
        ? `Povraćaj uplate od ${formatDate(cameOn)}`
        : `Nagrada, ${monthYear(month ?? '')}`,
  choose: (name: string, amount: string) => `${name}, ${amount}`,
  empty: 'Nijedna isplata ne čeka nalog.',
  foundFailed: 'Nije provereno da li izvod pokazuje naše isplate.',
  states: {
    account: 'čeka račun kupca',
    ready: 'čeka nalog',
    listed: 'u banci',
    done: 'isplaćeno',
    returned: 'banka je vratila',
    refused: 'banka nije isplatila',
    stopped: 'otkazano',
  } satisfies Record<PayoutState, string>,
  executedOn: (day: string) => `isplaćeno ${day}`,
  byBuyer: 'upisao kupac',
  byStaff: 'upisalo osoblje',
  byViewer: 'upisao gledalac',
  byStatement: 'sa izvoda',
  name: 'Upiši račun',
  rename: 'Promeni račun',
  nameTitle: 'Račun kupca',
  merge: 'Račun je u međuvremenu izmenjen',
  nameText: (amount: string, order: number | null) =>
    `${amount} po narudžbini ${order}. Upišite ono što vam je kupac rekao.`,
  save: 'Sačuvaj račun',
  cancel: 'Odustani',
  named: 'Račun je upisan.',
  make: (n: number, amount: string) => (n === 0 ? 'Napravi nalog' : `Napravi nalog: ${payouts(n)}, ${amount}`),
  makeTitle: 'Nalog za isplatu',
  makeText: (n: number, amount: string) =>
    `Nalog ima ${plural(n, { one: '# isplatu', few: '# isplate', other: '# isplata' })}, ukupno ${amount}. Posle toga ne može da se menja.`,
  makeYes: 'Napravi nalog',
  made: (number: number) => `Nalog ${number} je napravljen. Učitajte ga u banku.`,
  lists: 'Nalozi',
  noLists: 'Još nijedan nalog nije napravljen.',
  list: (number: number) => `Nalog ${number}`,
  listOf: (when: string, who: string) => (who === '' ? when : `${when}, ${who}`),
  listState: (n: number, done: number, returned: number) =>
    [
      done + returned === 0 ? 'čeka izvod' : done + returned === n ? 'izvršen' : `izvršeno ${done + returned} od ${n}`,
      returned > 0 ? `${plural(returned, { one: '# vraćena', few: '# vraćene', other: '# vraćenih' })}` : '',
    ]
      .filter(Boolean)
      .join(', '),
  refuse: 'Banka nije isplatila',
  refuseTitle: 'Banka nije isplatila',
  refuseText: (amount: string, who: string) =>
    `${amount}, ${who}. Samo ako je banka odbila nalog i novac nije otišao sa računa.`,
  refuseThen: {
    refund: 'Kupac dobija poruku da upiše drugi račun.',
    reward: 'Gledalac dobija poruku da upiše drugi račun.',
    part: 'Iznos je ponovo na spisku za vraćanje.',
  } satisfies Record<PayoutKind, string>,
  refused: {
    refund: 'Kupac je zamoljen za drugi račun.',
    reward: 'Gledalac je zamoljen za drugi račun.',
    part: 'Iznos je ponovo na spisku za vraćanje.',
  } satisfies Record<PayoutKind, string>,
  count: (n: number, amount: string) => `${payouts(n)}, ${amount}`,
  xml: 'pain.001 (XML)',
  csv: 'CSV',
  fileOf: (format: string, number: number) => `${format}, nalog ${number}`,
  hash: (sha256: string) => `SHA-256 ${sha256.slice(0, 12)}…`,
  found: (executed: Found, returned: Found) =>
    [
      executed.n > 0 &&
        `${plural(executed.n, { one: '# red je naša isplata', few: '# reda su naše isplate', other: '# redova su naše isplate' })}, ${executed.amount}`,
      returned.n > 0 && `${returnedPayouts(returned.n)}, ${returned.amount}`,
    ]
      .filter(Boolean)
      .join('; ')
      .concat('.'),
  foundHint: 'Iznos i poziv na broj isti su u cifru.',
  /** What is done for payouts that the bank has executed. */
  foundThen: {
    refund: 'Povraćaj se knjiži, izdaje se knjižno odobrenje i kupac dobija poruku.',
    reward: 'Isplata nagrade se knjiži i gledalac dobija poruku.',
    part: 'Vraćena uplata se knjiži, bez poruke.',
  } satisfies Record<PayoutKind, string>,
  foundBtn: (n: number) => `Upiši ${plural(n, { one: '# isplatu', few: '# isplate', other: '# isplata' })}`,
  /** `kinds` of those that came back: whoever gets a refund or a reward is asked for another account. */
  confirmed: (executed: number, returned: number, kinds: readonly PayoutKind[]) =>
    [
      executed > 0 && `Upisano: ${payouts(executed)}.`,
      returned > 0 && `${[returnedPayouts(returned), whatFollows(kinds)].filter(Boolean).join('; ')}.`,
    ]
      .filter(Boolean)
      .join(' ') || 'Ovi redovi su već upisani.',
});
