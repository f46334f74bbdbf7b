import { formatDinars } from '../money.ts';
import { monthWord, monthYear } from '../months-copy.ts';
import { formatDate, formatDateTime } from '../time.ts';
import { rateText } from './own-copy.ts';

interface Rates {
  validFrom: string;
  banner: number;
  tvSecond: number;
  ceiling: number;
}

/** A statement of rewards on paper (PDF, A4). */
export const statementPaper = {
  title: (month: string) => `Obračun nagrade, ${monthYear(month)}`,
  head: (page: number, pages: number) => `Obračun nagrade · strana ${page} od ${pages}`,
  made: (when: Date) => `Sastavljen ${formatDateTime(when)}`,
  number: (number: string) => `Broj obračuna ${number}`,
  file: (month: string) => `vidik-obracun-${month}.pdf`,
  facts: {
    viewer: 'Gledalac',
    account: 'Račun za isplatu',
    closed: 'Zaključen',
    state: 'Stanje',
    paid: 'Isplaćen',
  },
  noAccount: 'nije upisan',
  carriedInto: (month: string) => `ušao u ${monthWord(month)}`,
  sums: 'Iznos',
  rows: {
    month: 'Za mesec',
    carried: 'Preneto iz ranijih obračuna',
    gross: 'Ukupno',
    tax: 'Porez po odbitku',
    net: 'Za isplatu',
  },
  money: formatDinars,
  byTv: 'Po televizoru',
  byDay: 'Po danima',
  corrections: 'Ispravke',
  columns: { what: 'Stavka', tv: 'Televizor', day: 'Dan', banners: 'L-baneri', seconds: 'TV sekunde', amount: 'RSD' },
  rules: 'Pravila po kojima je obračunato',
  rule: ({ validFrom, banner, tvSecond, ceiling }: Rates) =>
    `Od ${formatDate(validFrom).replace(/\.$/, '')}: viđen L-baner ${rateText(banner)}, viđena TV sekunda ${rateText(tvSecond)}, najviše po televizoru dnevno ${formatDinars(ceiling)}.`,
  closedMonth: 'Brojevi zaključenog meseca se ne menjaju; ispravka ulazi u prvi sledeći obračun.',
} as const;
