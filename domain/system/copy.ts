import { courierNames } from '../fulfilment/courier-copy.ts';
import { plural } from '../plural.ts';
import { typeset } from '../typography.ts';
import { countDays, countHours } from '../wording.ts';
import type { Receipts, TestDouble } from './facts.ts';
import type { PartName, UNKNOWN } from './limits.ts';

const servers = (n: number) => plural(n, { one: '# server', few: '# servera', other: '# servera' });
const workers = (n: number) => plural(n, { one: '# radni proces', few: '# radna procesa', other: '# radnih procesa' });

/** After „čeka“, „pre“ and „za“. */
const seconds = (n: number) => plural(n, { one: '# sekundu', few: '# sekunde', other: '# sekundi' });

/** Whether everything works, on /admin/system. */
export const systemCopy = typeset({
  title: 'Sistem',
  glance: 'Sistem ukratko',
  ok: 'Sve radi.',
  okText: 'Devet delova, nijedan ne traži ništa od vas.',
  broken: (n: number) => plural(n, { one: '# kvar', few: '# kvara', other: '# kvarova' }),
  warned: (n: number) => plural(n, { one: '# upozorenje', few: '# upozorenja', other: '# upozorenja' }),
  and: (parts: string[]) => parts.join(' i '),
  live: 'brojevi se osvežavaju sami',
  stale: (time: string) => `Brojevi nisu osveženi od ${time}.`,
  staleText: (n: number) => `Server na koji ste povezani se ne javlja; pokušavamo ponovo za ${seconds(n)}.`,
  dbDown: 'Stanje ne može da se pročita: baza ne odgovara.',
  dbDownText: (time: string | null) =>
    `${time ? `Ispod je poslednje poznato, iz ${time}. ` : ''}Na serveru pokrenite proveru; ona radi i bez baze.`,
  notLoaded: 'Stanje sistema',
  first: (what: string) => `Prvo ovo: ${what}`,
  firstThere: 'prvo ovo, gore',
  held: {
    first: 'Pustite vraćenu prodavnicu u rad',
    text: (of: string) =>
      `Vraćena je iz kopije od ${of}. Do puštanja u rad poslovi i poruke čekaju, a plaćanja i povraćaji ne počinju.`,
    what: 'puštanje u rad',
  },
  tiles: {
    processes: 'Procesi',
    answered: 'Odgovor',
    errors: 'Greške servera',
    jobs: 'Poslovi u redu',
    mails: 'Poruke na čekanju',
    backup: 'Od poslednje kopije',
  },
  of: (n: number) => `od ${n}`,
  processes: (web: number, working: number) =>
    [web > 0 && servers(web), working > 0 && workers(working)].filter(Boolean).join(', ') || 'nijedan proces',
  processesSaid: (web: number, working: number) =>
    [web > 0 && servers(web), working > 0 && workers(working)].filter(Boolean).join(' i ') || 'Nijedan proces',
  silent: (place: string, since: string) => `${place} se ne javlja od ${since}`,
  nobodyWorks: 'Nijedan proces ne obavlja poslove.',
  answeredFact: '95% zahteva je brže, poslednjih 5 minuta',
  noRequests: 'nema zahteva u poslednjih 5 minuta',
  errorsFact: (last: string | null) => `u poslednjem satu${last ? `, poslednja u ${last}` : ''}`,
  oldestJob: (time: string) => `najstariji ${time}`,
  noJob: 'niko ne čeka',
  oldestMail: (time: string) => `najstarija ${time}`,
  sentToday: (n: string) => `danas poslato ${n}`,
  proof: (when: string) => `proba vraćanja: ${when}`,
  noProof: 'proba vraćanja: još nijedna',
  parts: 'Delovi',
  names: {
    version: 'Verzija',
    servers: 'Serveri i radni procesi',
    database: 'Baza',
    jobs: 'Poslovi',
    mails: 'Poruke',
    payments: 'Plaćanja',
    files: 'Datoteke',
    backups: 'Rezervne kopije',
    doubles: 'Probni servisi',
  } satisfies Record<PartName, string>,
  version: {
    ok: 'Ista svuda',
    warn: 'Nije ista',
    same: (release: string) => `${release} na svim procesima`,
    other: (places: string[], release: string, rest: string) =>
      `${places.join(', ')} ${places.length === 1 ? 'je' : 'su'} na ${release}, ostali na ${rest}`,
    differs: (parts: string[]) => parts.join(', '),
    on: (places: string, release: string) => `${places}: ${release}`,
    since: (when: string) => `od ${when}`,
    fits: 'baza odgovara ovoj verziji',
    old: 'baza je novija od nekog procesa: pokrenite ga iz nove verzije',
    seen: (places: string[]) => `kupci na ${places.join(', ')} vide staru verziju`,
    none: 'Nijedan proces se ne javlja',
  },
  servers: {
    ok: 'Svi se javljaju',
    warn: 'Svi se javljaju',
    err: (missing: number, all: number) => (missing > 0 ? `Ne javlja se ${missing} od ${all}` : 'Niko ne radi'),
    seen: (time: string) => `poslednje javljanje pre ${time}`,
    running: (time: string) => `bez prekida ${time}`,
    waits: (place: string) => `poruke, dokumenti i praćenje pošiljki čekaju dok se ${place} ne pokrene`,
  },
  database: {
    ok: 'Radi',
    warn: 'Spora',
    err: 'Ne odgovara',
    free: (used: number, max: number) =>
      `${plural(used, { one: '# veza', few: '# veze', other: '# veza' })} od ${max}, niko ne čeka`,
    waited: (used: number, max: number, n: number) =>
      `${used} od ${max}, ${plural(n, { one: 'čeka # zahtev', few: 'čekaju # zahteva', other: 'čeka # zahteva' })}`,
    slow: (n: string, longest: string | null) =>
      `sporih upita u poslednjem satu: ${n}${longest ? `, najduži ${longest}` : ''}`,
    clocks: (apart: string) => `satovi se slažu, razlika ${apart} s`,
    clockOff: (place: string, seconds: string, isBehind: boolean) =>
      `sat servera ${place} ${isBehind ? 'kasni' : 'žuri'} ${seconds} s`,
    takesNone: (clock: string, place: string) => `${clock}, pa ${place} ne prima zahteve`,
  },
  jobs: {
    ok: 'Na vreme',
    warn: 'Ima neuspelih',
    err: 'Stoje',
    waiting: (n: string, oldest: string) => `${n} u redu, najstariji čeka ${oldest}`,
    none: (n: string) => `${n} u redu`,
    counts: (failed: string, done: string) => `neuspelih: ${failed} · obavljeno danas: ${done}`,
    failed: (n: number, which: string) =>
      `${plural(n, { one: '# je neuspeo i ne ponavlja se sam', few: '# su neuspela i ne ponavljaju se sama', other: '# je neuspelo i ne ponavlja se samo' })}: ${which}`,
  },
  mails: {
    ok: 'Šalju se',
    warn: 'Kasne',
    err: 'Ne šalju se',
    sent: (sent: string, queued: string) => `Danas poslato ${sent}, na čekanju ${queued}`,
    late: (queued: string, oldest: string) => `${queued} na čekanju, najstarija ${oldest}`,
    failed: (n: number, why: string) =>
      `${plural(n, { one: '# nije isporučena', few: '# nisu isporučene', other: '# nije isporučeno' })}: ${why}`,
    allDelivered: 'sve su isporučene',
    refusal: (reason: string) => `server za poštu: ${reason}`,
    signIn: (time: string, reason: string) => `server za poštu od ${time} odbija prijavu: ${reason}`,
  },
  payments: {
    ok: 'Sve je potvrđeno',
    warn: 'Sve je potvrđeno',
    err: 'Nepotvrđena',
    none: 'Nijedno plaćanje ne čeka duže od 15 minuta',
    waiting: (n: number, sum: string) =>
      `${plural(n, { one: '# plaćanje čeka', few: '# plaćanja čekaju', other: '# plaćanja čeka' })} duže od 15 minuta, ${sum}`,
    heard: (time: string) => `platna kuća se javila pre ${time}`,
    neverHeard: 'platna kuća se još nije javila',
    silent: (when: string) => `platna kuća se ne javlja od ${when}`,
    paid: (n: string) => `danas plaćeno: ${n}`,
    buyersSee: 'kupci vide „Na čekanju“',
    first: (n: number, sum: string) =>
      `${plural(n, { one: '# plaćanje čeka', few: '# plaćanja čekaju', other: '# plaćanja čeka' })} potvrdu, ${sum}`,
    firstText: 'Novac je možda skinut, a kupci vide „Na čekanju“. Upit ne naplaćuje ponovo.',
  },
  files: {
    ok: 'Ima mesta',
    warn: 'Malo mesta',
    err: 'Ne odgovara',
    kept: (size: string, n: number, free: number) =>
      `${size} u ${plural(n, { one: '# datoteci', few: '# datoteke', other: '# datoteka' })}, slobodno ${free}%`,
    low: (free: number, size: string) => `Slobodno ${free}%, ${size}`,
    free: (free: number, size: string) => `slobodno ${free}%, ${size}`,
    probeFailed: 'Proba upisa i čitanja nije uspela',
    takesNone: 'datoteke i dokumenti za sada ne mogu da se sačuvaju',
    probe: (time: string, ms: number) => `proba upisa i čitanja u ${time} trajala je ${ms} ms`,
    week: (size: string, most: string | null) => `prošle nedelje je dodato ${size}${most ? `, najviše: ${most}` : ''}`,
  },
  backups: {
    ok: 'Proverene',
    warn: 'Nisu proverene',
    late: (days: number) => `Kasne ${countDays(days)}`,
    none: 'Nema ih',
    noneText: 'Nijedna rezervna kopija nije napravljena',
    last: (when: string, size: string) => `Poslednja ${when}, ${size}`,
    proof: (when: string) => `poslednja uspešna proba vraćanja ${when}`,
    noProof: 'nijedna kopija još nije probno vraćena',
    keep: (n: number) => `čuva se ${plural(n, { one: '# kopija', few: '# kopije', other: '# kopija' })}`,
    underWay: 'kopija se upravo pravi',
    diskFull: 'disk za kopije je pun',
    failed: (reason: string) => `poslednji pokušaj nije uspeo: ${reason}`,
  },
  doubles: {
    ok: 'Nema ih',
    warn: (n: number) => `U upotrebi: ${n}`,
    err: 'U upotrebi',
    none: 'Kartice, kuriri i poruke su pravi',
    replaced: (names: string[]) =>
      names.length === 1
        ? `${names[0]} je zamenjen probnim servisom`
        : `${names.slice(0, -1).join(', ')} i ${names.at(-1)} su zamenjeni probnim servisima`,
    testKey: 'kartice idu preko probnog ključa',
    text: 'probni servis zamenjuje pravi; preko njega ne idu ni novac ni paketi',
    courier: 'nalepnice ne važe i kurir ne dolazi',
    /** The real ones, as they are replaced. */
    real: {
      cards: 'servis za kartice',
      ...courierNames,
      mails: 'server za poštu',
    } satisfies Record<Exclude<TestDouble, 'test-cards'>, string>,
    receipts: {
      manual: 'fiskalni računi i fakture u SEF-u: ručno',
      off: 'brojevi fiskalnih računa i faktura u SEF-u se ne traže',
    } satisfies Record<Receipts, string>,
    services: {
      cards: 'Kartice',
      'test-cards': 'Kartice (probni ključ)',
      ...courierNames,
      mails: 'Poruke',
    } satisfies Record<TestDouble, string>,
  },
  notKnown: 'Ne znamo',
  unknown: (part: string) => `${part}: ne znamo`,
  unknownText: {
    late: 'Provera nije završena za 5 sekundi.',
    failed: 'Provera nije uspela.',
  } satisfies Record<(typeof UNKNOWN)[number], string>,
  unknownLast: (time: string, state: string) => `Poslednji put u ${time}: ${state}.`,
  lastStates: { ok: 'u redu', warn: 'upozorenje', err: 'kvar' },
  do: {
    news: 'Šta je novo',
    processes: 'Prikaži procese',
    place: 'Prikaži mesto',
    backups: 'Prikaži kopije',
    settings: 'Prikaži podešavanje',
    jobs: 'Prikaži poslove',
    mails: 'Neuspele poruke',
    payments: 'Prikaži plaćanja',
    copyCommand: 'Kopiraj naredbu',
    copyFor: (part: string) => `(${part})`,
    retryJobs: (n: number) => `Pokreni ${n} ponovo`,
    slow: 'Spori upiti',
    trialMail: 'Pošalji probnu',
    ask: 'Pitaj platnu kuću',
    backUp: 'Napravi kopiju',
    look: 'Proveri ponovo',
  },
  done: {
    retried: (n: number) =>
      plural(n, {
        one: '# posao je ponovo u redu.',
        few: '# posla su ponovo u redu.',
        other: '# poslova je ponovo u redu.',
      }),
    asked: (settled: number, left: number) =>
      left === 0
        ? plural(settled, {
            one: '# plaćanje je rešeno.',
            few: '# plaćanja su rešena.',
            other: '# plaćanja je rešeno.',
          })
        : `Rešeno: ${settled}. Još čeka: ${left}.`,
    backup: 'Pravljenje kopije je stavljeno u red poslova.',
    trialMail: (to: string) => `Server za poštu je primio probnu poruku za ${to}. Pogledajte da li je stigla.`,
    trialKept: 'Server za poštu nije podešen, pa je probna poruka sačuvana u fascikli outbox.',
  },
  failed: 'Nije uspelo. Pokušajte ponovo.',
  when: {
    today: (time: string) => `danas u ${time}`,
    yesterday: (time: string) => `juče u ${time}`,
  },
  /** What something takes or waits for: after „čeka“ and „pre“. */
  seconds,
  minutes: (n: number) => plural(n, { one: '# minut', few: '# minuta', other: '# minuta' }),
  hours: countHours,
  days: countDays,
  daysUnit: (n: number) => plural(n, { one: 'dan', few: 'dana', other: 'dana' }),
  shortDays: (days: string, hours: number) => `${days} ${hours} h`,
});
