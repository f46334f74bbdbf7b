import { common } from '../copy.ts';
import { formatNumber } from '../money.ts';
import { typeset } from '../typography.ts';

/** Both pages of advertising packages carry this sub-navigation. */
export const packageNav = {
  label: 'Vrste reklamnih paketa',
  monthly: 'Mesečni paketi',
  special: 'Specijalni paket – 100 lokacija',
} as const;

/** Monthly packages. */
export const monthly = typeset({
  headline: ['Vaša reklama,', 'pet jačina signala.'],
  lead: 'Izaberite koliko puta mesečno želite da vas vide. Sa stanja se skida samo prikaz koji je neko zaista video.',
  title: 'Mesečni reklamni paketi',
  period: common.perMonth,
  badge: 'Najpopularniji',
  banners: 'L-baneri mesečno',
  seconds: 'TV sekunde mesečno',
  airtime: 'Emitovanje ukupno, h:min:s',
  button: 'Kupite sada',
  aria: (name: string, euros: string) => `Kupite sada: paket ${name}, ${euros} evra mesečno`,
  taglines: {
    starter: 'Za lokal ili radnju kojoj je ovo prva TV reklama.',
    standard: 'Za firmu koja želi da je ceo grad redovno viđa.',
    business: 'Za firmu sa više lokala ili u više gradova.',
    pro: 'Za kampanju koja pokriva čitav region.',
    ultra: 'Za brend koji želi stalno prisustvo u celoj zemlji.',
  },
  everywhere: 'U svakom paketu',
  included: ['Izbor regiona i grupe gledalaca', 'Plaćate samo viđene prikaze', 'Promotivna cena ista prvih 12 meseci'],
  cancelNote: 'Pretplata se obnavlja svakog meseca. Otkazujete je kad želite; važi do kraja plaćenog meseca.',
  signInNote: 'Za kupovinu je potrebna prijava. Posle prijave nastavljate od izabranog paketa.',
});

/** What is bought, with a spot of the reader's own length. */
export const what = typeset({
  strip: { name: 'Šta kupujete', about: 'L-baneri i TV sekunde', fact: 'Plaća se samo viđeno' },
  title: 'Šta kupujete',
  banner: 'L-baner',
  bannerText:
    'je reklama u obliku slova L, uz levu i donju ivicu slike. Program se ne prekida, a poruka ostaje na ekranu dovoljno dugo da se pročita.',
  second: 'TV sekunda',
  secondText: 'je jedna sekunda vašeg spota na ekranu. Spot od 15 sekundi prikazan 100 puta troši 1.500 sekundi.',
  where:
    'Reklame se prikazuju na uređajima u domaćinstvima i u lokalima: restoranima, kafićima, na recepcijama i u salonima.',
  bannerAlt: 'Televizor sa programom i L-banerom uz levu i donju ivicu slike.',
  spotTitle: 'Koliko puta se vidi vaš spot',
  spotLength: 'Dužina spota',
  spotSeconds: (seconds: number) => `${seconds} s`,
  spotCaption: (seconds: number) => `Broj prikaza spota od ${seconds} sekundi u mesecu, po paketu`,
  spotNote: 'Račun: TV sekunde paketa podeljene dužinom spota.',
  times: (n: number) => `${formatNumber(n)} puta`,
});

/** The marketing text, with the figures of the catalogue. */
export const growth = typeset({
  strip: { name: 'Kako mreža raste', about: 'Promotivna cena 12 meseci', fact: '+1.000 uređaja mesečno' },
  title: 'Mreža raste, a vaša cena miruje',
  texts: [
    'Krećemo sa 1.000 uređaja. Svakog narednog meseca dodajemo još 1.000.',
    'Od svakih 1.000 uređaja 100 (10%) ide u restorane, kafiće, na recepcije i u salone, gde isti ekran gleda više ljudi.',
    'Cena po kojoj počnete je promotivna i ne menja se prvih 12 meseci, koliko god mreža za to vreme porasla.',
  ],
  figures: [
    { value: '1.000', text: 'uređaja na početku' },
    { value: '+1.000', text: 'svakog meseca' },
    { value: '100', text: 'od svakih 1.000 u lokalima' },
    { value: '12', text: 'meseci iste cene' },
  ],
  chartAlt: 'Broj uređaja po mesecima, prvih dvanaest meseci: od 1.000 do 12.000.',
  month: (n: number) => `${n}. mesec`,
  households: 'Domaćinstva',
  venues: '10% u restoranima, kafićima, na recepcijama i u salonima',
});

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
  time: 'Vreme u toku dana',
  valueText: (time: string, shown: number) => `${time}, do tada ${formatNumber(shown)} prikaza`,
  shown: (n: number, of: number) => `${formatNumber(n)} od ${formatNumber(of)} prikaza`,
  seen: (n: number, of: number) => `${formatNumber(n)} od najmanje ${formatNumber(of)} pregleda`,
  sum: ({ locations, times, total, seconds }: { locations: number; times: number; total: number; seconds: number }) =>
    typeset(
      `Računica: ${locations} lokacija × ${times} prikaza = ${formatNumber(total)} prikaza dnevno, u proseku jedan na svakih ${seconds} sekundi. U računici su prikazi i pregledi ravnomerno raspoređeni tokom dana.`,
    ),
} as const;

/** Buying a package. The special package is paid once and says so. */
export const subscribe = typeset({
  title: 'Pretplata na reklamni paket',
  specialTitle: 'Kupovina Specijalnog paketa',
  summary: 'Vaša pretplata',
  specialSummary: 'Vaša narudžbina',
  package: 'Paket',
  cycle: 'Obračun',
  price: 'Cena mesečno',
  cycleMonthly: 'mesečno',
  cycleOnce: 'jednokratno, 30 dana',
  priceOnce: 'Cena',
  included: 'Uključeno',
  banners: (n: string) => `${n} L-banera mesečno`,
  seconds: (n: string) => `${n} TV sekundi mesečno`,
  always: ['izbor regiona i grupe gledalaca', 'plaćanje samo viđenih prikaza', 'ista cena prvih 12 meseci'],
  special: [
    '100 lokacija',
    'prikaz na svakih 30 minuta',
    'od 08:00 do 00:00, 30 dana',
    'najmanje 10.000 pregleda dnevno',
  ],
  today: 'Danas plaćate',
  next: (date: string) => `Sledeća naplata: ${date}`,
  cancelNote: 'Pretplatu otkazujete u nalogu kad želite; važi do kraja plaćenog meseca.',
  form: 'Podaci firme',
  formHint: 'Ovi podaci se pojavljuju na računu.',
  email: 'Email adresa',
  emailInvalid: 'Unesite ispravnu email adresu.',
  company: 'Naziv firme',
  registrationNumber: 'Matični broj',
  registrationHint: 'Osam cifara.',
  taxNumber: 'PIB',
  taxNumberHint: 'Devet cifara; za firme iz Crne Gore osam.',
  taxNumberWrong: 'PIB nije ispravan. Proverite cifre.',
  address: 'Adresa firme',
  city: 'Grad',
  postalCode: 'Poštanski broj',
  contact: 'Kontakt telefon',
  contactHint: 'Broj osobe sa kojom se dogovaramo o reklami.',
  /** Brackets mark the link to the company terms. */
  consent: 'Prihvatam [Uslove za firme] i potvrđujem da imam ovlašćenje da u ime firme zaključim ovu pretplatu.',
  specialConsent: 'Prihvatam [Uslove za firme] i potvrđujem da imam ovlašćenje da u ime firme naručim ovaj paket.',
  consentError: 'Za nastavak prihvatite uslove.',
  pay: 'Pretplati se uz obavezu plaćanja',
  specialPay: 'Naruči uz obavezu plaćanja',
  paying: 'Prelazimo na plaćanje…',
  secure: 'Podatke o kartici upisujete kod platne kuće. Vidik ih ne vidi i ne čuva.',
  back: 'Nazad na pakete',
  missing: 'U adresi nedostaje paket ili cena. Vratite se na pakete i izaberite ponovo.',
  failed: 'Plaćanje se nije otvorilo. Pokušajte ponovo; novac nije skinut.',
  refusedTitle: 'Ova kupovina ne može da se nastavi',
  runningTitle: 'Ovaj paket vam je već aktivan',
  running: (name: string, renewsAt: string | null) =>
    renewsAt
      ? `Pretplata na paket ${name} se obnavlja ${renewsAt}, pa je ne plaćate ponovo.`
      : `Pretplata na paket ${name} je već pokrenuta, pa je ne plaćate ponovo.`,
  manage: 'Vodite pretplatu u nalogu',
  another: 'Izaberite drugi paket',
});
