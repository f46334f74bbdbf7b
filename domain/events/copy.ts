import type { Sentences } from '../errors.ts';
import { formatMoney } from '../money.ts';
import { plural } from '../plural.ts';
import { type Dated, datesInSentence, datesOf, daysInSentence, monthOf, nightInNumbers, nightOf } from './days.ts';
import { detailsCopy } from './ticket/copy.ts';

/** The event's page, the reservation dialog and the ticket. The organiser's words are in admin/copy.ts. */

export const packageCopy = {
  'ticket-only': {
    name: 'Samo karta za event',
    description: 'Za one koji su iz okoline ili smeštaj već imaju.',
    features: () => ['karta za oba dana', 'sve radionice, pitanja i odgovori i umrežavanje', 'smeštaj nije uključen'],
  },
  'shared-room-package': {
    name: 'Standardna soba + karta',
    description: 'Noćenje u standardnoj sobi koju delite sa drugim učesnikom ili učesnicom.',
    features: (event: Dated) => [
      'karta za oba dana',
      `jedno noćenje ${nightOf(event)}, mesto u deljenoj sobi`,
      'pun pansion',
      'bazen i fitnes',
    ],
  },
  'apartment-package': {
    name: 'Jednosoban apartman + karta',
    description: 'Za one koji posle celog dana među ljudima vole svoja vrata.',
    features: (event: Dated) => [
      'karta za oba dana',
      `jedno noćenje ${nightOf(event)} u jednosobnom apartmanu`,
      'pun pansion',
      'bazen i fitnes',
    ],
  },
  'two-tickets-accommodation': {
    name: 'Porodični paket - 2 karte + smeštaj',
    description: 'Dvoje na programu, cela porodica na moru.',
    features: (event: Dated) => [
      '2 karte za oba dana',
      `jedno noćenje ${nightOf(event)} za 3 odrasle osobe i 1 dete do 12 godina`,
      'pun pansion',
      'bazen i fitnes',
    ],
  },
} as const;

export const eventName = 'Širi vidik';

export const bankCopy = {
  purpose: (number: number) => `Rezervacija ${number}`,
};

interface Facts extends Dated {
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
    about: { name: 'O događaju', what: 'Dva dana uživo', fact: nightInNumbers },
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
    lead: (event: Dated) => `Karta važi oba dana. Smeštaj je jedno noćenje, ${nightOf(event)}, sa punim pansionom.`,
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
  moved: (from: Dated) => `Novi datum. Događaj je ranije bio najavljen za ${datesInSentence(from)}`,
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

export const fieldErrors = {
  firstName: 'Ime je obavezno',
  lastName: 'Prezime je obavezno',
  email: 'Email je obavezan',
  emailShape: 'Email nije validan',
  phone: 'Telefon je obavezan',
  phoneShort: 'Telefon mora imati najmanje 8 cifara',
  phoneWrong: 'Upišite ispravan broj telefona',
  tooLong: (most: number) => `Najviše ${plural(most, { one: '# znak', few: '# znaka', other: '# znakova' })}`,
  country: 'Izaberite zemlju.',
  package: 'Izaberite paket.',
} as const;

export const dialog = {
  title: 'Rezervacija',
  step: (n: number) => `Korak ${n} od 4`,
  stepNames: { personal: 'Podaci', country: 'Zemlja', package: 'Paket', payment: 'Uplata' },
  back: 'Nazad',
  next: 'Nastavi',
  cancel: 'Odustani',
  close: 'Zatvori rezervaciju',
  leave: {
    title: 'Zatvoriti rezervaciju?',
    text: 'Zatvaranjem se briše ono što ste upisali. Rezervacija još nije napravljena.',
    stay: 'Nastavi rezervaciju',
    yes: 'Zatvori',
  },
  personal: {
    title: 'Vaši podaci',
    lead: 'Na ovo ime glasi rezervacija.',
    firstName: 'Ime',
    lastName: 'Prezime',
    email: 'Email',
    emailHint: 'Na ovu adresu šaljemo uputstvo, potvrdu i kartu.',
    phone: 'Telefon',
    phoneHint: 'Najmanje 8 cifara.',
  },
  country: {
    title: 'Odakle uplaćujete?',
    lead: 'Od zemlje zavise valuta i račun za uplatu.',
    RS: { name: 'Srbija', hint: 'plaćate u dinarima', pays: 'Srbija, u dinarima' },
    CG: { name: 'Crna Gora', hint: 'plaćate u evrima', pays: 'Crna Gora, u evrima' },
  },
  package: { title: 'Izaberite paket', lead: 'Karta važi oba dana.' },
  summary: {
    title: 'Vaša rezervacija',
    event: 'Događaj',
    dates: 'Datum',
    package: 'Paket',
    later: 'biramo u koraku 3',
    toPay: 'Za uplatu',
    nothingYet: '–',
  },
  review: {
    title: 'Proverite pa potvrdite',
    lead: 'Ništa još nije upisano. Rezervacija nastaje kada pritisnete „Potvrdi rezervaciju“.',
    name: 'Ime i prezime',
    from: 'Uplata iz',
    amount: 'Iznos',
    edit: 'Izmeni',
    editAria: (field: string) => `Izmeni: ${field}`,
    after: (until: string) => `Posle potvrde dobijate broj rezervacije i podatke za uplatu. Mesto čuvamo do ${until}`,
    consent: 'Poznato mi je da je reč o usluzi za određeni datum i da ne postoji pravo na odustanak od 14 dana.',
    consentError: 'Za rezervaciju potvrdite ovu napomenu.',
    submit: 'Potvrdi rezervaciju',
    offline: 'Nema veze. Podaci su sačuvani; rezervaciju potvrdite kad se veza vrati.',
    /** After an attempt without an answer. */
    sameAgain: 'Ako je rezervacija ipak zabeležena, ponovni pokušaj otvara istu; druga ne može da nastane.',
    full: 'Paket se u međuvremenu popunio. Izaberite drugi; ostali podaci su tu.',
  },
  /** After the dialog was closed. */
  made: {
    toast: (number: number) => `Rezervacija broj ${number} je zabeležena. Uputstvo za uplatu je u poruci.`,
    line: (number: number) => `Rezervacija broj ${number} je zabeležena.`,
    open: 'Otvorite rezervaciju',
    unknown:
      'Još ne znamo da li je rezervacija zabeležena. Otvorite rezervaciju ponovo: proveravamo istu, druga ne može da nastane.',
    refused: (why: string) => `Rezervacija nije napravljena. ${why}`,
  },
  payment: {
    title: 'Uputstvo za uplatu',
    lead: 'Rezervacija je zabeležena. Uplatite iznos na račun organizatora i prepišite poziv na broj; po njemu prepoznajemo vašu uplatu.',
    number: 'Broj rezervacije',
    deadline: (due: string, email: string) =>
      `Rok za uplatu: ${due} Uputstvo je i u poruci na ${email}. Uplata ide neposredno organizatoru i ne vraća se.`,
    lapses: 'Ako uplata ne stigne do tada, mesto se oslobađa.',
    noRefund: ({ organiser }: Facts) =>
      `Uplata ide neposredno organizatoru (${organiser}) i ne vraća se. Reč je o usluzi za određeni datum i ne postoji pravo na odustanak od 14 dana.`,
    busy: 'Rezervišemo…',
    done: 'Zatvori',
    pending: 'Čeka plaćanje',
    saveQr: 'Sačuvaj QR',
    savedQr: (file: string) => `QR je sačuvan: ${file}`,
    qrFile: (number: number) => `vidik-uplata-${number}.png`,
    phoneQr:
      'Ne možete da skenirate sopstveni ekran? Sačuvajte QR kao sliku, pa ga u aplikaciji banke otvorite iz galerije.',
    qr: {
      ips: {
        title: 'NBS IPS QR',
        hint: 'Skenirajte kod u aplikaciji svoje banke; sva polja se popunjavaju sama.',
        alt: (amount: string) => `NBS IPS QR kod za uplatu, iznos ${amount}`,
      },
      epc: {
        title: 'EPC QR',
        hint: 'Za banke koje čitaju SEPA QR kod; u ostalima prepišite podatke.',
        alt: (amount: string) => `EPC QR kod za uplatu, iznos ${amount}`,
      },
    },
  },
  rows: {
    payee: 'Primalac',
    account: 'Račun primaoca',
    iban: 'IBAN',
    bic: 'BIC (SWIFT) banke',
    city: { RS: 'Mesto', CG: 'Grad' },
    amount: 'Iznos',
    purpose: 'Svrha uplate',
    paymentCode: 'Šifra plaćanja',
    model: 'Model',
    reference: 'Poziv na broj',
    dueAt: 'Rok za uplatu',
  },
  copy: {
    button: 'Kopiraj',
    all: 'Kopiraj sve',
  },
  /** One of the three, at random. */
  closing: (event: Dated) => [
    'Hvala na rezervaciji. Spremite svesku i kupaći, mi spremamo ostalo.',
    'Mesto je zabeleženo. Kada uplata legne, stiže potvrda sa brojem rezervacije. Vidimo se na moru.',
    `Rezervacija je primljena. Do ${monthOf(event)} razmislite o jednom pitanju na koje želite odgovor.`,
  ],
} as const;

export const createFailed = 'Došlo je do greške pri kreiranju rezervacije. Molimo pokušajte ponovo.';

export const ticketCopy = {
  title: `Karta: ${eventName}`,
  number: (code: string) => `Broj rezervacije: ${code}`,
  name: 'Ime i prezime',
  package: 'Paket',
  when: 'Kada',
  where: 'Gde',
  ofMany: (position: number, count: number) => `Karta ${position} od ${count}`,
  qrAlt: (code: string) => `QR kod karte broj ${code}`,
  note: 'Ponesite lični dokument i pokažite ovaj kod na ulazu.',
  valid: 'Plaćeno',
  used: (when: string) => `Karta je iskorišćena ${when}.`,
  pdf: 'Preuzmite kartu (PDF)',
  pdfName: (code: string) => `karta-${code}.pdf`,
  calendar: 'Dodajte u kalendar',
  pendingTitle: 'Rezervacija čeka uplatu',
  pendingLead: 'Karta stiže email porukom čim uplatu evidentiramo, a biće i na ovoj strani.',
  pastTitle: 'Rezervacija nije plaćena',
  cancelledTitle: 'Rezervacija je otkazana',
  cancelled: 'Otkazana',
  cancelledLead: (day: string) => `Otkazana je ${day} Karte više ne važe. Novac vraća organizator događaja.`,
  lapsedTitle: 'Rezervacija je istekla',
  lapsed: 'Istekla',
  lapsedLead: 'Uplata nije stigla do roka, pa je mesto oslobođeno.',
  lapsedPaid: (email: string) =>
    `Ako ste uplatu ipak poslali, pišite nam na ${email} i priložite dokaz o uplati. Ako želite, rezervišite ponovo: dobićete novi broj i nov rok.`,
  reserveAgain: 'Rezervišite ponovo',
  unreachable: 'Karta nije učitana',
  paymentQrAlt: (number: number) => `QR kod za uplatu rezervacije ${number}`,
  missingTitle: 'Karta nije pronađena',
  missing: 'Ova karta ne postoji ili je rezervacija otkazana. Proverite link iz email poruke.',
} as const;

export const eventRefusals = {
  EVENT_OVER: page.past,

  SOLD_OUT: page.soldOut,
  EVENT_PRICE_CHANGED: (price: { amount: number; currency: string }) =>
    `Cena se ne slaže sa cenovnikom: tačna cena je ${formatMoney(price)}. Zatvorite rezervaciju i počnite ponovo; ništa nije zabeleženo.`,
  RESERVATION_SETTLED: 'Ova rezervacija je već plaćena i ne može da se menja. Zatvorite prozor i napravite novu.',
  RESERVATION_LAPSED:
    'Ova rezervacija je istekla jer uplata nije stigla na vreme, a mesto je oslobođeno. Zatvorite prozor i napravite novu.',
  SCARCE_PLACE_HELD:
    'Na ovu email adresu već čeka uplatu jedna rezervacija paketa sa ograničenim brojem mesta; uputstvo je u poruci na toj adresi. Novu možete da napravite kada uplata bude evidentirana ili rezervacija istekne.',
  TOO_MANY_RESERVATIONS: ({ minutes }: { minutes: number }) =>
    `Previše rezervacija za kratko vreme. Sačekajte ${plural(minutes, { one: '# minut', few: '# minuta', other: '# minuta' })} i pokušajte ponovo; sve što ste upisali ostaje.`,
  RESERVATION_GONE: 'Rezervacija više ne postoji; neko ju je već obrisao.',
  TICKET_UNKNOWN: ticketCopy.missing,
  NAMES_CLOSED: 'Imena više ne mogu da se menjaju: događaj je počeo ili rezervacija više ne važi.',
  PLACE_CHANGED: 'Ime na ovoj karti je u međuvremenu promenjeno. Pogledajte novo stanje pa ponovite.',
  PLACE_UNPAID: 'Mesto možete da ustupite kada uplata bude evidentirana. Ime možete da promenite odmah.',
  CLAIM_CLOSED: 'Firma može da se upiše samo dok rezervacija čeka uplatu. Pišite organizatoru.',
  DETAILS_CHANGED: detailsCopy.conflict,
  TICKET_USED: 'Karta je već iskorišćena i ne može da se ustupi.',
} satisfies Sentences;

/** A member's own reservations, on „Moj nalog“. */
export const mineCopy = {
  title: 'Rezervacije za događaj',
  package: 'Paket',
  number: 'Broj',
  date: 'Datum',
  amount: 'Iznos',
  status: 'Stanje',
  next: 'Dalje',
  paid: 'Plaćeno',
  pending: 'Čeka uplatu',
  cancelled: 'Otkazana',
  lapsed: 'Istekla',
  why: 'Zašto je istekla',
  tickets: 'Karte',
  pay: 'Uputstvo za uplatu',
  of: (number: number) => `za rezervaciju broj ${number}`,
  empty: 'Nema rezervacija sa ovom adresom.',
  emptyHint:
    'Rezervacija koju napravite sa email adresom ovog naloga pojavljuje se ovde, sa kartama kada uplata stigne.',
  event: 'Pogledajte događaj',
  failed: 'Rezervacije nisu učitane.',
  prove: {
    title: 'Potvrdite da čitate ovu poštu',
    text: (email: string) =>
      `Rezervacije se prave bez naloga, samo sa email adresom. Zato ih prikazujemo tek kada potvrdite da je adresa ${email} vaša.`,
    send: 'Pošaljite mi kod',
    sending: 'Slanje…',
    sent: (email: string) => `Kod od šest cifara je poslat na ${email}. Važi 15 minuta.`,
    code: 'Kod iz poruke',
    confirm: 'Potvrdi',
    confirming: 'Provera…',
    again: 'Pošaljite novi kod',
    done: 'Adresa je potvrđena.',
    failed: 'Kod nije poslat. Pokušajte ponovo.',
  },
} as const;
