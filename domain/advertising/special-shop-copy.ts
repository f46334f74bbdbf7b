import { formatNumber } from '../money.ts';
import { typeset } from '../typography.ts';

/** The special package. */
export const special = typeset({
  headline: ['Jedna reklama,', '100 lokacija'],
  lead: 'Mesec dana vaša reklama radi u lokalima u koje ljudi već dolaze: dok čekaju kafu, red kod frizera ili ključ od sobe.',
  period: '30 dana',
  button: 'Kupite Specijalni paket',
  aria: 'Kupite Specijalni paket, 1.500 evra za 30 dana',
  once: 'Specijalni paket traje 30 dana i ne obnavlja se sam.',
  regular: 'Treba vam mesečni paket? Pogledajte svih pet.',
  regularLink: 'Mesečni reklamni paketi',
  strip: { name: 'Šta dobijate', about: '30 dana', fact: '08:00–00:00' },
  figures: [
    { value: '100', text: 'lokacija' },
    { value: '30 min', text: 'razmak između dva prikaza na istom ekranu' },
    { value: '08–24 h', text: 'ekrani rade svakog dana, od 08:00 do 00:00' },
    { value: '10.000', text: 'pregleda dnevno, najmanje' },
    { value: '300.000+', text: 'pregleda mesečno' },
  ],
  figuresNote: 'Prikazi i pregledi su ovde ravnomerno raspoređeni po danu.',
  get: {
    title: 'Šta dobijate',
    points: [
      'Vašu reklamu na 100 lokacija, punih 30 dana',
      'Prikaz na svakih 30 minuta na svakom ekranu',
      'Emitovanje svakog dana od 08:00 do 00:00',
      'Najmanje 10.000 pregleda dnevno',
      'Više od 300.000 pregleda mesečno',
    ],
  },
  why: {
    title: 'Zašto baš lokali',
    points: [
      'Ljudi u njima sede, čekaju i gledaju oko sebe.',
      'Isti ekran u toku dana vidi više gostiju.',
      'Reklama stiže na mesto gde se novac već troši.',
      'Uz nju je QR kod, pa gost odmah otvara vaš sajt.',
    ],
  },
  venues: {
    strip: { name: 'Gde se prikazuje', about: '100 lokacija', fact: 'Na svakih 30 min' },
    title: 'Gde se prikazuje',
    restaurants: 'Restorani',
    cafes: 'Kafići',
    receptions: 'Recepcije',
    salons: 'Saloni',
  },
});

/** The living picture of one day on a hundred locations. */
export const day = {
  alt: 'Sto ekrana u polju tačaka. Svaki prikazuje vašu reklamu na svakih 30 minuta, od 08:00 do 00:00.',
  title: 'Jedan dan vaše reklame',
  /** Nothing in it was counted. */
  example: 'Primer',
  time: 'Vreme u toku dana',
  valueText: (time: string, shown: number) => `${time}, do tada ${formatNumber(shown)} prikaza`,
  shown: (n: number, of: number) => `${formatNumber(n)} od ${formatNumber(of)} prikaza`,
  seen: (n: number, of: number) => `${formatNumber(n)} od najmanje ${formatNumber(of)} pregleda`,
  sum: ({ locations, times, total, seconds }: { locations: number; times: number; total: number; seconds: number }) =>
    typeset(
      `Računica: ${locations} lokacija × ${times} prikaza = ${formatNumber(total)} prikaza dnevno, u proseku jedan na svakih ${seconds} sekundi.`,
    ),
} as const;
