import type { ClosingStage } from '../orders/closing.ts';
import { plural } from '../plural.ts';
import { typeset, withNonBreakingSpaces } from '../typography.ts';
import type { PAYBACK_STATES, REWARD_ENDS } from './own.ts';
import { ERASED_WITHIN_DAYS } from './retention.ts';

/** What the owner of an account reads about it on „Moj nalog“. */
export const myProfile = typeset({
  keys: {
    title: 'Prečice u upravi',
    late: 'Prečice se nisu učitale',
    hint: 'Važi u ovom pregledaču.',
    on: 'Tasteri P, N, B, J, K i Z rade sami za sebe, bez polja za unos',
  },
  lead: 'Ove podatke koristimo za kupovinu, isporuku i račune.',
  person: 'Lični podaci',
  delivery: 'Adresa za isporuku',
  address: 'Ulica',
  addressNumber: 'Broj',
  postalCode: 'Poštanski broj',
  company: 'Podaci firme',
  companyHint: 'Stoje na računima. Popunite ako kupujete kao firma.',
  emailElsewhere: 'Email adresa i lozinka menjaju se u delu „Bezbednost“.',
  save: 'Sačuvaj izmene',
  saving: 'Čuvanje…',
  saved: 'Podaci su sačuvani.',
  unsaved: 'Imate izmene koje nisu sačuvane.',
  discard: 'Odustani',
  failed: 'Došlo je do greške prilikom čuvanja izmena.',
});

export const myEmail = typeset({
  title: 'Email adresa',
  current: (email: string) => `Prijavljujete se adresom ${email}.`,
  why: 'Promena važi tek kada je potvrde obe adrese, stara i nova. Do tada se prijavljujete starom.',
  next: 'Nova email adresa',
  same: 'To je vaša sadašnja adresa.',
  button: 'Promenite adresu',
  busy: 'Slanje…',
  pendingTitle: 'Promena čeka potvrdu',
  pending: (from: string, to: string) =>
    `Poslali smo po jedan link na ${from} i na ${to}. Otvorite oba; svaki važi 24 sata.`,
  failed: 'Promena nije pokrenuta. Pokušajte ponovo.',
});

export const myPassword = typeset({
  title: 'Lozinka',
  firstPassword:
    'Početnu lozinku je napravio server i ispisao je na ekran. Izaberite svoju; do tada administracija nije dostupna.',
  lead: 'Posle promene odjavljujemo sve ostale uređaje i šaljemo vam poruku o tome.',
  current: 'Sadašnja lozinka',
  currentRequired: 'Upišite sadašnju lozinku.',
  forgot: 'Ne znate sadašnju lozinku?',
  button: 'Promenite lozinku',
  busy: 'Čuvanje…',
  saved: 'Lozinka je promenjena. Ostali uređaji su odjavljeni.',
  failed: 'Lozinka nije promenjena. Pokušajte ponovo.',
});

export const mySecondStep = typeset({
  title: 'Potvrda u dva koraka',
  on: 'Uključena',
  off: 'Isključena',
  lead: 'Uz lozinku upisujete i kod sa telefona. Ko sazna vašu lozinku, bez telefona ne može da uđe.',
  required: 'Za rad u administraciji potvrda u dva koraka je obavezna. Uključite je da biste nastavili.',
  since: (date: string) => `Uključena ${date}`,
  start: 'Uključite',
  starting: 'Priprema…',
  scanTitle: 'Skenirajte kod',
  scan: 'U aplikaciji za potvrdu (npr. Google Authenticator, Aegis ili 1Password) dodajte nalog i skenirajte ovaj kod.',
  qrLabel: 'QR kod za aplikaciju za potvrdu',
  byHand: 'Ne možete da skenirate? Upišite ovaj ključ:',
  copyKey: 'ključ za aplikaciju',
  openApp: 'Otvori u aplikaciji na ovom telefonu',
  codeLabel: 'Kod iz aplikacije',
  confirm: 'Potvrdi i uključi',
  confirming: 'Provera…',
  cancel: 'Odustani',
  done: 'Potvrda u dva koraka je uključena. Ostali uređaji su odjavljeni.',
  turnOff: 'Isključite',
  turnOffTitle: 'Isključiti potvrdu u dva koraka?',
  turnOffText: 'Za prijavu će ponovo biti dovoljna samo lozinka, a rezervni kodovi prestaju da važe.',
  turnedOff: 'Potvrda u dva koraka je isključena.',
  failed: 'Promena nije uspela. Pokušajte ponovo.',
  codesTitle: 'Rezervni kodovi',
  codesLeft: (n: number) =>
    n === 0
      ? 'Nemate neiskorišćenih rezervnih kodova.'
      : plural(n, {
          one: 'Ostao je # rezervni kod.',
          few: 'Ostala su # rezervna koda.',
          other: 'Ostalo je # rezervnih kodova.',
        }),
  codesWhy: 'Svaki zamenjuje kod sa telefona, i to jednom.',
  codesNew: 'Napravite nove kodove',
  codesNewText: 'Stari rezervni kodovi odmah prestaju da važe.',
  codesBusy: 'Pravimo kodove…',
  codesShown:
    'Sačuvajte ih sada: prikazuju se samo jednom. Kada telefon nije pri ruci, umesto koda iz aplikacije upišite jedan od njih.',
  codesCopy: 'Kopiraj sve',
  codesDownload: 'Preuzmi kao datoteku',
  codesFile: 'vidik-rezervni-kodovi.txt',
  codesFileText: (email: string, date: string, codes: readonly string[]) =>
    `Vidik: rezervni kodovi za nalog ${email}\nNapravljeni ${date} Svaki važi jednom.\n\n${codes.join('\n')}\n`,
  codesDone: 'Kodovi su sačuvani',
});

export const mySessions = typeset({
  title: 'Prijavljeni uređaji',
  lead: 'Ako neki ne poznajete, odjavite ga i promenite lozinku.',
  client: (browser: string | null, system: string | null) =>
    browser && system ? `${browser}, ${system}` : (browser ?? system ?? 'Nepoznat program'),
  current: 'Ovaj uređaj',
  lastUsed: (when: string) => `Poslednji put korišćen ${when}`,
  since: (when: string, network: string | null) => `Prijava ${when}${network ? `, mreža ${network}` : ''}`,
  secondStep: 'Potvrđen u dva koraka',
  end: 'Odjavi',
  endSession: (name: string) => `Odjavi: ${name}`,
  ended: 'Uređaj je odjavljen.',
  tv: (number: string, seen: string) => `TV ${number}, ${seen}`,
  unlink: 'Odveži',
  unlinkTv: (name: string) => `Odveži: ${name}`,
  endOthers: 'Odjavi sve ostale',
  ending: 'Odjava…',
  othersEnded: 'Svi ostali uređaji su odjavljeni.',
  alone: 'Drugih prijavljenih uređaja nema.',
  failed: 'Odjava nije uspela. Pokušajte ponovo.',
});

export const myData = typeset({
  title: 'Preuzimanje podataka',
  lead: 'Sve što čuvamo o vama u jednoj datoteci: podaci, narudžbine, rezervacije, uređaji, poruke i istorija promena.',
  html: 'Preuzmi za čitanje (HTML)',
  json: 'Preuzmi za druge programe (JSON)',
  proof: 'U datoteci je sve što čuvamo o vama. Zato pre preuzimanja tražimo potvrdu, i kada ste već prijavljeni.',
  busy: 'Pripremamo podatke…',
  failed: 'Podaci nisu preuzeti. Pokušajte ponovo.',
});

export const myAcceptances = typeset({
  title: 'Prihvaćeni dokumenti',
  lead: 'Na šta ste pristali, u kojoj verziji i kada. Sadašnji tekst svakog dokumenta je iza linka.',
  document: 'Dokument',
  version: 'Verzija',
  occasion: 'Prilika',
  when: 'Prihvaćeno',
  registration: 'Registracija',
  order: (n: number) => `Narudžbina broj ${n}`,
  empty: 'Nema zabeleženih pristanaka.',
  failed: 'Spisak nije učitan.',
});

/** Agreeing to mails about new packages and events. */
export const myNews = typeset({
  title: 'Novosti',
  label: 'Pristajem da mi javljate o novim paketima i događajima.',
  since: (date: string) =>
    withNonBreakingSpaces(`Pristali ste ${date} Pristanak možete da opozovete u svakom trenutku.`),
  none: 'Bez pristanka ne stiže nijedna takva poruka. Možete da ga opozovete u svakom trenutku.',
  agreed: 'Pristanak je zabeležen.',
  takenBack: 'Pristanak je opozvan.',
});

const ORDER_ENDS: Record<ClosingStage, string> = {
  transfer_called_off: 'otkazuje se, a predračun više ne važi. Ne plaćajte ga.',
  on_delivery_called_off: 'otkazuje se, a paket ne polazi.',
  on_delivery_sent: 'paket je predat kuriru i isporučuje se; plaćate ga ako ga preuzmete.',
  processing: 'uplata je u toku. Ako stigne posle zatvaranja, vraćamo ceo iznos na isti način plaćanja.',
  to_send:
    'isporuka na adresu iz narudžbine i rok za odustanak ostaju; tu adresu čuvamo dok uređaji ne stignu. Za odustanak posle zatvaranja pišite nam.',
  sent: 'paket je kod kurira i stiže; rok za odustanak ostaje. Za odustanak posle zatvaranja pišite nam.',
  delivered: 'isporučena je, a rok za odustanak ostaje. Za odustanak posle zatvaranja pišite nam.',
  not_delivered: 'paket nije uručen. O novom slanju ili povraćaju odlučuje se i kada je nalog zatvoren; pišite nam.',
  special_waiting: 'emitovanje nije počelo i posle zatvaranja neće početi. Za povraćaj nam pišite pre zatvaranja.',
  special_running: 'emitovanje se zaustavlja.',
};
const PAYBACK_ENDS: Record<(typeof PAYBACK_STATES)[number], string> = {
  asked: 'odluka stiže na vašu email adresu i kada je nalog zatvoren.',
  sending: 'novac je na putu i stiže i kada je nalog zatvoren.',
  failed: 'isplata nije prošla. Ponavljamo je i kada je nalog zatvoren; pišite nam ako je račun promenjen.',
  account: 'upišite račun preko linka iz email poruke; link radi i kada je nalog zatvoren.',
  owed: 'novac vraćamo i kada je nalog zatvoren.',
};
const REWARD_BECOMES: Record<(typeof REWARD_ENDS)[number], string> = {
  paid: 'isplata stiže na račun koji ste upisali i kada je nalog zatvoren.',
  held: 'provera se završava i kada je nalog zatvoren.',
  needs: 'za isplatu nedostaju podaci. Upišite ih pre zatvaranja.',
  invoice: 'za isplatu nam pošaljite račun vaše firme pre zatvaranja.',
  small: 'manja je od najmanjeg iznosa za isplatu, a račun ili JMBG nije upisan, pa se ne isplaćuje.',
  open: 'mesec nije zaključen. Isplaćuje se samo ako ga zaključimo pre brisanja podataka.',
};

/** What is under way in an account that is about to be closed, and what happens to each. */
export const closingList = typeset({
  title: 'Još je u toku',
  order: (stage: ClosingStage, product: string, n: number) => `${product}, narudžbina broj ${n}: ${ORDER_ENDS[stage]}`,
  cameBack: (amount: string) => withNonBreakingSpaces(`Uplaćeni deo, ${amount}, vraćamo.`),
  payback: (state: (typeof PAYBACK_STATES)[number], amount: string, n: number) =>
    withNonBreakingSpaces(`Povraćaj ${amount} za narudžbinu broj ${n}: ${PAYBACK_ENDS[state]}`),
  reward: (month: string, amount: string, ends: (typeof REWARD_ENDS)[number]) =>
    withNonBreakingSpaces(`Nagrada za ${month}, ${amount}: ${REWARD_BECOMES[ends]}`),
  refund: (amount: string, n: number, by: string) =>
    withNonBreakingSpaces(`Povraćaj ${amount} za narudžbinu broj ${n}: stiže do ${by} i kada je nalog zatvoren.`),
  subscription: (name: string, until: string | null) =>
    withNonBreakingSpaces(
      until
        ? `Paket ${name}: više se ne obnavlja. Plaćeno je do ${until}, a neiskorišćeno stanje propada.`
        : `Paket ${name}: više se ne obnavlja, a neiskorišćeno stanje propada.`,
    ),
  balance: (banners: string, seconds: string) => `Na stanju je ${banners} L-banera i ${seconds} TV sekundi; propadaju.`,
  task: (what: string, n: number, by: string) =>
    withNonBreakingSpaces(`${what}, narudžbina broj ${n}: odgovor stiže do ${by} na vašu email adresu.`),
  failed: 'Ne znamo šta je još u toku. Pokušajte ponovo pre nego što zatvorite nalog.',
});

/** The page after the account was closed. */
export const closedAccount = typeset({
  title: 'Nalog je zatvoren',
  lead: (email: string) => `Potvrda je poslata na ${email}.`,
  leadUnknown: 'Potvrda je u vašoj pošti.',
  ended: 'Šta je prestalo',
  points: [
    'Odjavljeni ste sa svih uređaja i više ne možete da se prijavite ovim nalogom.',
    'Reklamni paketi se više ne obnavljaju, a neiskorišćeni L-baneri i TV sekunde su propali.',
    'Televizori su odvojeni od naloga, a referal kod više ne važi.',
    `Lične podatke brišemo najkasnije ${ERASED_WITHIN_DAYS} dana od danas. Računi ostaju bez njih, onoliko koliko zakon nalaže.`,
  ],
  underWay: 'Bilo je u toku',
  stays: 'Šta ostaje',
  event: 'Plaćena rezervacija za događaj i njene karte ostaju važeće.',
  home: 'Početna strana',
});

export const closing = typeset({
  title: 'Zatvaranje naloga',
  lead: 'Zatvaranje je konačno. Pre toga preuzmite podatke koji vam trebaju.',
  points: [
    'Odmah vas odjavljujemo sa svih uređaja i više ne možete da se prijavite.',
    'Reklamni paketi se više ne obnavljaju, a neiskorišćeni L-baneri i TV sekunde propadaju.',
    'Televizori se odvajaju od naloga, a vaš referal kod prestaje da važi.',
    `Lične podatke brišemo najkasnije ${ERASED_WITHIN_DAYS} dana od zatvaranja. Računi ostaju bez njih, onoliko koliko zakon nalaže.`,
    'Plaćena rezervacija za događaj i njene karte ostaju važeće.',
    'Narudžbine koje čekaju uplatu na račun, i one koje se plaćaju pri preuzimanju a još su kod nas, otkazuju se.',
  ],
  open: 'Zatvorite nalog…',
  dialogTitle: 'Zatvoriti nalog zauvek?',
  dialogText: (email: string) => `Zatvarate nalog ${email}. Ovo ne može da se opozove.`,
  password: 'Vaša lozinka',
  passwordRequired: 'Upišite lozinku.',
  noPassword: 'Ovaj nalog nema lozinku. Ako se niste upravo prijavili, zatvaranje potvrđujete kodom.',
  proof: 'Nalog nema lozinku, pa njegovo zatvaranje potvrđujete kodom.',
  yes: 'Zatvori nalog zauvek',
  busy: 'Zatvaranje…',
  superAdmin: 'Nalog glavnog administratora ne može da se zatvori.',
  failed: 'Nalog nije zatvoren. Pokušajte ponovo.',
});
