import { securityWords } from '../auth/security-copy.ts';
import { company } from '../company.ts';
import { common } from '../copy.ts';
import { formatCount } from '../count.ts';
import type { Sentences } from '../errors.ts';
import { plural } from '../plural.ts';
import { countDays, countHours, countMinutes } from '../wording.ts';

/** Everything said about signing in, registering, waiting for approval and deciding on requests. */

export const accountRefusals = {
  PERSON_GONE: 'Taj korisnik više ne postoji.',
  LABELS_CHANGED:
    'Oznake ove osobe je u međuvremenu promenio neko drugi. Red pokazuje novo stanje: pogledajte ga, pa pritisnite ponovo.',
  PERSON_CHANGED: 'Neko je u međuvremenu izmenio iste podatke. Osvežili smo red; pregledajte ga i pokušajte ponovo.',
  USERNAME_IS_ADDRESS: common.badUsername,
  USERNAME_TAKEN: 'To korisničko ime je zauzeto. Izaberite drugo.',
  SUPER_ADMIN_STAYS: 'Prava glavnog administratora ne mogu da se menjaju.',
  OWN_RIGHTS: 'Sopstvena prava ne možete da oduzmete. Zamolite drugog administratora.',
  ERASURE_UNCONFIRMED: 'Upisana adresa nije adresa ovog korisnika. Ništa nije obrisano.',
  PERSON_WAITS: 'Nalog još čeka odobrenje; najpre ga odobrite.',
  ONLY_SUPER_ADMIN: 'Prava administratora i njihove naloge menja samo glavni administrator.',
  PERSON_CLOSED: 'Ovaj nalog je već zatvoren.',
  PASSWORD_WRONG: 'Lozinka nije tačna.',
  MAILED_CODE_WRONG: 'Kod nije tačan ili je istekao. Zatražite novi.',
  FACTOR_CODE_WRONG: 'Kod nije tačan ili je već iskorišćen. Sačekajte novi i pokušajte ponovo.',
  PROOF_NEEDED: 'Prvo potvrdite da ste to vi.',
  PROOF_NOT_ACCEPTED: ({ accepted }: { accepted: readonly string[] }) =>
    accepted.includes('factor')
      ? 'Ovaj nalog potvrđuje kod iz aplikacije za kodove.'
      : 'Ovaj nalog potvrđuje kod koji šaljemo na njegovu email adresu.',
  DATA_BUSY: 'Vaši podaci se već pripremaju. Sačekajte da se to preuzimanje završi.',
  DATA_TOO_OFTEN: ({ minutes }: { minutes: number }) =>
    `Podatke možete da preuzmete pet puta u 24 sata. Pokušajte ponovo za ${minutes < 60 ? countMinutes(minutes) : countHours(Math.ceil(minutes / 60))}.`,
  CHANGE_GONE: 'Ta promena više ne može da se poništi.',
  CHANGE_LINK_DEAD: 'Link ne važi ili je već iskorišćen.',
  CHANGE_LINK_OLD: securityWords.undo.old,
  ADDRESS_TAKEN: `Staru adresu sada koristi drugi nalog. Pišite na ${company.email}.`,
  NO_SECOND_STEP: 'Na ovom nalogu potvrda u dva koraka nije uključena.',
  RECOVERY_LINK_NEEDED: 'Otvorite nov link za zaboravljenu lozinku, pa pokušajte ponovo.',
  SESSION_GONE: 'Taj uređaj je već odjavljen.',
  TOO_MANY_TRIES: ({ minutes }: { minutes: number }) => common.tooMany(minutes),
} satisfies Sentences;

const emailAddress = 'Email adresa';
const emailRequired = 'Email je obavezan.';
const emailInvalid = 'Unesite ispravnu email adresu.';
const passwordShort = 'Lozinka mora imati najmanje 6 karaktera';

export const auth = {
  back: 'Nazad na početnu',
  tabsLabel: 'Prijava ili registracija',
  signInTab: 'Prijava',
  signUpTab: 'Registracija',
  welcome: 'Dobro došli kod kuće.',
  lead: 'Jedan nalog za uređaj, pakete i mrežu.',
  chosenNext: 'Posle prijave nastavljate od te kupovine.',
  approvalFirst: 'Najpre odobravamo nalog; posle toga nastavljate od te kupovine.',
  ended: 'Niste više prijavljeni. Prijavite se ponovo da biste nastavili.',
  unreachable: 'Prijavljeni ste, ali podaci o nalogu još nisu stigli. Pokušavamo ponovo…',
} as const;

export const signIn = {
  title: 'Prijavite se',
  email: emailAddress,
  emailPlaceholder: 'ime@primer.rs',
  password: 'Lozinka',
  button: 'Prijavite se',
  busy: 'Prijava je u toku…',
  forgot: 'Zaboravili ste lozinku?',
  toSignUp: 'Nemate nalog? Registrujte se.',
  emailRequired,
  passwordRequired: 'Lozinka je obavezna.',
  wrong: 'Neispravni podaci za prijavljivanje',
  success: 'Uspešno ste se prijavili!',
  generic: 'Došlo je do greške prilikom prijavljivanja',
  emailNotConfirmed: 'Email adresa još nije potvrđena. Otvorite poruku koju smo vam poslali ili zatražite novu.',
  resendConfirm: 'Pošalji ponovo link za potvrdu',
  resending: 'Slanje…',
  resent: (email: string) =>
    `Ako adresa ${email} čeka potvrdu, za koji minut stiže nova poruka sa linkom. Pogledajte i neželjenu poštu.`,
  resendIn: (seconds: number) =>
    `Novu poruku možete da tražite za ${plural(seconds, { one: '# sekundu', few: '# sekunde', other: '# sekundi' })}.`,
} as const;

export const signUp = {
  title: 'Otvorite nalog',
  lead: 'Registracija je besplatna. Naš tim pregleda svaki zahtev i javlja vam odgovor email porukom.',
  person: 'Vaši podaci',
  account: 'Podaci za prijavu',
  company: 'Podaci firme',
  firstName: 'Ime',
  lastName: 'Prezime',
  username: 'Korisničko ime',
  usernameHint: 'Vide ga osobe koje preporučite.',
  email: emailAddress,
  emailHint: 'Na nju stiže odgovor na vaš zahtev.',
  password: 'Lozinka',
  passwordHint: 'Najmanje 6 karaktera. Duža je bolja.',
  passwordCommon: 'Ovu lozinku drugi prvo probaju. Bolje izaberite neku koju znate samo vi.',
  phone: 'Telefon',
  phoneHint: 'Sa pozivnim brojem zemlje, npr. +381\u00a064\u00a0123\u00a04567.',
  city: 'Grad',
  country: 'Zemlja',
  countryPlaceholder: 'Izaberite zemlju',
  companyHint: 'Popunite ako otvarate nalog za firmu.',
  companyName: 'Naziv firme',
  taxNumber: 'PIB',
  registrationNumber: 'Matični broj',
  companyAddress: 'Adresa firme',
  digitsOnly: 'Upišite samo cifre.',
  once: 'Jedna osoba ili firma može da ima samo jedan nalog.',
  /** Brackets mark the links, in this order: member terms, notice on personal data. */
  consent: 'Prihvatam [Uslove za članove]. [Obaveštenje o obradi podataka] mi je dostupno.',
  consentError: 'Za registraciju prihvatite uslove.',
  button: 'Pošaljite zahtev',
  busy: 'Slanje zahteva…',
  toSignIn: 'Već imate nalog? Prijavite se.',
  emailInvalid,
  exists: 'Korisnik sa ovim email-om već postoji',
  short: passwordShort,
  success: 'Registracija uspešna!',
  generic: 'Došlo je do greške prilikom registracije',
  usernameTaken: 'To korisničko ime je zauzeto. Izaberite drugo.',
  confirmTitle: 'Proverite poštu',
  confirmEmail: 'Proverite email i potvrdite nalog, zatim se vratite na ovu stranicu.',
} as const;

export const forgot = {
  title: 'Zaboravljena lozinka',
  lead: 'Upišite email adresu sa kojom ste se registrovali. Poslaćemo vam link za novu lozinku.',
  email: emailAddress,
  emailRequired,
  emailInvalid,
  button: 'Pošaljite link',
  busy: 'Slanje…',
  sentTitle: 'Proverite poštu',
  sent: (email: string, minutes: number, again: boolean) =>
    `Ako nalog sa adresom ${email} postoji, za koji minut stiže ${again ? 'nova poruka' : 'poruka'} sa linkom. Link važi ${plural(minutes, { one: '# minut', few: '# minuta', other: '# minuta' })}.`,
  spam: 'Nije stigla? Pogledajte i neželjenu poštu, pa pokušajte ponovo.',
  again: 'Pošalji ponovo',
  offline: 'Nema veze sa internetom. Link nije poslat; pokušajte ponovo.',
  back: 'Nazad na prijavu',
} as const;

export const reset = {
  start: 'Za nalog čiji je link u vašoj pošti postavljate novu lozinku. Link važi jednom.',
  startButton: 'Nastavi',
  title: 'Postavite novu lozinku',
  password: 'Nova lozinka',
  repeat: 'Ponovite novu lozinku',
  hint: 'Najmanje 6 karaktera. Ne koristite lozinku sa drugog sajta.',
  short: passwordShort,
  mismatch: 'Lozinke se ne poklapaju.',
  same: 'Nova lozinka mora da se razlikuje od stare.',
  button: 'Sačuvaj lozinku',
  busy: 'Čuvanje…',
  success: 'Nova lozinka je sačuvana. Prijavite se.',
  expiredTitle: 'Link više ne važi',
  expired: 'Link je istekao ili je već iskorišćen. Zatražite novi.',
  late: 'Lozinka nije sačuvana, jer je od otvaranja linka prošlo previše vremena. Zatražite nov link.',
  expiredButton: 'Zatražite novi link',
} as const;

export const confirm = {
  title: 'Potvrda email adrese',
  start: 'Pritisnite dugme da biste potvrdili da je ova adresa vaša.',
  startButton: 'Potvrdi adresu',
  busy: 'Potvrđujemo vašu adresu…',
  okTitle: 'Email adresa je potvrđena',
  okWaiting: 'Hvala. Sada čekamo da naš tim odobri vaš nalog; javićemo vam se email porukom.',
  okReady: 'Hvala. Vaš nalog je spreman.',
  okButton: 'Nastavi',
  errorTitle: 'Link više ne važi',
  error: 'Link je istekao ili je adresa već potvrđena. Pokušajte da se prijavite.',
  errorButton: 'Na prijavu',
  changeTitle: 'Promena email adrese',
  changeHalfTitle: 'Još jedna potvrda',
  changeHalf: 'Ova adresa je potvrđena. Otvorite i link koji smo poslali na drugu adresu; dotle važi stara.',
  changeDoneTitle: 'Email adresa je promenjena',
  changeDone: 'Od sada se prijavljujete novom adresom.',
} as const;

export const mfa = {
  title: 'Potvrda u dva koraka',
  lead: 'Upišite šestocifreni kod iz aplikacije za potvrdu.',
  code: 'Kod',
  codeRequired: 'Kod ima šest cifara.',
  button: 'Potvrdi',
  busy: 'Provera…',
  wrong: 'Kod nije tačan ili je istekao. Sačekajte novi i pokušajte ponovo.',
  useBackup: 'Nemate telefon pri ruci? Upišite rezervni kod.',
  useApp: 'Upišite kod iz aplikacije.',
  backup: 'Rezervni kod',
  backupRequired: 'Upišite rezervni kod.',
  backupWrong: 'Rezervni kod nije ispravan ili je već iskorišćen.',
  cancel: 'Odustani i vrati se na prijavu',
} as const;

export const pending = {
  title: 'Zahtev za registraciju je poslat',
  left: { title: 'Zahtev je kod nas.', lead: 'Čovek ga pregleda, ne program.' },
  steps: 'Tok zahteva',
  sent: 'Zahtev poslat',
  reviewed: 'Pregledamo podatke',
  /** `null`: too few were answered lately to say. */
  reviewedIn: (averageHours: number | null) =>
    averageHours === null
      ? 'obično do kraja narednog radnog dana'
      : `obično do kraja narednog radnog dana; u proseku ${countHours(averageHours)}`,
  answer: 'Odgovor',
  answerTo: (email: string) => `stiže na ${email} i ova strana se sama menja`,
  chosen: 'Izabrali ste',
  chosenText: 'Čim nalog bude odobren, poruka i ova strana vode vas pravo na ovu kupovinu.',
  change: 'Promenite izbor',
  hint: 'Dok čekate, kupovina nije dostupna. Na strani „Moj nalog“ vidite prijavljene uređaje i svoje podatke.',
  account: 'Otvorite „Moj nalog“',
  live: 'Strana se sama menja čim stigne odgovor.',
  reconnecting: 'Veza je prekinuta. Čim se vrati, proveravamo odgovor.',
  signOut: 'Vrati se na početnu',
  signingOut: 'Odjava…',
  /** Both mailboxes agree to a move of the account, so whoever does not read the present one cannot begin it alone. */
  help: (email: string) =>
    `Ako je adresa pogrešna ili poštu na njoj ne čitate, pišite nam na ${email}. Pišite i ako vam se žuri. Na strani „Moj nalog“ adresa se menja samo kad čitate poštu i na sadašnjoj i na novoj.`,
  approved: 'Vaš nalog je odobren. Dobro došli!',
  goneTitle: 'Zahtev više nije aktivan',
  gone: 'Zahtev za registraciju je obrisan ili je vaša prijava zatvorena. Odgovor tima, ako ga ima, čeka vas u pošti; sa istom adresom možete ponovo da se registrujete.',
  goneSignUp: 'Registrujte se ponovo',
  goneHome: 'Povratak na početnu stranu',
} as const;

/** The admin's list of registration requests. */
/** The number when it is known. */
const numbered = (name: string, n: number | null) =>
  n === null ? name : `${name} ${formatCount({ count: n, more: false })}`;

export const requests = {
  title: 'Zahtevi za registraciju',
  name: 'Ime i prezime',
  contact: 'Email',
  phone: 'Telefon',
  place: 'Grad',
  company: 'Firma',
  taxNumber: 'PIB',
  taxNumberOf: (digits: string) => `PIB ${digits}`,
  sent: 'Poslato',
  sentAt: (date: string, time: string) => `${date} u ${time}`,
  decision: 'Odluka',
  choose: (name: string) => `Izaberi: ${name}`,
  actionsOf: (name: string) => `Radnje: ${name}`,
  selected: (n: number) =>
    plural(n, { one: 'Izabran je # zahtev', few: 'Izabrana su # zahteva', other: 'Izabrano je # zahteva' }),
  range: (first: string, last: string) => `${first} – ${last}`,
  hidden: (n: number) =>
    plural(n, { one: '# nije u ovom prikazu', few: '# nisu u ovom prikazu', other: '# nije u ovom prikazu' }),
  settledMeanwhile: (n: number) =>
    plural(n, {
      one: '# izabran je u međuvremenu rešen',
      few: '# izabrana su u međuvremenu rešena',
      other: '# izabranih je u međuvremenu rešeno',
    }),
  selectAll: (n: number, filtered: boolean) =>
    `Izaberi ${plural(n, { one: '# zahtev', few: 'sva # zahteva', other: 'svih # zahteva' })}${filtered ? ' iz ovog prikaza' : ''}`,
  clear: 'Poništi izbor',
  waiting: (n: number) =>
    plural(n, {
      one: '# zahtev čeka odobrenje',
      few: '# zahteva čekaju odobrenje',
      other: '# zahteva čeka odobrenje',
    }),
  oldest: (days: number) => (days === 0 ? 'najstariji je od danas' : `najstariji čeka ${countDays(days)}`),
  filter: 'Prikaz',
  kinds: {
    all: (n: number | null) => numbered('Svi', n),
    companies: (n: number | null) => numbered('Firme', n),
    old: (n: number | null) => numbered('Duže od 2 dana', n),
  },
  keys: [
    ['Shift', '+ klik bira raspon'],
    ['X', 'bira red'],
    ['A', 'odobrava'],
    ['Esc', 'poništava izbor'],
  ],
  shown: (n: number, of: number) =>
    `Prikazano ${formatCount({ count: n, more: false })} od ${formatCount({ count: of, more: false })}`,
  approve: 'Odobri izabrane',
  approving: 'Odobravanje…',
  approveOne: 'Odobri',
  approveOneOf: (name: string) => `Odobri: ${name}`,
  approveMany: {
    title: (n: number) => `Odobriti ${plural(n, { one: '# zahtev', few: '# zahteva', other: '# zahteva' })}?`,
    text: 'Svi dobijaju pristup odmah, a poruku o tome posle deset sekundi; do tada odobrenje možete da poništite.',
    yes: (n: number) => `Odobri ${formatCount({ count: n, more: false })}`,
  },
  undo: 'Poništi',
  undone: (n: number) =>
    plural(n, {
      one: 'Odobrenje je poništeno; # zahtev ponovo čeka.',
      few: 'Odobrenje je poništeno; # zahteva ponovo čekaju.',
      other: 'Odobrenje je poništeno; # zahteva ponovo čeka.',
    }),
  undoLate: (n: number) =>
    plural(n, {
      one: '# odobrenje ostaje: poruka je već otišla ili se nalog već koristi.',
      few: '# odobrenja ostaju: poruke su već otišle ili se nalozi već koriste.',
      other: '# odobrenja ostaje: poruke su već otišle ili se nalozi već koriste.',
    }),
  undoError: 'Odobrenje nije poništeno.',
  delete: 'Obriši zahtev…',
  deleteMany: 'Obriši izabrane…',
  approved: (n: number) => `Uspešno odobreno ${n} korisnika`,
  approveError: 'Greška prilikom odobravanja korisnika',
  deleteTitle: 'Brisanje zahteva',
  deleteText: (name: string, email: string) => `Brišete zahtev za registraciju: ${name}, ${email}. Nalog se uklanja.`,
  deleteManyTitle: (n: number) => `Obrisati ${plural(n, { one: '# zahtev', few: '# zahteva', other: '# zahteva' })}?`,
  deleteManyText: 'Brišu se podaci iz zahteva. Osobe dobijaju poruku sa razlogom. Ovo ne može da se opozove.',
  deleteReason: 'Razlog (šalje se podnosiocu)',
  deleteReasonHint: 'Isti razlog stoji u poruci svakome od njih.',
  deleteReasonRequired: 'Izaberite ili upišite razlog; podnosilac ga dobija u poruci.',
  reasons: 'Spremni odgovori',
  /** Sentences of the applicant's mail. */
  readyReasons: [
    'Podaci nisu potpuni ili nisu tačni.',
    'Za ovu osobu ili firmu već postoji nalog.',
    'Podaci firme se ne slažu sa registrom.',
    'Na telefon i email adresu iz zahteva niko se nije javio.',
  ],
  deleteYes: 'Obriši zahtev',
  deleteManyYes: (n: number) => `Obriši ${plural(n, { one: '# zahtev', few: '# zahteva', other: '# zahteva' })}`,
  deleting: 'Brisanje…',
  deleted: 'Zahtev za registraciju je uspešno obrisan',
  deletedMany: (n: number) =>
    plural(n, { one: 'Obrisan je # zahtev.', few: 'Obrisana su # zahteva.', other: 'Obrisano je # zahteva.' }),
  deleteError: 'Greška prilikom brisanja korisnika',
  alike: { taxNumber: 'Isti PIB', registrationNumber: 'Isti matični broj', phone: 'Isti telefon' },
  alikeWaits: 'čeka odobrenje',
  /** Names are those of the rows on the screen, three at most. */
  partly: {
    approved: (done: number, asked: number, gone: readonly string[]) =>
      `Odobreno je ${done} od ${asked}. ${alreadySettled(asked - done, gone)}`,
    deleted: (done: number, asked: number, gone: readonly string[]) =>
      `Obrisano je ${done} od ${asked}. ${alreadySettled(asked - done, gone)}`,
  },
  someGone: (n: number) =>
    `${plural(n, { one: '# zahtev je neko već obradio', few: '# zahteva je neko već obradio', other: '# zahteva je neko već obradio' })}.`,
  fromMail: 'Zahtev iz poruke je izabran. Pregledajte podatke, pa odobrite ili obrišite.',
  fromMailGone:
    'Zahtev iz poruke više ne čeka: neko ga je već odobrio ili obrisao, ili je nalog zatvoren ili blokiran.',
  empty: 'Nema zahteva koji čekaju.',
  emptyHint: 'Novi zahtev se ovde pojavljuje sam, bez osvežavanja strane.',
  emptyFilter: 'Nema zahteva u ovom prikazu.',
  search: 'Ime, email, telefon, grad, firma ili PIB',
  orders: {
    sent: { desc: 'Najnovije prvo', asc: 'Najstarije prvo' },
    name: { asc: 'Prezime A–Ž', desc: 'Prezime Ž–A' },
    place: { asc: 'Grad A–Ž', desc: 'Grad Ž–A' },
    company: { asc: 'Firma A–Ž', desc: 'Firma Ž–A' },
  },
} as const;

function alreadySettled(n: number, names: readonly string[]): string {
  const more = n - names.length;
  const others = more > 0 ? plural(more, { one: ' i još #', few: ' i još #', other: ' i još #' }) : '';
  return `Ostalo (${n}) je već rešeno: ${names.join(', ')}${others}.`;
}
