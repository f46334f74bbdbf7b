import { type Count, formatCount } from '../count.ts';
import { plural } from '../plural.ts';
import { dayOf, formatDate, formatDayAndMonth, formatTime } from '../time.ts';
import { withNonBreakingSpaces } from '../typography.ts';

const erasedPoint = (erased: string) =>
  withNonBreakingSpaces(
    `Lični podaci se brišu najkasnije ${erased} Narudžbine i uplate ostaju u knjigama bez njih, a članovi ispod prelaze kod nadređenog.`,
  );

/** The back office's list of people. */
export const people = {
  title: 'Korisnici',
  count: (n: Count) => plural(n, { one: '# korisnik', few: '# korisnika', other: '# korisnika' }),
  search: 'Ime, email, telefon, firma, PIB ili kod',
  group: 'Uloga',
  groups: {
    company: 'Firme',
    partner: 'Partneri',
    installer: 'Monteri',
    admin: 'Administratori',
    others: 'Ostali',
    waiting: 'Čekaju odobrenje',
    blocked: 'Blokirani',
    ending: 'U otkazu i zatvoreni',
  },
  /** A filter's name with how many fit. */
  withCount: (name: string, count: string) => `${name} ${count}`,
  moreGroups: 'Drugi pregledi…',
  orders: {
    created: { desc: 'Najnovije prvo', asc: 'Najstarije prvo' },
    name: { asc: 'Prezime A–Ž', desc: 'Prezime Ž–A' },
    email: { asc: 'Email A–Z', desc: 'Email Z–A' },
    banners: { desc: 'Najviše L-banera', asc: 'Najmanje L-banera' },
  },
  roles: { company: 'Firma', partner: 'Partner', installer: 'Monter', admin: 'Administrator' },
  member: 'Član',
  marks: {
    superAdmin: 'Glavni administrator',
    waiting: 'Čeka odobrenje',
    blocked: 'Blokiran',
    closed: 'Zatvoren',
    inTree: 'U mreži',
  },
  columns: {
    person: 'Korisnik',
    name: 'Osoba',
    contact: 'Kontakt',
    phone: 'Telefon',
    email: 'Email',
    place: 'Grad',
    roles: 'Uloge',
    banners: 'L-baneri',
    inviter: 'Preporuka',
    created: 'Registracija',
    lastSignIn: 'Poslednja prijava',
    actions: 'Radnje',
  },
  /** `danas u 07:12`, `20. 11. u 08:11`, `3. 2. 2025.` */
  lastSignIn: (at: Date, now: Date) => {
    if (dayOf(at) === dayOf(now)) return `danas u ${formatTime(at)}`;
    const isThisYear = dayOf(at).slice(0, 4) === dayOf(now).slice(0, 4);
    return isThisYear ? `${formatDayAndMonth(at)} u ${formatTime(at)}` : formatDate(at);
  },
  none: '–',
  sections: { person: 'Lični podaci', address: 'Adresa', company: 'Firma', access: 'Pristup' },
  fields: {
    firstName: 'Ime',
    lastName: 'Prezime',
    username: 'Korisničko ime',
    phone: 'Telefon',
    country: 'Zemlja',
    city: 'Grad',
    address: 'Ulica',
    addressNumber: 'Broj',
    postalCode: 'Poštanski broj',
    companyName: 'Naziv firme',
    companyTaxNumber: 'PIB',
    companyRegistrationNumber: 'Matični broj',
    companyAddress: 'Adresa firme',
  },
  emailFixed: 'Email adresu menja samo vlasnik naloga, potvrdom sa obe adrese.',
  balance: 'Stanje L-banera',
  referralCode: 'Referal kod',
  edit: 'Izmeni',
  editOf: (name: string) => `Izmeni: ${name}`,
  look: 'Pogledaj',
  profile: 'Otvori profil',
  actionsOf: (name: string) => `Radnje: ${name}`,
  /** A question comes first. */
  asks: (action: string) => `${action}…`,
  shown: (n: number, of: Count) => `Prikazano 1–${formatCount({ count: n, more: false })} od ${formatCount(of)}`,
  keys: [
    ['J', ''],
    ['K', 'kretanje'],
    ['E', 'izmena'],
    ['?', 'sve prečice'],
  ],
  viewOf: (name: string) => `Pogledaj: ${name}`,
  editTitle: (name: string) => `Izmena podataka: ${name}`,
  save: 'Sačuvaj',
  cancel: 'Otkaži',
  saved: 'Izmene su sačuvane.',
  saveError: 'Došlo je do greške prilikom čuvanja izmena.',
  usernameRequired: 'Korisničko ime je obavezno.',
  digits: 'Upišite samo cifre, najviše 13.',
  toggleHint: 'Monter i partner se međusobno isključuju; firma ne zavisi od njih.',
  rolesOf: (name: string) => `Uloge: ${name}`,
  undo: 'Poništi',
  toggled: {
    company: {
      on: 'Korisnik je označen kao firma.',
      off: 'Oznaka firme je uklonjena.',
      error: 'Oznaka firme nije promenjena. Pokušajte ponovo.',
    },
    installer: {
      on: 'Korisnik je označen kao monter.',
      off: 'Oznaka montera je uklonjena.',
      error: 'Oznaka montera nije promenjena. Pokušajte ponovo.',
    },
    partner: {
      on: 'Korisnik je označen kao partner.',
      off: 'Oznaka partnera je uklonjena.',
      error: 'Oznaka partnera nije promenjena. Pokušajte ponovo.',
    },
  },
  meanwhile: (fields: readonly string[]) =>
    `Neko je u međuvremenu izmenio: ${fields.join(', ')}. Pre čuvanja pitamo vas samo za polja koja ste i vi menjali.`,
  notYours: 'Podatke i oznake menjaju prodaja i podrška; vi ih samo vidite.',
  staffLocked: 'Nalog administratora menja samo glavni administrator.',
  admin: {
    only: 'Administratorska prava dodeljuje samo glavni administrator.',
    give: 'Daj administratorska prava',
    take: 'Oduzmi administratorska prava',
    giveText: (email: string) =>
      `${email} će moći da vodi celu administraciju: korisnike, prodaju, događaj i mrežu. Samo deo daje strana „Dužnosti“.`,
    takeText: (email: string) =>
      `${email} više neće moći da otvori administraciju. Otvorene admin strane zatvaraju se odmah. Ključevi za programe napravljeni sa ovog naloga prestaju da važe; ako mu prava ponovo date, prave se novi.`,
    given: 'Administratorska prava su data.',
    taken: 'Administratorska prava su oduzeta.',
    error: 'Administratorska prava nisu promenjena. Pokušajte ponovo.',
  },
  block: {
    on: 'Blokiraj nalog',
    off: 'Odblokiraj nalog',
    onText: (email: string) =>
      `${email} se odmah odjavljuje sa svih uređaja i ne može da se prijavi dok ne odblokirate nalog. Televizori naloga dotle ne prikazuju ništa, a njegove kampanje se pauziraju.`,
    keysEnd:
      'Ključevi za programe napravljeni sa ovog naloga odmah prestaju da važe. Odblokiranje ih ne vraća; posle njega se prave novi.',
    offText: (email: string) =>
      `${email} može ponovo da se prijavi, a televizori naloga prikazuju dalje. Pauzirane kampanje se ne nastavljaju same: nastavlja ih firma, a Specijalni paket mi.`,
    done: 'Nalog je blokiran.',
    undone: 'Nalog je odblokiran.',
    error: 'Nalog nije promenjen. Pokušajte ponovo.',
  },
  /** Ending the contract: member terms, article 12; company terms, article 11. */
  ending: {
    notice: 'Otkaži uz 30 dana',
    takeBack: 'Povuci otkaz',
    atOnce: 'Raskini odmah',
    running: (lastDay: string) => `Ugovor je otkazan. Nalog radi do kraja dana ${lastDay}`,
    closed: (when: string, erased: string) => `Nalog je zatvoren ${when} Lični podaci se brišu najkasnije ${erased}`,
    title: {
      notice: 'Otkaz uz otkazni rok od 30 dana',
      takeBack: 'Povlačenje otkaza',
      atOnce: 'Raskid bez otkaznog roka',
    },
    yes: { notice: 'Pošalji otkaz', takeBack: 'Povuci otkaz', atOnce: 'Raskini odmah' },
    noticeText: (email: string, lastDay: string) =>
      withNonBreakingSpaces(`Nalog ${email} radi još 30 dana, do kraja dana ${lastDay} Zatvara se u ponoć.`),
    takeBackText: (email: string) =>
      `Nalog ${email} ostaje otvoren, kao da otkaza nije bilo. Vlasnik o tome dobija email poruku.`,
    atOnceText: (email: string) =>
      `Nalog ${email} se zatvara ovog časa. Raskid bez otkaznog roka traži opravdan razlog i ne može da se povuče.`,
    noticePoints: (lastDay: string, erased: string) => [
      'Vlasnik odmah dobija email poruku sa datumom, a u nalogu stoji obaveštenje.',
      `Do ${lastDay} sve radi kao i do sada. Dotle otkaz možete da povučete.`,
      'Tada se odjavljuje svuda, pretplate se prekidaju, televizori odvajaju, a referal kod prestaje da važi.',
      erasedPoint(erased),
    ],
    atOncePoints: (erased: string) => [
      'Vlasnik se odmah odjavljuje svuda, pretplate se prekidaju, televizori odvajaju, a referal kod prestaje da važi.',
      'Email poruku sa razlogom dobija odmah.',
      erasedPoint(erased),
    ],
    reason: 'Razlog',
    reasonForCause: 'Razlog raskida',
    reasonHint: 'Stoji u poruci vlasniku naloga i u dnevniku.',
    reasonRequired: 'Upišite razlog; vlasnik naloga ima pravo da ga zna.',
    done: {
      notice: 'Otkaz je poslat.',
      takeBack: 'Otkaz je povučen.',
      atOnce: 'Ugovor je raskinut i nalog je zatvoren.',
    },
    error: 'Ugovor nije promenjen. Pokušajte ponovo.',
    mark: (lastDay: string) => `Otkazan do ${lastDay}`,
  },
  erase: {
    button: 'Trajno obriši',
    title: 'Trajno brisanje korisnika',
    text: (email: string) => `Brišete nalog ${email} sa svim podacima. Ovo ne može da se poništi.`,
    what: 'Šta se dešava',
    downline: (n: number, upline: string | null) =>
      `${plural(n, { one: '# član ispod prelazi', few: '# člana ispod prelaze', other: '# članova ispod prelazi' })} ${upline ? `kod nadređenog: ${upline}` : 'na vrh mreže'}, sa svima ispod sebe.`,
    noDownline: 'Ispod ovog korisnika u mreži nema nikoga.',
    nothingKept: 'Nema narudžbina, paketa ni povezanih televizora.',
    orders: (n: number) =>
      `${plural(n, { one: '# narudžbina ostaje', few: '# narudžbine ostaju', other: '# narudžbina ostaje' })} u knjigama, bez ličnih podataka.`,
    packages: (n: number) =>
      `${plural(n, { one: '# plaćeni period paketa ostaje', few: '# plaćena perioda paketa ostaju', other: '# plaćenih perioda paketa ostaje' })} u knjigama, bez ličnih podataka.`,
    subscriptions: (n: number) =>
      `${plural(n, { one: '# pretplata se prekida', few: '# pretplate se prekidaju', other: '# pretplata se prekida' })} odmah; više se ne naplaćuje.`,
    devices: (n: number) =>
      `${plural(n, { one: '# povezan televizor se odvezuje', few: '# povezana televizora se odvezuju', other: '# povezanih televizora se odvezuje' })}.`,
    paidReservations: (n: number) =>
      `${plural(n, { one: '# plaćena rezervacija ostaje', few: '# plaćene rezervacije ostaju', other: '# plaćenih rezervacija ostaje' })} bez ličnih podataka; karta i dalje važi.`,
    unpaidReservations: (n: number) =>
      `${plural(n, { one: '# neplaćena rezervacija se briše', few: '# neplaćene rezervacije se brišu', other: '# neplaćenih rezervacija se briše' })} i mesto se oslobađa.`,
    unprovenReservations: (n: number) =>
      `${plural(n, { one: '# rezervacija sa ovom adresom ostaje', few: '# rezervacije sa ovom adresom ostaju', other: '# rezervacija sa ovom adresom ostaje' })}: nije potvrđeno da je adresa ovog korisnika.`,
    banners: (count: string) => `Neiskorišćeni L-baneri propadaju: ${count}.`,
    type: 'Za potvrdu upišite email adresu korisnika.',
    done: 'Korisnik je trajno obrisan.',
    error: 'Korisnik nije obrisan. Pokušajte ponovo.',
    only: 'Trajno brisanje može samo glavni administrator.',
  },
  export: 'Preuzmi CSV',
  exportFile: (day: string) => `korisnici-${day}`,
  empty: 'Nema korisnika.',
  emptyFilter: 'Nema korisnika za izabrani filter.',
} as const;
