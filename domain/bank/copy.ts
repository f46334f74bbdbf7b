import type { Sentences } from '../errors.ts';
import { formatMoneyExact, type Money } from '../money.ts';
import { plural } from '../plural.ts';
import type { Decision } from './decisions.ts';
import type { ColumnMapping, PartState, Unreadable, Verdict } from './statement.ts';

export const statementCopy = {
  title: 'Učitaj izvod banke',
  hint: 'Uplate prepoznajemo po pozivu na broj; ostale potvrđujete ručno.',
  drop: 'Prevucite izvod ovde ili izaberite datoteku',
  formats: 'CSV, CAMT.053 (XML) ili MT940, najviše 12 MB',
  choose: 'Izaberite datoteku',
  busy: 'Čitamo izvod…',
  already: (when: string) => `Ovaj izvod je već učitan ${when}. Ništa nije promenjeno.`,
  done: (lines: number, fresh: number) =>
    `${plural(lines, { one: '# uplata', few: '# uplate', other: '# uplata' })} u izvodu, ${plural(fresh, { one: '# nova', few: '# nove', other: '# novih' })}.`,
  sums: {
    title: 'Novac iz ovog izvoda',
    arrived: 'Stiglo',
    open: 'Čeka odluku',
    confirmed: 'Potvrđeno',
    waiting: 'Delovi koji čekaju ostatak',
    owed: 'Za vraćanje i vraćeno',
    dismissed: 'Preskočeno',
    nothing: '0',
  },
  large: 'Datoteka je veća od 12 MB, pa nije čitana.',
  openImport: 'Otvori',
  openOne: (name: string) => `Otvori: ${name}`,
  recent: 'Učitani izvodi',
  none: 'Još nema učitanih izvoda.',
  open: (n: number) =>
    plural(n, { one: '# uplata čeka odluku', few: '# uplate čekaju odluku', other: '# uplata čeka odluku' }),
  settled: 'Sve uplate su rešene.',
  confirmAll: (n: number) => plural(n, { one: 'Potvrdi # uplatu', few: 'Potvrdi # uplate', other: 'Potvrdi # uplata' }),
  confirmedAll: (n: number) =>
    plural(n, { one: 'Potvrđena je # uplata.', few: 'Potvrđene su # uplate.', other: 'Potvrđeno je # uplata.' }),
  linked: (number: number) => `Uplata je vezana za rezervaciju ${number}, koja je već bila plaćena.`,
  partRecorded: (number: number) =>
    `Deo je upisan. Rezervacija ${number} ostaje na čekanju, a ostatak tražimo porukom.`,
  owed: 'Uplata je na spisku za vraćanje.',
  dismissedOne: (payer: string, amount: string) => `Uplata je preskočena: ${payer}, ${amount}.`,
  reopened: 'Uplata ponovo čeka odluku.',
  confirm: 'Potvrdi',
  decide: 'Odluči',
  dismiss: 'Preskoči',
  reopen: 'Poništi odluku',
  undo: 'Poništi',
  /** A button names the payment it is about: whose, and how much. */
  of: (action: string, payer: string, amount: string) => `${action}: ${payer}, ${amount}`,
  ofReservation: (number: number) => `rezervacija ${number}`,
  agree: (n: number, sums: string) =>
    `${plural(n, { one: '# uplata se slaže', few: '# uplate se slažu', other: '# uplata se slaže' })}, ${sums}.`,
  agreeHint: 'Iznos i poziv na broj isti su u cifru. Karte odlaze odmah.',
  nothingHere: 'Ovde nema uplata.',
  nobody: 'bez imena uplatioca',
  states: { open: 'Čekaju odluku', recorded: 'Rešene', dismissed: 'Preskočene', all: 'Sve' },
  showState: 'Koje uplate',
  by: (who: string, when: string) => `${who}, ${when}`,
  columns: {
    bookedOn: 'Datum',
    payer: 'Uplatilac',
    purpose: 'Svrha i poziv na broj',
    amount: 'Iznos',
    reservation: 'Rezervacija',
    verdict: 'Nalaz',
  },
  priced: (amount: string) => `cena ${amount}`,
  lapsedOn: (day: string) => `isteklo ${day}`,
  together: (amount: string) => `sve što je stiglo: ${amount}`,
  suggestion: (number: number, name: string) => `Možda rezervacija ${number}: ${name}`,
  verdicts: {
    exact: 'Slaže se',
    part: 'Uplaćeno manje',
    over: 'Uplaćeno više',
    currency: 'Druga valuta',
    lapsed: 'Stiglo posle isteka',
    duplicate: 'Već plaćeno ili duplo',
    cancelled: 'Rezervacija otkazana',
    unknown: 'Nepoznat poziv na broj',
  } satisfies Record<Verdict, string>,
  decision: 'Odluka',
  dismissedState: 'Preskočeno',
  partStates: {
    waiting: 'Deo, čeka ostatak',
    confirmed: 'Potvrđeno',
    owed: 'Za vraćanje',
    returned: 'Vraćeno',
  } satisfies Record<PartState, string>,
  mapping: {
    title: 'Šta je u kojoj koloni?',
    sample: 'Prvi redovi izvoda',
    lead: 'Ovaj oblik izvoda vidimo prvi put. Izbor pamtimo, pa sledeći put ne pitamo.',
    date: 'Datum',
    amount: 'Iznos uplate (odobrenje)',
    reference: 'Poziv na broj',
    purpose: 'Svrha',
    payer: 'Uplatilac',
    currency: 'Valuta',
    defaultCurrency: 'Valuta izvoda',
    none: 'nema u izvodu',
    submit: 'Učitaj izvod',
  },
} as const;

/** A payment beside its reservation: what came, what is expected, and what may be done. */
export const decisionCopy = {
  title: 'Odluka o uplati',
  got: 'Stiglo',
  want: 'Očekuje se',
  missing: 'Nedostaje',
  extra: 'Višak',
  agrees: 'Slaže se u paru.',
  together: 'Sa ostalim uplatama koje čekaju odluku slaže se u paru.',
  otherCurrency: 'Druga valuta, razlika ne može da se izračuna.',
  nothingExpected: {
    placeno: 'Ova rezervacija je već plaćena uplatom iz izvoda. Ništa više se ne očekuje.',
    otkazano: 'Ova rezervacija je otkazana. Ništa se ne očekuje.',
  },
  lapsed: 'Rezervacija je istekla i njeno mesto je oslobođeno. Potvrda ga zauzima ponovo, ako ga još ima.',
  byHand: 'Rezervacija je ručno označena kao plaćena. Uplata se vezuje za nju; nova karta se ne šalje.',
  reference: 'Poziv na broj',
  noReference: 'nema',
  purpose: 'Svrha',
  payer: 'Uplatilac',
  reservation: 'Rezervacija',
  price: 'Cena',
  phone: 'Telefon',
  email: 'Email',
  earlier: 'Druge uplate',
  noEarlier: 'nema',
  saidByHand: 'upisano ručno',
  earlierStates: {
    open: 'čeka odluku',
    dismissed: 'preskočena',
    recorded: 'rešena',
    waiting: 'deo, čeka ostatak',
    confirmed: 'potvrđena',
    owed: 'za vraćanje',
    returned: 'vraćena',
  },
  undoSkip: 'Poništi preskakanje',
  what: 'Šta radimo',
  options: {
    confirm: { title: 'Potvrdi uplatu', text: () => 'Rezervacija postaje plaćena, a kupcu odmah ide karta.' },
    part: {
      title: 'Upiši kao deo i traži ostatak',
      text: (rest: string) => `Kupcu ide poruka sa uputstvom za ${rest}. Rezervacija ostaje na čekanju.`,
    },
    surplus: {
      title: 'Potvrdi, a višak vrati',
      text: (extra: string) => `Rezervacija postaje plaćena, a ${extra} ide na spisak za vraćanje.`,
    },
    accept: {
      title: 'Prihvati kao celu uplatu',
      text: () => 'Rezervacija postaje plaćena, a razlika se otpisuje uz razlog.',
    },
    return: {
      title: 'Vrati uplatiocu',
      text: () => 'Cela uplata ide na spisak za vraćanje. Novac vraća organizator.',
    },
  } satisfies Record<Decision, { title: string; text: (amount: string) => string }>,
  link: { confirm: 'Veži uplatu za rezervaciju', text: 'Karta je već poslata i ne šalje se ponovo.' },
  other: 'Druga rezervacija',
  otherHint: 'Upišite broj; pre upisa vidite ime i cenu.',
  find: 'Prikaži rezervaciju',
  own: 'Vrati rezervaciju iz izvoda',
  reason: 'Razlog razlike',
  reasonNeeded: 'Upišite razlog razlike.',
  reasonHint: 'npr. bankarska provizija, dogovor sa kupcem',
  returnReason: 'Zašto se vraća',
  submit: {
    confirm: (amount: string) => `Potvrdi ${amount}`,
    part: (amount: string) => `Upiši ${amount} kao deo`,
    surplus: (amount: string) => `Potvrdi ${amount}`,
    accept: (amount: string) => `Prihvati ${amount}`,
    return: (amount: string) => `Vrati ${amount}`,
  } satisfies Record<Decision, (amount: string) => string>,
  busy: 'Upisujemo…',
  changed: 'Stanje se u međuvremenu promenilo. Pogledajte novo stanje pa odlučite ponovo.',
} as const;

export const owedCopy = {
  title: 'Za vraćanje',
  button: (n: number | null) => (n ? `Za vraćanje (${n})` : 'Za vraćanje'),
  lead: 'Novac koji organizator duguje kupcima. Kad ga vrati, označite ga ovde; ništa se ne briše.',
  sum: (amounts: string) => `Još se duguje: ${amounts}`,
  none: 'Nema novca za vraćanje.',
  all: 'Prikaži i vraćeno',
  columns: { who: 'Kome', from: 'Uplata', amount: 'Iznos', reason: 'Razlog', state: 'Stanje' },
  reservation: (number: number) => `rezervacija ${number}`,
  unknownPayer: 'uplatilac nije poznat',
  byHand: 'upisano ručno, bez izvoda',
  noReason: 'bez razloga',
  mark: 'Označi kao vraćeno',
  unmark: 'Ipak nije vraćeno',
  of: (action: string, who: string, amount: string) => `${action}: ${who}, ${amount}`,
  returned: (who: string, when: string) => `vraćeno, ${who}, ${when}`,
  owedSince: (who: string, when: string) => `od ${when}, ${who}`,
  marked: 'Označeno kao vraćeno.',
  unmarked: 'Vraćeno na spisak.',
} as const;

export const bankRefusals = {
  STATEMENT_UNREADABLE: ({ reason }: { reason: Unreadable }) => unreadable[reason],
  STATEMENT_COLUMN_MISSING: ({ column }: { column: string }) =>
    `U izvodu nema kolone „${column}“. Izaberite kolone ponovo.`,
  STATEMENT_CHANGED: ({ verdicts: { exact } }: { verdicts: { exact: { lines: number; sums: Money[] } } }) =>
    exact.lines === 0
      ? 'Izvod se u međuvremenu promenio: nijedna uplata više ne čeka ovu potvrdu.'
      : `Izvod se u međuvremenu promenio: sada ${statementCopy.agree(exact.lines, exact.sums.map(formatMoneyExact).join(', '))} Pogledajte, pa potvrdite.`,
  STATEMENT_LINE_GONE: 'Ta uplata više nije u izvodu; osvežite stranu.',
  STATEMENT_LINE_SETTLED: 'O ovoj uplati je već odlučeno; osvežite stranu.',
  STATEMENT_NEEDS_RESERVATION: 'Upišite broj rezervacije na koju se uplata odnosi.',
  PAYMENT_DIFFERS: decisionCopy.changed,
  PAYMENT_REASON_NEEDED: 'Stigao je samo deo iznosa. Upišite razlog zbog kog se prihvata kao cela uplata.',
  PAYMENT_COUNTED: 'Uplata je već potvrđena ili vraćena, pa odluka ne može da se poništi.',
  OWED_MONEY_GONE: 'Taj iznos više nije na spisku za vraćanje; osvežite stranu.',
} satisfies Sentences;

const unreadable = {
  format: 'Datoteka nije izvod koji umemo da pročitamo. Prihvatamo CSV, CAMT.053 (XML) i MT940.',
  xml: 'XML nije ispravan ili sadrži nedozvoljene delove (DOCTYPE, entitete).',
  columns: 'U CSV datoteci nismo našli zaglavlje sa nazivima kolona.',
  date: 'U koloni datuma nema ispravnog datuma. Izaberite kolone ponovo.',
  amount: 'U koloni iznosa nema ispravnog iznosa. Izaberite kolone ponovo.',
  empty: 'U izvodu nema nijedne uplate.',
  lines: 'Izvod ima previše redova. Podelite ga na manje.',
  large: statementCopy.large,
  long: 'U izvodu ima redova ili polja koja su predugačka za izvod banke. Izvezite ga iz banke ponovo.',
  slow: 'Čitanje izvoda je trajalo predugo i prekinuto je. Izvezite ga iz banke ponovo ili ga podelite na manje.',
} satisfies Record<Unreadable, string>;

/** How banks name the columns of their exports, best guess first. */
export const columnWords = {
  date: [/datum.*(knji|valut|izvr)/i, /datum/i, /\bdate\b/i],
  amount: [/odobrenje|potra[zž]uje|priliv/i, /uplata|uplate/i, /credit/i, /iznos/i, /amount/i],
  reference: [/poziv.*(odobr|korisn|primal)/i, /poziv/i, /reference|referenca/i],
  purpose: [/svrha/i, /opis/i, /purpose|description|details/i],
  payer: [/uplatilac|nalogodavac|platilac|du[zž]nik/i, /naziv|partner|ime/i, /payer|name/i],
  currency: [/^(?!.*datum).*valuta/i, /currency/i],
} satisfies Partial<Record<keyof ColumnMapping, RegExp[]>>;
