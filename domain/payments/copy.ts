import { packageTitle } from '../advertising/package-title.ts';
import { countriesTo } from '../copy.ts';
import type { Sentences } from '../errors.ts';
import { formatMoney } from '../money.ts';
import type { PaymentWay, WayProblem } from '../order-states.ts';
import { whyNotSaid } from './ways-copy.ts';

/** Buying a device. */
export const purchase = {
  title: 'Kupovina uređaja',
  summary: 'Vaša narudžbina',
  kind: 'USB uređaj',
  delivery: 'Dostava',
  deliveryFree: 'uključena u cenu',
  total: 'Za plaćanje',
  form: 'Podaci kupca i adresa isporuke',
  formHint: 'Na ovu adresu šaljemo uređaj i na nju glasi račun.',
  firstName: 'Ime',
  lastName: 'Prezime',
  company: 'Naziv firme',
  companyHint: 'Popunite samo ako kupujete za firmu.',
  country: 'Zemlja',
  countryPlaceholder: 'Izaberite zemlju',
  countryHint: (countries: readonly (keyof typeof countriesTo)[]) =>
    `Za sada dostavljamo samo u ${new Intl.ListFormat('sr-Latn').format(countries.map((one) => countriesTo[one]))}.`,
  address: 'Ulica',
  addressNumber: 'Broj',
  addressNumberHint: 'npr. 12a, ili bb',
  city: 'Grad',
  postalCode: 'Poštanski broj',
  phone: 'Telefon',
  phoneHint: 'Koristi ga kurir. Upišite i pozivni broj zemlje, npr. +381\u00a064\u00a0123\u00a04567.',
  /** Brackets mark the link to the member terms. */
  consent:
    'Prihvatam [Uslove za članove]. Poznato mi je da od kupovine mogu da odustanem u roku od 14 dana od prijema uređaja.',
  consentError: 'Za nastavak prihvatite uslove.',
  pay: 'Naruči uz obavezu plaćanja',
  paying: 'Otvaramo plaćanje…',
  newTab: 'Plaćanje se otvara u novoj kartici. Ovu možete da ostavite otvorenu.',
  secure: 'Podatke o kartici upisujete kod platne kuće. Vidik ih ne vidi i ne čuva.',
  back: 'Nazad na pakete',
  refusedTitle: 'Ova kupovina ne može da se nastavi',
  missing: 'U adresi nedostaje proizvod ili cena. Vratite se na pakete i izaberite ponovo.',
  failed: 'Plaćanje se nije otvorilo. Pokušajte ponovo; novac nije skinut.',
  waitingTitle: 'Čekamo potvrdu plaćanja',
  waiting: 'Plaćanje je otvoreno u drugoj kartici. Kada ga završite, ova strana to primeti sama.',
  blockedTitle: 'Plaćanje je spremno',
  blocked: 'Pregledač je zaustavio novu karticu. Otvorite plaćanje sami.',
  open: 'Otvorite plaćanje',
  openAgain: 'Otvorite plaćanje ponovo',
  openHere: 'Nastavite u ovoj kartici',
  change: 'Izmenite podatke',
  cancelledTitle: 'Plaćanje je otkazano',
  cancelled: 'Ova narudžbina je zatvorena i ništa nije naplaćeno. Možete da pokušate ponovo.',
  again: 'Pokušajte ponovo',
  orderNumber: (n: number) => `Narudžbina broj ${n}`,
} as const;

/** Above the back office and the pages that sell, where people could take a test for the shop. */
export const pretended =
  'Plaćanja na ovoj adresi su probna: novac se ne skida i ništa se ne isporučuje. Za prava plaćanja potreban je pravi ključ platne kuće.';

/** After the payment page. */
export const confirmation = {
  verifying: 'Verifikujemo plaćanje...',
  verifyingHint: 'Ne zatvarajte stranu. Obično traje nekoliko sekundi.',
  okTitle: 'Uspešno plaćanje!',
  okText: 'Hvala vam. Naš tim će vas uskoro kontaktirati.',
  okButton: 'OK',
  okNumber: 'Broj narudžbine',
  okItem: 'Naručeno',
  okPaid: 'Plaćeno',
  okAddress: 'Adresa isporuke',
  okMail: 'Potvrda',
  okMailTo: (email: string) => `poslata na ${email}`,
  okNext: 'Šta sledi',
  okSteps: {
    paid: (when: string) => ['Uplata je stigla', when],
    delivery: (by: string) => ['Isporuka', `najkasnije ${by}`],
    benefits: (by: string) => ['Obuka i grupe uz uređaje', `javljamo email porukom do ${by}`],
    special: (by: string) => ['Dogovor o početku', `javljamo se do ${by}`],
    credited: (banners: string, seconds: string) => [
      'Paket je uključen',
      `${banners} L-banera i ${seconds} TV sekundi su na stanju`,
    ],
    advert: () => ['Postavite oglas', 'traje nekoliko minuta'],
  },
  okOrder: 'Otvorite narudžbinu',
  errorTitle: 'Plaćanje nije potvrđeno',
  noSession: 'Nedostaje ID sesije',
  notPaid: 'Plaćanje nije završeno',
  failed: 'Greška pri verifikaciji plaćanja',
  help: (email: string) =>
    `Ako je iznos skinut sa računa, ne plaćajte ponovo. Pišite nam na ${email} i navedite vreme plaćanja.`,
  errorButton: 'Povratak na početnu stranu',
  processingTitle: 'Uplata je u toku',
  processing:
    'Banka je primila nalog i potvrđuje ga kasnije. Ne plaćajte ponovo; čim uplata stigne, javljamo vam email porukom.',
  processingLive: 'Stranu možete da zatvorite. Ako je ostavite otvorenu, sama prikazuje potvrdu.',
  checkAgain: 'Proveri ponovo',
  returned:
    'Nalog je u međuvremenu zatvoren ili blokiran, ili se narudžbina plaća kuriru. Ceo iznos vraćamo na isti način plaćanja.',
} as const;

export const paymentRefusals = {
  PRODUCT_UNKNOWN: 'Taj proizvod ne postoji u ponudi. Vratite se na pakete i izaberite ponovo.',
  PRICE_CHANGED: ({ price }: { price: number }) =>
    `Cena se ne slaže sa cenovnikom: tačna cena je ${formatMoney({ amount: price * 100, currency: 'EUR' })}. Vratite se na pakete i izaberite ponovo; ništa nije naplaćeno.`,
  BUYER_NOT_MEMBER: 'Za ovaj nalog narudžbina ne može da se upiše: čeka odobrenje, blokiran je ili zatvoren.',
  BUYER_NOT_TOLD:
    'Narudžbina nije upisana: kupcu prvo treba pročitati važeći tekst i označiti da pristaje. Ako je označeno, osvežite stranu.',
  BUYER_INFO_MISSING: 'Nedostaju podaci kupca.',
  COMPANY_INFO_MISSING: 'Nedostaju podaci firme.',
  TAX_NUMBER_INVALID: 'PIB nije ispravan. Proverite cifre.',
  WAY_NOT_POSSIBLE: ({ way, why }: { way: PaymentWay; why: WayProblem }) => whyNotSaid(way, why),
  RATE_CHANGED: 'Kurs je u međuvremenu promenjen. Pogledajte novi iznos pa naručite ponovo.',
  SUBSCRIPTION_RUNS: 'Ovaj paket već plaćate karticom. Izaberite šta se nastavlja.',
  ALREADY_SUBSCRIBED: 'Ovaj paket vam je već aktivan. Pretplatu vodite na strani „Moj nalog“.',
  ACCOUNT_CLOSED: 'Nalog je zatvoren ili blokiran, pa plaćanje nije otvoreno. Ništa nije naplaćeno.',
  CHECKOUT_REPLACED:
    'Plaćanje nije otvoreno i ništa nije naplaćeno: narudžbina je u međuvremenu otkazana, plaća se na drugi način ili je poručena sa drugim podacima. Njeno stanje je na strani „Moj nalog“.',
  TOO_MANY_CHECKOUTS:
    'Za sat vremena otvorili ste previše plaćanja koja nisu završena. Završite neko od njih ili pokušajte kasnije.',
  PAYMENT_PROVIDER_DOWN: 'Plaćanje se nije otvorilo. Pokušajte ponovo; novac nije skinut.',
  SESSION_MISSING: 'Nedostaje ID sesije',
  SESSION_UNKNOWN: 'Greška pri verifikaciji plaćanja',
  PROBLEM_GONE: 'Taj događaj ne postoji ili je već rešen.',
} satisfies Sentences;

/** On the provider's invoice to a company. */
export const invoiceWords = {
  taxNumber: 'PIB',
  registrationNumber: 'MB',
  vat: (paid: boolean) => (paid ? 'U cenu je uračunat PDV po stopi od 20%.' : 'Izdavalac nije u sistemu PDV-a.'),
};

/** A line of the payment page and of the provider's invoice. */
export const lineName = ({ kind, name }: { kind: 'device' | 'package' | 'special'; name: string }) =>
  kind === 'package' ? `Reklamni paket ${packageTitle(name)}` : name;
