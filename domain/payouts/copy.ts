import { plural } from '../plural.ts';
import { monthYear } from '../rewards/months-copy.ts';
import { formatDate } from '../time.ts';
import { typeset } from '../typography.ts';
import type { PayoutState, RefundWay } from './rules.ts';

const payouts = (n: number) => plural(n, { one: '# isplata', few: '# isplate', other: '# isplata' });

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
    `${amount}, ${who}. Samo ako je banka odbila nalog i novac nije otišao sa računa. Kupac dobija poruku da upiše drugi račun.`,
  refusePartText: (amount: string, who: string) =>
    `${amount}, ${who}. Samo ako je banka odbila nalog i novac nije otišao sa računa. Iznos je ponovo na spisku za vraćanje.`,
  refused: 'Kupac je zamoljen za drugi račun.',
  refusedPart: 'Iznos je ponovo na spisku za vraćanje.',
  count: (n: number, amount: string) => `${payouts(n)}, ${amount}`,
  xml: 'pain.001 (XML)',
  csv: 'CSV',
  fileOf: (format: string, number: number) => `${format}, nalog ${number}`,
  hash: (sha256: string) => `SHA-256 ${sha256.slice(0, 12)}…`,
  found: (executed: number, returned: number, amount: string) =>
    [
      executed > 0 &&
        `${plural(executed, { one: '# red je naša isplata', few: '# reda su naše isplate', other: '# redova su naše isplate' })}`,
      returned > 0 &&
        `${plural(returned, { one: '# isplata je vraćena', few: '# isplate su vraćene', other: '# isplata je vraćeno' })}`,
      amount,
    ]
      .filter(Boolean)
      .join(', ')
      .concat('.'),
  foundHint:
    'Iznos i poziv na broj isti su u cifru. Povraćaj se knjiži, izdaje se knjižno odobrenje i kupac dobija poruku.',
  foundBtn: (n: number) => `Upiši ${plural(n, { one: '# isplatu', few: '# isplate', other: '# isplata' })}`,
  confirmed: (executed: number, returned: number) =>
    [
      executed > 0 && `Upisano: ${payouts(executed)}.`,
      returned > 0 &&
        `${plural(returned, { one: '# isplata je vraćena; kupac je zamoljen za drugi račun', few: '# isplate su vraćene; kupci su zamoljeni za drugi račun', other: '# isplata je vraćeno; kupci su zamoljeni za drugi račun' })}.`,
    ]
      .filter(Boolean)
      .join(' ') || 'Ovi redovi su već upisani.',
});
