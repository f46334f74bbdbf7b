import { formatNumber } from '../money.ts';
import { plural } from '../plural.ts';

const percent = (part: number, whole: number, digits: number): string =>
  `${((100 * part) / Math.max(1, whole)).toFixed(digits).replace('.', ',')}%`;

/** The report of a campaign, on its page and as a table for spreadsheets. */
export const reportCopy = {
  title: 'Šta je prikazano',
  csv: 'Preuzmi CSV',
  csvFailed: 'Tabela nije preuzeta. Pokušajte ponovo.',
  counted: 'uračunatih prikaza',
  ofReported: (counted: number, reported: number) =>
    `od ${formatNumber(reported)} prijavljenih (${percent(counted, reported, 1)})`,
  today: (time: string) => `danas do ${time}`,
  yesterday: (n: number) => `juče do istog sata ${formatNumber(n)}`,
  openings: 'otvaranja QR koda',
  openingsPer: (openings: number, counted: number) =>
    counted === 0 ? 'još nema prikaza' : `${((100 * openings) / counted).toFixed(1).replace('.', ',')} na 100 prikaza`,
  plays: (n: number) =>
    plural(n, { one: '# uračunat prikaz', few: '# uračunata prikaza', other: '# uračunatih prikaza' }),
  byDay: 'Po danima',
  byHour: 'Danas po satima',
  byPicture: 'Po reklami',
  day: 'Dan',
  hour: 'Sat',
  picture: 'Reklama',
  outcome: 'Ishod',
  number: 'Broj',
  table: 'Prikaži tabelu',
  share: (part: number, whole: number) => percent(part, whole, 1),
  uncounted: 'Neuračunati prikazi',
  free: 'ne naplaćuju se',
  reason: 'Razlog',
  meaning: 'Šta to znači',
  ofAll: 'Od prijavljenih',
  ofAllShare: (part: number, whole: number) => percent(part, whole, 2),
  total: 'Ukupno',
  allCounted: 'Svi prijavljeni prikazi su uračunati.',
  repeats: (n: number) =>
    plural(n, {
      one: '# prijava je stigla ponovo; drugi put se ne broji.',
      few: '# prijave su stigle ponovo; drugi put se ne broje.',
      other: '# prijava je stiglo ponovo; drugi put se ne broje.',
    }),
  none: 'Prvi prikazi se ovde pojavljuju sami, obično nekoliko minuta posle početka.',
  file: (name: string) => `vidik-izvestaj-${name}`,
  countedOutcome: 'Uračunat',
} as const;
