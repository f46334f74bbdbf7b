import { type Currency, formatMoney, formatMoneyExact, formatNumber } from '../../money.ts';
import { regionNames, venueNames } from '../../places/copy.ts';
import type { Region } from '../../places/regions.ts';
import { FEWEST_TVS, type VENUES } from '../../places/rules.ts';
import { PLAYS_KEPT_DAYS } from '../../playout/rules.ts';
import { plural } from '../../plural.ts';
import { formatDate, formatDateInSentence, formatDateTime, formatTime } from '../../time.ts';
import { countBanners, countDays } from '../../wording.ts';
import { chargedUnits, type UnitSpending } from '../price.ts';
import { formatPrice, packagesNamed } from '../price-copy.ts';
import type { UncountedPlay } from './report.ts';

const seconds = (n: number) => plural(n, { one: '# TV sekunda', few: '# TV sekunde', other: '# TV sekundi' });
const charged = (n: number) =>
  plural(n, { one: '# obračunsku jedinicu', few: '# obračunske jedinice', other: '# obračunskih jedinica' });

const percent = (part: number, whole: number, digits: number): string =>
  `${((100 * part) / Math.max(1, whole)).toFixed(digits).replace('.', ',')}%`;

const perHundred = (part: number, whole: number): string => ((100 * part) / whole).toFixed(1).replace('.', ',');

const OTHERS = 'Ostalo';

/** A number inside the campaign, or of a household none. */
const tvName = (number: number | null, region: string | null): string =>
  number === null ? 'TV' : `TV ${region === null ? '' : `${region}-`}${number}`;

type Measured = Pick<UncountedPlay, 'reason' | 'seconds' | 'lastedMs' | 'visibleMs' | 'reportedOn'>;

const inSeconds = (ms: number) => (ms / 1000).toFixed(1).replace('.', ',').replace(',0', '');

/** The report of a campaign, on its page and as a table for spreadsheets. */
export const reportCopy = {
  title: 'Šta je prikazano',
  name: 'Izveštaj',
  csv: 'Preuzmi CSV',
  csvFailed: 'Tabela nije preuzeta. Pokušajte ponovo.',
  /** After the words of the button, for whoever hears it. */
  csvOfUncounted: 'neuračunatih prikaza',
  pdf: 'Preuzmi PDF',
  pdfFailed: 'Izveštaj nije preuzet. Pokušajte ponovo.',
  counted: 'uračunatih prikaza',
  ofReported: (counted: number, reported: number) =>
    `od ${formatNumber(reported)} prijavljenih (${percent(counted, reported, 1)})`,
  today: (time: string) => `danas do ${time}`,
  untilHour: (of: { hour: Date | string; today: number; yesterday: number }) =>
    `do ${formatTime(of.hour)}: danas ${formatNumber(of.today)}, juče ${formatNumber(of.yesterday)}`,
  openings: 'otvaranja QR koda',
  openingsPer: (openings: number, counted: number) =>
    counted === 0 ? 'još nema prikaza' : `${perHundred(openings, counted)} na 100 prikaza`,
  /** Of one advert. */
  openingsOf: (openings: number, counted: number) => {
    const said = plural(openings, { one: '# otvaranje', few: '# otvaranja', other: '# otvaranja' });
    return counted === 0 ? said : `${said} · ${perHundred(openings, counted)} na 100`;
  },
  perHundred,
  /** Of openings that no advert has. */
  openingsElsewhere: (n: number) =>
    plural(n, {
      one: 'Za # otvaranje se ne zna sa koje je reklame.',
      few: 'Za # otvaranja se ne zna sa koje su reklame.',
      other: 'Za # otvaranja se ne zna sa koje su reklame.',
    }),
  plays: (n: number) =>
    plural(n, { one: '# uračunat prikaz', few: '# uračunata prikaza', other: '# uračunatih prikaza' }),
  counting: 'Uračunato',
  notCounted: 'Neuračunato',
  opened: 'Otvaranja',
  live: (ago: string | null) => (ago === null ? 'Uživo' : `Uživo · poslednji prikaz ${ago}`),
  lost: (time: string) => `Bez veze · poslednji podaci u ${time}`,
  ago: (seconds: number) =>
    seconds < 60
      ? `pre ${seconds} s`
      : seconds < 3600
        ? `pre ${Math.floor(seconds / 60)} min`
        : `pre ${Math.floor(seconds / 3600)} h`,
  inThisHour: 'u ovom satu',
  atTime: (at: Date | string) => formatDateTime(at),
  begins: (at: Date | string) => `Kampanja počinje ${formatDateInSentence(at)} u ${formatTime(at)}.`,
  plan: 'Potrošeno i plan',
  /** After the number in bold. */
  spentOf: (budget: number, kind: 'banner' | 'spot') =>
    `od ${formatNumber(budget)} ${kind === 'banner' ? 'L-banera' : 'TV sekundi'}`,
  planNow: (planned: number, counted: number) =>
    `Plan do sada ${formatNumber(planned)}${planned === 0 ? '' : `, ispunjeno ${percent(counted, planned, 0)}`}`,
  returned: 'vraćeno na stanje',
  left: (days: number | null) => (days === null ? 'ostalo' : `ostalo, oko ${countDays(days)}`),
  byDay: 'Po danima',
  ahead: (ranges: readonly (readonly [from: number, to: number])[]) =>
    `Sivo: sati koji tek dolaze (${ranges.map(([from, to]) => `${from}–${to} h`).join(', ')}).`,
  planned: 'Plan',
  planLine: (n: number | null) =>
    n === null ? 'Crta je plan za taj dan.' : `Crta je plan od ${formatNumber(n)} prikaza dnevno.`,
  /** Of a day that is still to come. */
  aheadDay: (planned: number | null) =>
    planned === null ? 'tek dolazi' : `plan ${formatNumber(Math.round(planned))}, tek dolazi`,
  aheadRows: 'Tek dolaze',
  aheadPlan: (n: number) => `plan ${formatNumber(Math.round(n))}`,
  now: 'danas',
  aheadDays: 'Isprekidano: plan za dane koji tek dolaze.',
  byHour: 'Danas po satima',
  /** Of the hour that had most. */
  mostInHour: (n: number, time: string) => `${formatNumber(n)} u ${Number(time.split(':')[0])} h`,
  price: formatPrice,
  pricePer: 'po uračunatom prikazu',
  noPrice: 'Paketi su plaćeni u dve valute.',
  spent: ({ name, units, amount, currency }: UnitSpending, kind: 'banner' | 'spot') => {
    const of = kind === 'banner' ? countBanners(units) : seconds(units);
    const paid = currency === null ? 'bez naplate' : formatMoney({ amount, currency });
    return `${name === null ? 'Vaučer ili ispravka' : `Paket ${name}`}: ${of}, ${paid}`;
  },
  /** How the price of one unit of a package comes about; `null`: it cost nothing. */
  rule: ({ name, currency, package: sold }: UnitSpending): string | null => {
    if (name === null || currency === null || sold === null) return null;
    const units = chargedUnits(sold);
    const [price, said] = [formatMoney({ amount: sold.amount, currency }), formatNumber(units)];
    const one = formatPrice({ amount: Math.round((100 * sold.amount) / units), currency });
    return `Paket ${name}: ${price} za ${countBanners(sold.banners)} i ${seconds(sold.tvSeconds)}. U svakom paketu 10 TV sekundi vredi koliko jedan L-baner, pa paket ima ${charged(units)}: ${price} / ${said} = ${one}.`;
  },
  /** Of each currency; nothing spent costs nothing. */
  sumOf: (spent: readonly { amount: number; currency: Currency | null }[]) => {
    const sums = new Map<Currency, number>();
    for (const { amount, currency } of spent) if (currency) sums.set(currency, (sums.get(currency) ?? 0) + amount);
    return (
      [...sums].map(([currency, amount]) => formatMoneyExact({ amount, currency })).join(' i ') ||
      formatMoney({ amount: 0, currency: 'EUR' })
    );
  },
  /** `names`: of the packages that were spent, each once. */
  totalSpent: (amounts: string, names: readonly string[]) =>
    [`ukupno ${amounts}`, ...(names.length === 0 ? [] : [packagesNamed(names)])].join(', '),
  howPriced: 'Kako je izračunata cena',
  pricing: 'Prvo se troši ono što je prvo kupljeno. Jedinice iz vaučera i ispravki ne koštaju ništa.',
  byPicture: 'Po reklami',
  byRegion: 'Po regionu',
  byVenue: 'Po grupi',
  inRegion: 'Region',
  inVenue: 'Grupa',
  region: (code: string | null) => (code === null ? OTHERS : regionNames[code as Region]),
  venue: (code: string | null) => (code === null ? OTHERS : venueNames[code as (typeof VENUES)[number]]),
  ofTvs: (n: number) => plural(n, { one: '# televizor', few: '# televizora', other: '# televizora' }),
  noPlaces: `Prikazano je na manje od ${FEWEST_TVS} televizora, pa se mesta ne navode.`,
  others: `U „Ostalo“ su mesta sa manje od ${FEWEST_TVS} televizora.`,
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
  single: 'Pojedinačno',
  allReasons: 'Svi razlozi',
  when: 'Vreme',
  tv: 'Televizor',
  fact: 'Podatak',
  more: 'Prikaži još',
  tvName,
  tvIn: (number: number | null, region: string | null, venue: string | null) => {
    const name = tvName(number, region);
    const place = [
      region && regionNames[region as Region],
      venue && venueNames[venue as (typeof VENUES)[number]].toLowerCase(),
    ];
    return [name, place.filter(Boolean).join(', ')].filter(Boolean).join(' · ');
  },
  at: 'u',
  inHour: (day: string, hour: string) => `${day} u satu od ${hour}`,
  /** What was measured of a play that was not counted, where that is its reason. */
  measured: ({ reason, seconds, lastedMs, visibleMs, reportedOn }: Measured) => {
    if (reason === 'late') return `stigao ${formatDate(reportedOn)}`;
    if (reason === 'hidden' && visibleMs !== null) return `vidljivo ${inSeconds(visibleMs)} od ${seconds} s`;
    if (reason === 'short' && lastedMs !== null) return `trajalo ${inSeconds(lastedMs)} od ${seconds} s`;
    return '';
  },
  singleOf: (shown: number, all: number) => `Prikazano ${formatNumber(shown)} od ${formatNumber(all)}.`,
  singleNote: 'Oznaka televizora ne otkriva vlasnika. Za domaćinstva se navode samo dan i sat.',
  singleNone: 'Sa ovim razlogom nema prikaza.',
  singleKept: `Pojedinačni prikazi se čuvaju ${PLAYS_KEPT_DAYS} dana po isteku meseca u kom su bili; stariji su samo u zbiru.`,
  none: 'Prvi prikazi se ovde pojavljuju sami, obično nekoliko minuta posle početka.',
  wholeHour: (hour: string) => `sat od ${hour}`,
  file: (name: string) => `vidik-izvestaj-${name}`,
  uncountedFile: (name: string) => `vidik-neuracunati-prikazi-${name}`,
  countedOutcome: 'Uračunat',
} as const;
