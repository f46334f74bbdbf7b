import { plural } from '../plural.ts';
import {
  datesInSentence,
  datesOf,
  daysInSentence,
  type EventDate,
  eventNightInNumbers,
  eventNightText,
} from './days.ts';

/**
 * The event's page, which loads no other words of the event: reservations are in reservation-copy.ts, tickets in ticket/, a member's
 * own in own-copy.ts, refusals in refusals-copy.ts, the organiser's in admin/copy.ts.
 */

export const packageCopy = {
  'ticket-only': {
    name: 'Samo karta za event',
    description: 'Za one koji su iz okoline ili smeštaj već imaju.',
    features: () => ['karta za oba dana', 'sve radionice, pitanja i odgovori i umrežavanje', 'smeštaj nije uključen'],
  },
  'shared-room-package': {
    name: 'Standardna soba + karta',
    description: 'Noćenje u standardnoj sobi koju delite sa drugim učesnikom ili učesnicom.',
    features: (event: EventDate) => [
      'karta za oba dana',
      `jedno noćenje ${eventNightText(event)}, mesto u deljenoj sobi`,
      'pun pansion',
      'bazen i fitnes',
    ],
  },
  'apartment-package': {
    name: 'Jednosoban apartman + karta',
    description: 'Za one koji posle celog dana među ljudima vole svoja vrata.',
    features: (event: EventDate) => [
      'karta za oba dana',
      `jedno noćenje ${eventNightText(event)} u jednosobnom apartmanu`,
      'pun pansion',
      'bazen i fitnes',
    ],
  },
  'two-tickets-accommodation': {
    name: 'Porodični paket - 2 karte + smeštaj',
    description: 'Dvoje na programu, cela porodica na moru.',
    features: (event: EventDate) => [
      '2 karte za oba dana',
      `jedno noćenje ${eventNightText(event)} za 3 odrasle osobe i 1 dete do 12 godina`,
      'pun pansion',
      'bazen i fitnes',
    ],
  },
} as const;

export const countryNames = { RS: 'Srbija', CG: 'Crna Gora' } as const;

export const eventName = 'Širi vidik';

export interface Facts extends EventDate {
  place: { hotel: string; town: string };
  organiser: string;
}

export const page = {
  title: eventName,
  sub: 'Dva dana na moru za ljude koji vode posao, ekipu ili sebe.',
  dates: datesOf,
  datesInSentence,
  place: ({ place }: Facts) => `${place.town}, hotel sa četiri zvezdice na samoj plaži`,
  primary: 'Rezervišite mesto',
  secondary: 'Pogledajte pakete',
  from: 'Karta od 99,99 € (11.716 RSD), PDV je uračunat',
  vat: 'PDV je uračunat',
  imageAlt: 'Hotel sa četiri zvezdice na obali, sunce nad morem i jedrilica.',
  calendar: 'Dodajte u kalendar',
  strips: {
    about: { name: 'O događaju', what: 'Dva dana uživo', fact: eventNightInNumbers },
    packages: { name: 'Paketi', what: 'Karta i smeštaj', fact: '1 € = 117,17 RSD' },
    faq: { name: 'Pitanja', what: 'Pre nego što rezervišete' },
  },
  about: {
    title: 'Dva dana da posao vidite iz daljine.',
    paragraphs: [
      'Motivacija traje do prvog ponedeljka ako iza nje ne stoji plan. Zato na Širem vidiku ne slušate samo predavanja: prvog dana radite na tome kako vodite sebe i ljude oko sebe, a drugog na tome šta ćete sutradan uraditi drugačije.',
      'Program je namenjen vlasnicima firmi, vođama ekipa i članovima mreže Vidik, ali i svima koji tek spremaju prvi korak. Predznanje nije potrebno; dovoljno je da ponesete svesku i pitanje koje vas muči.',
      'Između radionica ostaje vremena za kafu, more i razgovor sa ljudima koji rešavaju slične probleme.',
    ],
  },
  features: {
    workshops: {
      title: 'Praktične radionice',
      text: 'Radite na svom primeru: ponuda, razgovor sa klijentom, podela posla u ekipi. Kući nosite ispisan plan.',
    },
    questions: {
      title: 'Pitanja i odgovori',
      text: 'Posle svakog bloka pitate predavače ono što vas zaista zanima. Pitanje možete da postavite i napismeno.',
    },
    networking: {
      title: 'Umrežavanje',
      text: 'Vođeno upoznavanje prvog dana i zajednički obroci. Ne morate da budete rođeni za ćaskanje.',
    },
  },
  packages: {
    title: 'Paketi',
    lead: (event: EventDate) =>
      `Karta važi oba dana. Smeštaj je jedno noćenje, ${eventNightText(event)}, sa punim pansionom.`,
    badge: 'Najpopularniji',
    button: 'Izaberite paket',
    buttonAria: (name: string) => `Izaberite paket: ${name}`,
    rate: 'Cene u dinarima su preračunate po kursu 117,17 RSD za 1 € i zaokružene.',
    country: 'Cene za',
  },
  soldOut: 'Ovaj paket je popunjen.',
  fewLeft: (places: number) =>
    plural(places, { one: 'Ostalo je još # mesto', few: 'Ostala su još # mesta', other: 'Ostalo je još # mesta' }),
  past: 'Događaj je završen. Hvala svima koji su došli.',
  cancelledTitle: 'Događaj je otkazan.',
  cancelled: (reason: string) => `Razlog: ${reason}`,
  cancelledNote:
    'Rezervacije više ne primamo. Ko je rezervisao dobio je poruku; podaci o uplati su na strani rezervacije.',
  moved: (from: EventDate) => `Novi datum. Događaj je ranije bio najavljen za ${datesInSentence(from)}`,
  cta: {
    title: 'Sačuvajte svoje mesto',
    text: 'Rezervacija traje nekoliko minuta: podaci, paket, uputstvo za uplatu. Potvrda sa brojem rezervacije stiže email porukom kada uplata bude evidentirana.',
    button: 'Rezervišite mesto',
  },
  faqTitle: 'Česta pitanja',
} as const;

/** Question and answer, in the order they are shown; also the page's FAQPage data. Nothing is promised that is not published. */
export const faq = (
  event: Facts,
  published = { directions: false, timetable: false },
): readonly (readonly [question: string, answer: string])[] => [
  [
    'Gde se događaj održava?',
    `U hotelu sa četiri zvezdice, na samoj plaži: ${event.place.hotel}, ${event.place.town}. Tačna adresa je u potvrdi rezervacije.${published.directions ? ' Uputstvo za dolazak je na strani sa kartom.' : ''}`,
  ],
  [
    'Koliko traje?',
    `Dva dana, ${daysInSentence(event)}.${published.timetable ? ' Satnica je na strani sa kartom.' : ''}`,
  ],
  [
    'Kako da rezervišem?',
    'Upišite podatke, izaberite paket i uplatite iznos prema uputstvu koje dobijete. Kada uplatu evidentiramo, stiže vam email potvrda sa brojem rezervacije.',
  ],
  ['Da li moram da uzmem smeštaj?', 'Ne morate. Možete da kupite samo kartu i da o smeštaju brinete sami.'],
  [
    'Da li je hrana uključena?',
    'Da, uz svaki paket sa smeštajem ide pun pansion: doručak, ručak i večera. Karta bez smeštaja ne sadrži obroke.',
  ],
  ['Mogu li da koristim bazen i fitnes?', 'Da, korišćenje bazena i fitnesa uključeno je u pakete sa smeštajem.'],
  [
    'Da li mogu da dobijem novac nazad?',
    'Ne. Uplate idu neposredno organizatoru događaja i ne vraćaju se. Za usluge u slobodno vreme ugovorene za tačno određen datum zakon ne predviđa odustanak od 14 dana. Ako organizator otkaže ili bitno izmeni događaj, prava koja vam daje zakon ostaju.',
  ],
];
