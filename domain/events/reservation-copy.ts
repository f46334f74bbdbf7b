import { plural } from '../plural.ts';
import { countryNames, type Facts } from './copy.ts';
import { type EventDate, monthInSentence } from './days.ts';

/** What a reservation asks, says and refuses in its dialog. */

export const bankCopy = {
  purpose: (number: number) => `Rezervacija ${number}`,
};

export const fieldErrors = {
  firstName: 'Ime je obavezno',
  lastName: 'Prezime je obavezno',
  email: 'Email je obavezan',
  emailShape: 'Email nije validan',
  phone: 'Telefon je obavezan',
  phoneShort: 'Telefon mora imati najmanje 8 cifara',
  phoneWrong: 'Upišite ispravan broj telefona',
  tooLong: (most: number) => `Najviše ${plural(most, { one: '# karakter', few: '# karaktera', other: '# karaktera' })}`,
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
    RS: { name: countryNames.RS, hint: 'plaćate u dinarima', pays: 'Srbija, u dinarima' },
    CG: { name: countryNames.CG, hint: 'plaćate u evrima', pays: 'Crna Gora, u evrima' },
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
  closing: (event: EventDate) => [
    'Hvala na rezervaciji. Spremite svesku i kupaći, mi spremamo ostalo.',
    'Mesto je zabeleženo. Kada uplata legne, stiže potvrda sa brojem rezervacije. Vidimo se na moru.',
    `Rezervacija je primljena. Do ${monthInSentence(event)} razmislite o jednom pitanju na koje želite odgovor.`,
  ],
} as const;

export const createFailed = 'Došlo je do greške pri kreiranju rezervacije. Molimo pokušajte ponovo.';
