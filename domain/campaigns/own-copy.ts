import type { CATEGORIES } from '../campaign-kinds.ts';
import { company } from '../company.ts';
import type { Day } from '../day.ts';
import { formatNumber } from '../money.ts';
import { AUDIENCE_DAYS, FEWEST_TVS } from '../places/rules.ts';
import { plural } from '../plural.ts';
import { dayOf, formatDate, formatDateTime, formatDayAndMonth, formatTime } from '../time.ts';
import { countDays } from '../wording.ts';
import type { CAMPAIGN_DISPLAY_STATES, MISSING_CAMPAIGN_PARTS } from './contract.ts';
import { formatDayAndMonthRange } from './report/date-range.ts';
import { ADDRESS_MOST, BUDGET_MOST } from './rules.ts';

type ShownState = (typeof CAMPAIGN_DISPLAY_STATES)[number];

export const shownStates: Record<ShownState, string> = {
  draft: 'Nacrt',
  review: 'Na pregledu',
  rejected: 'Odbijena',
  scheduled: 'Zakazana',
  active: 'Emituje se',
  behind: 'Zaostaje za planom',
  paused: 'Pauzirana',
  withdrawn: 'Uklonjena',
  done: 'Završena',
};

export const categoryNames: Record<(typeof CATEGORIES)[number], string> = {
  none: 'Ništa od ovoga',
  alcohol: 'Alkohol',
  betting: 'Klađenje i igre na sreću',
  medicine: 'Lekovi i zdravlje',
  credit: 'Krediti i pozajmice',
  political: 'Politička poruka',
};

const timeLeft = (seconds: number) => (seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`);

const spotPlays = ({ seconds, plays }: { seconds: number; plays: number }) =>
  plural(plays, {
    one: `# prikaz po ${seconds} s`,
    few: `# prikaza po ${seconds} s`,
    other: `# prikaza po ${seconds} s`,
  });

/** „Moje reklame“: what is left and what runs. */
export const campaignListCopy = {
  title: 'Moje reklame',
  list: 'Kampanje',
  new: 'Nova kampanja',
  templates: 'Šabloni za reklame',
  banners: 'L-baneri na stanju',
  seconds: 'TV sekunde na stanju',
  inCampaigns: (n: number) => `u kampanjama ${formatNumber(n)}`,
  free: (n: number) => `slobodno ${formatNumber(n)}`,
  hint: 'Sa stanja se skida samo viđen prikaz. Ono što kampanja ne potroši, po završetku se vraća u slobodno.',
  live: 'Brojevi stižu uživo',
  lost: 'Bez veze: brojevi su od ranije',
  tabsLabel: 'Stanje kampanja',
  tabs: {
    all: 'Sve',
    running: 'Emituju se',
    review: 'Na pregledu',
    mend: 'Za ispravku',
    paused: 'Pauzirane',
    over: 'Završene',
  },
  th: {
    campaign: 'Kampanja',
    where: 'Gde i kome',
    state: 'Stanje',
    progress: 'Viđeno i plan do danas',
    today: 'Danas',
  },
  everywhere: 'svi regioni',
  everybody: 'sve grupe',
  lastPlay: (when: string) => `poslednji prikaz ${when}`,
  sent: (when: Date | string, now: Date) =>
    `poslato ${dayOf(new Date(when)) === dayOf(now) ? `danas u ${formatTime(when)}` : formatDateTime(when)}`,
  paused: (when: Date | string) => `pauzirano ${formatDayAndMonth(when)}`,
  saved: (when: string) => `sačuvano ${when}`,
  held: (n: number, until: Date | string) =>
    `${formatNumber(n)} se vraća kad televizori jave šta su prikazali, najkasnije ${formatDate(until)}`,
  returned: (n: number) =>
    plural(n, { one: 'vraćen # na stanje', few: 'vraćena # na stanje', other: 'vraćeno # na stanje' }),
  plan: (n: number) => `plan ${formatNumber(n)}`,
  /** Beside „0 / 1.000“. */
  units: { banner: 'L-banera', spot: 'TV sekundi' },
  planLegend: 'Crna crta na traci pokazuje dokle je trebalo stići do danas.',
  progress: (counted: number, budget: number, plan: number | null) =>
    `Viđeno ${formatNumber(counted)} od ${formatNumber(budget)}${plan === null ? '' : `, plan do danas ${formatNumber(plan)}`}`,
  unnamed: 'Kampanja bez naziva',
  emptyTitle: 'Još nemate kampanju.',
  empty:
    'Stanje vas čeka: ostaje na nalogu do prestanka ugovora. Za prvu kampanju su dovoljni jedna slika i adresa vašeg sajta.',
  first: 'Napravite prvu kampanju',
  noPicture: 'Nemate sliku? Preuzmite šablone',
  steps: [
    ['Napravite.', 'Slika za L-baner ili spot do 30 sekundi. Odmah vidite kako izgleda na televizoru.'],
    ['Pregledamo.', 'Čovek iz našeg tima pogleda svaku reklamu, obično istog radnog dana.'],
    ['Pratite.', 'Svaki viđen prikaz stiže uživo, a svaki neuračunat ima razlog.'],
  ],
  emptyTab: 'Nema kampanja u ovom stanju.',
  history: 'Promene stanja',
  spot: (seconds: number) => `TV spot ${seconds} s`,
  noBalance: 'Na stanju nema ni L-banera ni TV sekundi. Kupite paket ili upišite vaučer kod.',
} as const;

const BELOW_LEAST = `manje od ${FEWEST_TVS}`;

/** The page of one campaign: editor while it is a draft, numbers and reins while it runs. */
export const editorCopy = {
  back: 'Moje reklame',
  new: 'Nova kampanja',
  draft: (time: string) => `Nacrt · sačuvano u ${time}`,
  saving: 'Čuvanje…',
  unsaved: 'Nije sačuvano. Pokušavamo ponovo.',
  notSaved: 'Nije sačuvano.',
  unsavedForm: 'Kampanja',
  parts: ['Šta oglašavate', 'Slika ili spot', 'Ko će videti', 'Kada', 'Budžet i tempo'],
  name: 'Naziv kampanje',
  nameHint: 'Vidite ga samo vi i naš tim.',
  url: 'Adresa koju otvara QR kod',
  urlBegins: 'https://',
  urlHint: 'Samo https. Kod pravimo mi i brojimo otvaranja.',
  templates: 'Preuzmite šablone',
  kind: 'Vrsta reklame',
  kinds: { banner: 'L-baner', spot: 'TV spot' },
  kindHints: { banner: 'Slika uz levu i donju ivicu, 15 sekundi', spot: 'Video preko celog ekrana, do 30 sekundi' },
  switchKind: 'Promenom vrste uklanjate već poslate datoteke, a slanje onih koje su na putu se prekida.',
  switchTitle: 'Menjate vrstu reklame?',
  switchYes: 'Promeni vrstu',
  sound: 'Zvuk',
  drop: 'Prevucite datoteku ovde ili je izaberite.',
  dropHint:
    'PNG, JPEG ili WebP, 1920 × 1080 px, do 10 MB. Prozor za program ostaje prazan. Do četiri slike; smenjuju se.',
  choose: 'Izaberi datoteku',
  remove: 'Ukloni',
  removeLabel: (name: string) => `Ukloni: ${name}`,
  replace: 'Zameni',
  replaceLabel: (name: string) => `Zameni: ${name}`,
  ready: (size: string, megabytes: string) => `${size} px · ${megabytes} MB · spremno za pregled`,
  uploading: (percent: number, sent: string, total: string, seconds: number | null) =>
    `${percent}% · ${sent} od ${total} MB${seconds === null ? '' : ` · još oko ${timeLeft(seconds)}`}. Ako se veza prekine, slanje se nastavlja odavde.`,
  uploadPaused: (percent: number) =>
    `Veza se prekinula na ${percent}%. Nastavljamo sami čim se vrati; ne zatvarajte stranu.`,
  uploadFound: (name: string, percent: number) => `Nastavljamo slanje datoteke ${name} od ${percent}%.`,
  uploadLeft: (percent: number, sent: string, total: string) =>
    `Stiglo je ${percent}% · ${sent} od ${total} MB. Izaberite istu datoteku i slanje se nastavlja odatle.`,
  otherFile: (name: string) => `Ovo nije ista datoteka. Izaberite ${name} ili prekinite slanje.`,
  checking: 'Proveravamo sliku… Možete da nastavite sa popunjavanjem.',
  resumeUpload: 'Nastavi',
  goOnLabel: (name: string) => `Nastavi slanje: ${name}`,
  cancel: 'Prekini',
  cancelLabel: (name: string) => `Prekini slanje: ${name}`,
  tooLarge: (megabytes: string) => `Datoteka ima ${megabytes} MB. Najviše je 10 MB.`,
  region: 'Region',
  allRegions: 'Svi regioni',
  moreRegions: 'Ostali regioni…',
  venue: 'Grupa',
  allVenues: 'Sve grupe',
  countHint: `Broj pored naziva: povezani televizori koji su bar jednom prikazivali u poslednjih ${AUDIENCE_DAYS} dana.`,
  few: BELOW_LEAST,
  hours: (n: number) => plural(n, { one: '# sat nedeljno', few: '# sata nedeljno', other: '# sati nedeljno' }),
  from: 'Od',
  to: 'Do',
  spanFrom: (n: number) => `${n}. termin: od`,
  spanTo: (n: number) => `${n}. termin: do`,
  presets: {
    all: 'Ceo dan',
    morning: 'Jutro 6–10',
    evening: 'Veče 18–23',
    work: 'Radni dani',
    weekend: 'Vikend',
    none: 'Obriši',
  },
  days: ['pon', 'uto', 'sre', 'čet', 'pet', 'sub', 'ned'],
  dayNames: ['Ponedeljak', 'Utorak', 'Sreda', 'Četvrtak', 'Petak', 'Subota', 'Nedelja'],
  grid: 'Dani i sati emitovanja',
  cell: (day: string, hour: number, isOn: boolean) =>
    `${day}, ${hour}–${hour + 1} h, ${isOn ? 'prikazuje se' : 'ne prikazuje se'}`,
  gridHint:
    'Prevucite preko sati, ili pritisnite ime dana. Tastatura: strelice pomeraju, razmak uključuje, Shift + strelica širi izbor. Vreme je po Beogradu.',
  noHours: 'ne prikazuje se',
  dayHours: (day: string) => `${day}: sati emitovanja`,
  wholeDay: 'Ne prikazuje se tog dana',
  free: (n: number, kind: 'banner' | 'spot') =>
    `slobodno na stanju: ${formatNumber(n)} ${kind === 'banner' ? plural(n, { one: 'L-baner', few: 'L-banera', other: 'L-banera' }) : 'TV sekundi'}`,
  budget: 'Budžet kampanje',
  budgetHint: (n: number) =>
    plural(n, { one: '# prikaz po 15 s', few: '# prikaza po 15 s', other: '# prikaza po 15 s' }),
  budgetSpots: (spots: readonly { seconds: number; plays: number }[]) =>
    ['U TV sekundama', ...spots.map((spot) => spotPlays(spot))].join(' · '),
  waitFilm: 'Sačekajte proveru spota.',
  waitFilmHint: 'Posle slanja na pregled izmene nisu moguće dok ne odgovorimo.',
  budgetMissing: `Upišite budžet, od 1 do ${formatNumber(BUDGET_MOST)}.`,
  cap: 'Najviše po televizoru dnevno',
  capHint: 'Prikaz preko granice se ne naplaćuje. Prazno: bez granice.',
  capWrong: 'Upišite broj od 1 do 1.000, ili ostavite prazno.',
  pace: 'Tempo',
  even: 'Ravnomerno',
  evenHint: 'Budžet se deli na sve dane do kraja.',
  asap: 'Što brže',
  asapHint: 'Prikazuje se kad god ima mesta, dok ne potroši.',
  preview: 'Izgled na televizoru',
  zones: 'Bezbedne zone',
  afterOk: 'Posle pritiska na OK',
  three: 'Sa tri metra',
  zoneSafe: 'Bezbedna zona za tekst i logotip',
  zoneQr: 'Mesto za QR kod, 264 × 264 px',
  noPicture: 'Ovde se vidi vaša slika čim je pošaljete.',
  noFilm: 'Ovde se vidi vaš spot čim bude spreman.',
  tvs: (n: number) =>
    plural(n, { one: 'televizor odgovara', few: 'televizora odgovaraju', other: 'televizora odgovara' }),
  confirmed: 'prema potvrđenim mestima',
  waiting: (n: number | null) =>
    n === null
      ? `još ${BELOW_LEAST} čeka potvrdu`
      : plural(n, { one: 'još # čeka potvrdu', few: 'još # čekaju potvrdu', other: 'još # čeka potvrdu' }),
  /** The days of which it is the average. */
  daily: (from: Day, to: Day) => `Prikaza dnevno, prosek ${formatDayAndMonthRange(from, to)}`,
  need: 'Da se budžet potroši do kraja',
  needValue: (n: number) => `${formatNumber(n)} dnevno`,
  fastestRow: 'Najbrže bi se potrošio za',
  lasts: 'Budžet bi se trošio',
  enough: (until: string) => ({
    lead: 'Dovoljno televizora.',
    text: `Sa ravnomernim tempom budžet traje do ${formatDate(until)}`,
  }),
  fastest: (days: number) => ({ lead: 'Dovoljno televizora.', text: `Najbrže bi se potrošio za ${countDays(days)}.` }),
  tooFew: (until: string, seen: number, of: number, kind: 'banner' | 'spot') => ({
    lead: 'Malo televizora za ovaj budžet.',
    text: `Do ${formatDate(until)} biće ${kind === 'banner' ? `viđeno oko ${formatNumber(seen)} od ${formatNumber(of)} prikaza` : `potrošeno oko ${formatNumber(seen)} od ${formatNumber(of)} TV sekundi`}. Dodajte region ili grupu, ili smanjite budžet; nepotrošeno se vraća na stanje.`,
  }),
  cannot: { lead: 'Ovako kampanja ne može da se prikaže.', text: 'Dodajte region, grupu ili sate.' },
  estimateFew:
    'U ovom izboru još nema dovoljno televizora koji prikazuju. Dodajte region ili grupu; nepotrošeno se vraća na stanje.',
  estimateHonest: `Procena je iz stvarnih prikaza u poslednjih ${AUDIENCE_DAYS} dana. Nije obećanje: koliko će se gledati zavisi od gledalaca.`,
  estimateLoading: 'Računamo…',
  estimateDays: 'Izaberite početak i kraj koji nije prošao, da bismo izračunali procenu.',
  estimateError: 'Procena nije izračunata. Kampanju možete da sačuvate i bez nje.',
  category: 'Da li reklama govori o nečemu od ovoga?',
  rights: 'Imamo prava na sve što je u reklami: znak, sliku, muziku, tekst i lica.',
  rightsMissing: 'Potvrdite prava na sadržaj.',
  save: 'Sačuvaj nacrt',
  savedDraft: 'Nacrt je sačuvan.',
  savedRest: 'Sačuvano je sve osim polja koja nisu ispravna.',
  send: 'Pošalji na pregled',
  fix: 'Ispravi i pošalji ponovo',
  fixLabel: (name: string) => `Ispravi i pošalji ponovo: ${name}`,
  needsChange: 'Zbog ove reklame je kampanja vraćena. Zamenite je ili uklonite.',
  sending: 'Slanje na pregled…',
  sent: 'Kampanja je poslata na pregled.',
  undo: 'Povuci',
  undone: 'Kampanja je povučena u nacrt.',
  complete: 'Sve je popunjeno.',
  without: (refused: number) =>
    refused === 1
      ? 'Jedna datoteka nije prihvaćena; kampanja ide bez nje.'
      : plural(refused, {
          one: '# datoteka nije prihvaćena; kampanja ide bez nje.',
          few: '# datoteke nisu prihvaćene; kampanja ide bez njih.',
          other: '# datoteka nije prihvaćeno; kampanja ide bez njih.',
        }),
  missingTitle: 'Još nedostaje:',
  missing: {
    name: 'naziv kampanje',
    url: 'cela adresa, na primer https://vasa-radnja.rs',
    picture: 'slika ili spot',
    film: 'kraj provere spota',
    hours: 'bar jedan sat emitovanja u danima kampanje',
    dates: 'kraj u budućnosti, posle početka, najviše dve godine unapred',
    budget: 'budžet u okviru slobodnog stanja',
  } satisfies Record<(typeof MISSING_CAMPAIGN_PARTS)[number], string>,
  /** Under the field. */
  wrong: {
    name: 'Upišite naziv kampanje.',
    url: 'Upišite celu adresu, na primer https://vasa-radnja.rs',
    picture: 'Dodajte sliku ili spot.',
    film: 'Sačekajte kraj provere spota.',
    hours: 'Izaberite bar jedan sat u danima kampanje.',
    dates: 'Kraj mora da bude u budućnosti i posle početka, najviše dve godine od njega ili od danas.',
  } satisfies Record<Exclude<(typeof MISSING_CAMPAIGN_PARTS)[number], 'budget'>, string>,
  notSecure: 'Adresa mora da počne sa https.',
  urlLong: `Adresa može da ima najviše ${ADDRESS_MOST} znakova. Upišite kraću; ova se ne čuva.`,
  overBudget: (free: number) => `Na stanju ima ${formatNumber(free)}. Smanjite budžet ili dopunite stanje.`,
  rejected: 'Razlog zbog kog je kampanja vraćena',
  withdrawn: 'Razlog zbog kog je kampanja uklonjena',
  heldReason: 'Razlog zbog kog smo pauzirali kampanju',
  held: `Kampanju smo pauzirali mi i nastavlja se kad je mi pustimo. Za dogovor pišite na ${company.email} ili pozovite ${company.phone}.`,
  codePaused: (url: string, since: Date | string) =>
    `Adresa ${url} se ne otvara ili vodi na drugi sajt, pa QR kod od ${formatDateTime(since)} vodi na našu stranicu. Kad opet otvori vaš sajt, kod ponovo radi.`,
  inReview: 'Kampanja je na pregledu. Odgovor obično stiže istog radnog dana, email porukom.',
  removeDraft: 'Obriši nacrt',
  removeDraftTitle: 'Brišete nacrt?',
  removeDraftText: 'Slike i podaci ovog nacrta se brišu. Sa stanja nije skinuto ništa.',
  removed: 'Nacrt je obrisan.',
  copy: 'Napravi kopiju',
  pause: 'Pauziraj',
  resume: 'Nastavi',
  end: 'Završi kampanju',
  paused: 'Kampanja je pauzirana.',
  resumed: 'Kampanja se nastavlja.',
  resumeIt: 'Nastavi je',
  ended: 'Kampanja je završena.',
  endTitle: 'Završavate kampanju?',
  endText: (name: string, left: number) =>
    `„${name}“ prestaje da se prikazuje i ne može ponovo da se pokrene. Nepotrošeno (najviše ${formatNumber(left)}) se vraća na stanje. Prikazi koji su u toku stižu još najviše 72 sata.`,
  left: 'ostalo u budžetu',
  emptyHint: 'Iz budžeta je skinuto sve. Kad ga povećate, kampanju možete da nastavite.',
  changes: 'Izmene dok se emituje',
  changesHint:
    'Sati, granica, kraj i budžet menjaju se bez pregleda. Nova reklama ili adresa ide na pregled; dotle se emituje stara.',
  saveChanges: 'Sačuvaj izmene',
  changesSaved: 'Izmene su sačuvane. Televizori ih preuzimaju sa sledećom reklamom.',
  notFound: 'Ova kampanja ne postoji ili nije vaša.',
} as const;

/** Other adverts or another address for a campaign that runs. */
export const changeCopy = {
  begin: 'Nova reklama ili adresa',
  beginHint: 'Ide na pregled. Dotle se emituje stara.',
  open: 'Otvorite izmenu',
  title: 'Nova reklama ili adresa',
  lead: 'Kampanja se emituje kao do sada, sve dok ovu izmenu ne odobrimo. Sati, granica, kraj i budžet ostaju isti.',
  address: 'Šta otvara QR kod',
  declaration: 'Pre slanja',
  next: 'Posle odobrenja',
  now: 'Sada na televizorima',
  same: 'Još nema izmene: reklama i adresa su iste kao sada.',
  inReview: 'Izmena je na pregledu. Odgovor stiže email porukom, a dotle se emituje stara reklama.',
  rejected: 'Razlog zbog kog je izmena vraćena',
  sent: 'Izmena je poslata na pregled.',
  drop: 'Odustani od izmene',
  dropTitle: 'Odustajete od izmene?',
  dropText: 'Nove slike i adresa se brišu. Kampanja se emituje kao do sada.',
  dropped: 'Izmena je obrisana. Kampanja se emituje kao do sada.',
  /** Of a special package whose advert was taken down or whose campaign ended: nothing is shown meanwhile. */
  stopped: {
    title: 'Druga reklama za Specijalni paket',
    lead: 'Paket stoji dok ovu reklamu ne odobrimo. Mesta, sati i preostali dani ostaju isti, a dani koji u međuvremenu ne budu održani dodaju se na kraj.',
    now: 'Poslednja reklama',
    same: 'Još nema izmene: reklama i adresa su iste kao kod uklonjene.',
    inReview: 'Reklama je na pregledu. Odgovor stiže email porukom, a paket se nastavlja čim je odobrimo.',
    rejected: 'Razlog zbog kog je reklama vraćena',
    sent: 'Reklama je poslata na pregled.',
    drop: 'Odustani od ove reklame',
    dropTitle: 'Odustajete od ove reklame?',
    dropText: 'Nove slike i adresa se brišu. Paket i dalje čeka reklamu.',
    dropped: 'Reklama je obrisana. Paket i dalje čeka drugu.',
  },
  /** Of the state in which a change waits, in a list. */
  states: { draft: 'izmena u nacrtu', review: 'izmena na pregledu', rejected: 'izmena vraćena na ispravku' },
} as const;

/** Films of a draft, from sending to ready. */
export const filmCopy = {
  dropHint: ({ least, most }: { least: number; most: number }) =>
    `MP4, MOV ili WebM do 200 MB, od ${least} do ${most} sekundi, položen. Prevodimo ga u format za televizor. Do četiri spota; smenjuju se.`,
  tooLarge: (megabytes: string) => `Datoteka ima ${megabytes} MB. Najviše je 200 MB.`,
  wrongType: 'Ovu vrstu datoteke ne primamo. Pošaljite MP4, MOV ili WebM.',
  checking: 'Proveravamo: trajanje, slika, zvuk… Možete da nastavite sa popunjavanjem.',
  converting: (seconds: number | null) =>
    seconds === null
      ? 'Prevodimo spot u format za televizor.'
      : `Prevodimo spot u format za televizor, još oko ${timeLeft(seconds)}.`,
  ready: (seconds: number, size: string, megabytes: string) =>
    `${seconds} s · ${size} px · ${megabytes} MB · spremno za pregled`,
  off: 'TV spotove trenutno ne primamo.',
  offHint: 'Obrada videa na serveru nije uključena. L-baneri rade; spot pošaljite kada vam javimo.',
} as const;
