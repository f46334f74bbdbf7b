import { company } from '../company.ts';
import { plural } from '../plural.ts';
import { copy as shell } from '../shell/copy.ts';
import { typeset } from '../typography.ts';
import { type ChangeFacts, type ChangeKind, isWarning, RECOVERY_HOURS, UNDO_DAYS } from './changes.ts';

/** Words of „Moj nalog“, „Bezbednost“ and of what belongs to it elsewhere. */

export const proofWords = typeset({
  title: 'Potvrdite da ste to vi',
  lead: 'Pre promene u bezbednosti tražimo potvrdu, i kada ste već prijavljeni.',
  password: 'Lozinka',
  passwordRequired: 'Upišite lozinku.',
  factorCode: 'Kod iz aplikacije ili rezervni kod',
  factorHint: 'Svaki kod važi jednom.',
  mailedCode: 'Kod iz poruke',
  codeRequired: 'Upišite kod.',
  willMail: (email: string) => `Kod šaljemo na ${email}.`,
  mailed: (email: string) => `Kod smo poslali na ${email}. Važi 15 minuta.`,
  continue: 'Nastavi',
  checking: 'Provera…',
  mail: 'Kod na email',
  mailing: 'Slanje…',
  again: 'Pošalji ponovo',
  failed: 'Potvrda nije uspela. Pokušajte ponovo.',
});

/** How a change is called in the list, and what taking it back brings. */
export const changeWords = {
  password: { name: 'Promenjena lozinka', back: () => 'Sadašnja lozinka prestaje da važi' },
  address: {
    name: 'Promenjena email adresa',
    back: ({ from = '' }: ChangeFacts) => `Vraćamo adresu ${from}`,
  },
  'factor-added': { name: 'Dodata aplikacija za kodove', back: () => 'Uklanjamo aplikaciju za kodove' },
  'factor-removed': { name: 'Uklonjena aplikacija za kodove', back: () => 'Vraćamo aplikaciju za kodove' },
  'codes-made': { name: 'Napravljeni novi rezervni kodovi', back: () => 'Poništavamo rezervne kodove' },
  'codes-removed': { name: 'Uklonjeni rezervni kodovi', back: () => 'Uklonjene kodove zamenjujete novim' },
  'code-used': { name: 'Upotrebljen rezervni kod', back: () => 'Poništavamo preostale rezervne kodove' },
  'new-device': { name: 'Prijava sa novog uređaja', back: () => 'Taj uređaj ostaje bez pristupa' },
  'token-reused': {
    name: 'Odbijen pokušaj sa ukradenom sesijom',
    back: () => 'Ukradena sesija ostaje prekinuta',
  },
  'codes-guessed': {
    name: 'Deset pogrešnih kodova za potvrdu u dva koraka',
    back: () => 'Sadašnja lozinka prestaje da važi',
  },
  'second-step-recovery': {
    name: 'Zatraženo uklanjanje potvrde u dva koraka',
    back: () => 'Zaustavljamo uklanjanje potvrde u dva koraka',
  },
  'owner-rescued': {
    name: 'Obnovljen pristup glavnog administratora',
    back: () => 'Nova lozinka sa servera prestaje da važi',
  },
} as const satisfies Record<ChangeKind, { name: string; back: (about: ChangeFacts) => string }>;

export const securityWords = typeset({
  client: (browser: string | null, system: string | null) =>
    browser && system ? `${browser}, ${system}` : (browser ?? system ?? 'Nepoznat program'),
  password: {
    title: 'Lozinka',
    set: 'Postavljena',
    none: 'Nije postavljena',
    noneText: 'Dok je ne postavite, ulazite samo linkom iz poruke.',
    choose: 'Postavite lozinku',
    chosen: 'Lozinka je postavljena. Ostali uređaji su odjavljeni.',
    chooseText: 'Potvrdite kodom da ste to vi, pa upišite lozinku.',
    changed: (date: string) => `Promenjena ${date}`,
    after: 'Posle promene odjavljujemo sve ostale uređaje.',
    change: 'Promenite lozinku',
    unknown: 'Ne znam sadašnju',
    unknownText: 'Umesto sadašnje lozinke potvrdite kodom da ste to vi, pa upišite novu.',
    cancel: 'Odustani',
  },
  totp: {
    title: 'Aplikacija za kodove',
    lead: 'Posle lozinke upisujete kod sa telefona.',
    newPhone: 'Promenite telefon',
    newPhoneText: 'Sa novog telefona skenirajte nov kod. Stari telefon važi dok novi ne potvrdite.',
  },
  codes: {
    title: 'Rezervni kodovi',
    lead: 'Za dan kada telefon nije kod vas. Svaki važi jednom.',
    none: 'Nema kodova',
    left: (n: number) => plural(n, { one: 'Ostao je # od 10', few: 'Ostala su # od 10', other: 'Ostalo je # od 10' }),
    make: 'Napravite nove kodove',
    note: 'Stari prestaju da važe.',
    once: 'Prikazujemo ih samo sada.',
    shown: 'Vaši rezervni kodovi',
    needTotp: 'Prave se kada uključite aplikaciju za kodove.',
  },
  log: {
    title: 'Poslednje promene',
    lead: 'Čuvamo 12 meseci. O svakoj promeni stiže poruka sa linkom koji je poništava 7 dana.',
    empty: 'Još nije bilo promena.',
    undo: (kind: ChangeKind, date: string) => (isWarning(kind) ? `Odjavi sve (do ${date})` : `Poništi do ${date}`),
    undone: 'Poništeno',
    kept: 'Vaša promena',
    calledOff: 'Zaustavljeno',
    byStaff: 'uklonio naš tim',
    byWait: 'posle 24 sata čekanja',
    dueAt: (when: string) => `uklanjamo ${when}`,
    failed: 'Spisak promena nije učitan.',
  },
  bar: {
    text: (kind: ChangeKind, when: string, until: string) =>
      isWarning(kind)
        ? `${when}. Poruku o tome smo poslali na vašu adresu. Ako to niste vi, odjavite sve uređaje do ${until}`
        : `${when}. Poruku o tome smo poslali na vašu adresu. Promenu možete da poništite do ${until}`,
    mine: (kind: ChangeKind) => (isWarning(kind) ? 'To sam ja' : 'To je moja promena'),
    undo: (kind: ChangeKind) => (isWarning(kind) ? 'Odjavi sve uređaje' : 'Poništi promenu'),
    undoText: (back: string) =>
      `${back}, odjavljujemo sve uređaje i tražimo novu lozinku. Link za nju šaljemo na vašu email adresu.`,
    undone: shell.signOut.undone,
    failed: 'Nije uspelo. Pokušajte ponovo.',
  },
  undo: {
    title: (kind?: ChangeKind) => (kind && isWarning(kind) ? 'Niste to bili vi?' : 'Poništavanje promene'),
    lead: (back: string) => `Otvorili ste link iz poruke. ${back}, odjavljujemo sve uređaje i tražimo novu lozinku.`,
    later: (n: number) =>
      plural(n, {
        one: 'Poništavamo i # promenu posle toga.',
        few: 'Poništavamo i # promene posle toga.',
        other: 'Poništavamo i # promena posle toga.',
      }),
    button: (kind: ChangeKind) => (isWarning(kind) ? 'Odjavi sve uređaje' : 'Poništi promenu'),
    busy: (kind: ChangeKind) => (isWarning(kind) ? 'Odjava…' : 'Poništavanje…'),
    mine: (kind: ChangeKind) => (isWarning(kind) ? 'Ipak sam to ja' : 'Ipak je moja promena'),
    keptTitle: 'Ništa se ne menja',
    kept: 'U redu, ništa nismo menjali. Ovaj link više ne važi.',
    undoneTitle: (kind: ChangeKind) => (isWarning(kind) ? 'Svi uređaji su odjavljeni' : 'Promena je poništena'),
    undoneBlocked: `Svi uređaji su odjavljeni, a stara lozinka više ne važi. Nalog je blokiran, pa novu lozinku možete da postavite tek kada bude odblokiran. Za to pišite na ${company.email}.`,
    deadTitle: 'Link više ne važi',
    dead: 'Link je već iskorišćen ili nije ispravan. Ako promena nije vaša, zatražite novu lozinku.',
    oldTitle: 'Rok je prošao',
    old: `Rok od ${UNDO_DAYS} dana je prošao. Ako promena nije vaša, pišite na ${company.email}.`,
    home: 'Na početnu',
    newPassword: 'Zatražite novu lozinku',
    failed: 'Promena nije poništena. Pokušajte ponovo.',
  },
  lost: {
    link: 'Nemate ni telefon ni rezervne kodove?',
    title: 'Izgubljen drugi korak',
    text: `Potvrdu u dva koraka možemo da uklonimo posle ${RECOVERY_HOURS} sata. O tome odmah šaljemo poruku na adresu naloga, sa linkom koji to zaustavlja. Zaustavlja je i svaka prijava kodom.`,
    start: 'Zatražite uklanjanje',
    starting: 'Slanje…',
    back: 'Imam kod',
    waiting: (when: string) =>
      `Uklanjanje je zatraženo. Potvrda u dva koraka prestaje ${when}; posle toga ponovo zatražite link za novu lozinku.`,
    failed: 'Zahtev nije poslat. Pokušajte ponovo.',
  },
  staff: {
    remove: 'Ukloni potvrdu u dva koraka',
    removeText: (email: string) =>
      `Korisnik ${email} gubi aplikaciju za kodove i rezervne kodove i odjavljuje se svuda. O tome dobija poruku, sa linkom koji to poništava 7 dana. Najpre proverite da li je to zaista on.`,
    removed: 'Potvrda u dva koraka je uklonjena.',
  },
});
