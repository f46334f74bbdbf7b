import type { CampaignKind } from '../../campaign-kinds.ts';
import { type Currency, formatMoneyExact, formatNumber } from '../../money.ts';
import { plural } from '../../plural.ts';
import { formatDate, formatDateTime, formatDayAndMonth, formatTime } from '../../time.ts';
import { countBanners } from '../../wording.ts';
import { formatDateRange } from './date-range.ts';

const tenths = (n: number): string => n.toFixed(1).replace('.', ',');

const files = {
  banner: (n: number) => plural(n, { one: '# slika', few: '# slike', other: '# slika' }),
  spot: (n: number) => plural(n, { one: '# spot', few: '# spota', other: '# spotova' }),
};

const unitsOf = (n: number, kind: CampaignKind): string =>
  kind === 'banner' ? countBanners(n) : plural(n, { one: '# TV sekunda', few: '# TV sekunde', other: '# TV sekundi' });

interface Price {
  amount: number;
  currency: Currency;
}

interface Budget {
  budget: number;
  left: number;
  /** Of a campaign that is over. */
  returned: number | null;
  kind: CampaignKind;
}

/** The report of a campaign on paper (PDF, A4). */
export const reportPaper = {
  title: 'Izveštaj o kampanji',
  head: (page: number, pages: number) => `Izveštaj o kampanji · strana ${page} od ${pages}`,
  made: (when: Date) => `Sastavljen ${formatDateTime(when)}`,
  number: (number: string) => `Broj izveštaja ${number}`,
  file: (name: string, day: string) => `vidik-izvestaj-${name}-${day}.pdf`,
  unnamed: 'kampanja',
  facts: {
    company: 'Firma',
    taxNumber: 'PIB',
    kind: 'Vrsta',
    time: 'Trajanje',
    region: 'Region',
    group: 'Grupa',
    budget: 'Budžet',
  },
  kind: (kind: CampaignKind, seconds: readonly number[], n: number) =>
    [
      kind === 'banner' ? 'L-baner' : 'TV spot',
      ...(seconds.length > 0 ? [`${seconds.join(', ')} s`] : []),
      ...(n > 0 ? [files[kind](n)] : []),
    ].join(', '),
  time: (from: Date, to: Date, pace: 'even' | 'asap') =>
    `${formatDateRange(from, to)} · ${pace === 'even' ? 'ravnomerno' : 'što brže'}`,
  everywhere: 'svi regioni',
  everybody: 'sve grupe',
  budget: ({ budget, left, returned, kind }: Budget) =>
    `${unitsOf(budget, kind)}, ${returned === null ? `ostalo ${formatNumber(left)}` : `vraćeno na stanje ${formatNumber(returned)}`}`,
  screen: (name: string) => `Reklama na televizoru: ${name}`,
  counted: (n: number) => plural(n, { one: 'uračunat prikaz', few: 'uračunata prikaza', other: 'uračunatih prikaza' }),
  ofReported: (share: string) => `${share} prijavljenih`,
  noneReported: 'nema prijavljenih prikaza',
  total: 'ukupno',
  /** Of the packages that were spent, each once. */
  totalHint: (names: readonly string[]) => (names.length === 0 ? 'bez naplate' : `po ceni paketa ${names.join(' i ')}`),
  perPlay: 'po prikazu',
  /** From hundredths of a cent or para. */
  perThousand: ({ amount, currency }: Price) => `${formatMoneyExact({ amount: amount * 10, currency })} za 1.000`,
  noPrice: '–',
  openings: 'otvaranja QR koda',
  openingsPer: (openings: number, counted: number) =>
    counted === 0 ? 'još nema prikaza' : `${tenths((100 * openings) / counted)} na 100 prikaza`,
  byDay: 'Viđeni prikazi po danima',
  most: (n: number) => plural(n, { one: '# viđen prikaz', few: '# viđena prikaza', other: '# viđenih prikaza' }),
  chart: (from: Date, to: Date) =>
    `Stubići: viđeni prikazi po danima od ${formatDate(from)} do ${formatDate(to)} Isti brojevi su u tabeli „Po danima“.`,
  /** Units that should be counted by now, and how many are. */
  planned: (when: Date, planned: number, counted: number) =>
    `Do ${formatDayAndMonth(when)} u ${formatTime(when)} plan je ${formatNumber(planned)}${planned === 0 ? '' : `, ispunjeno ${Math.round((100 * counted) / planned)}%`}.`,
  day: (when: Date) => formatDayAndMonth(when),
  columns: {
    region: 'Region',
    group: 'Grupa',
    picture: 'Reklama',
    plays: 'Prikaza',
    share: 'Udeo',
    tvs: 'Televizora',
    openings: 'Otvaranja',
    perHundred: 'Na 100 prikaza',
    reason: 'Razlog',
    meaning: 'Šta to znači',
    number: 'Broj',
    ofReported: 'Od prijavljenih',
    day: 'Dan',
    counted: 'Uračunato',
    ofPlan: 'Od plana',
  },
  uncounted: 'Neuračunati prikazi',
  sum: 'Ukupno',
  free: 'Ne naplaćuju se.',
  days: 'Po danima',
  until: (when: Date, time: string) => `${formatDate(when)} do ${time}`,
} as const;
