import type { Sentences } from '../errors.ts';
import { formatMoneyExact, type Money } from '../money.ts';
import { plural } from '../plural.ts';
import type { CompensationProblem } from './compensations.ts';
import type { Decision } from './decisions.ts';
import type { ColumnMapping, PartState, StatementRefusalReason, Verdict } from './statement.ts';

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
  account: {
    label: 'Račun',
    title: 'Sa kog je računa ovaj izvod?',
    lead: 'U datoteci nema broja računa. Uplate se vezuju samo za ono što se plaća vlasniku računa.',
    choose: 'Izaberite račun',
    submit: 'Učitaj izvod',
    option: (account: string, owner: string) => `${account}, ${owner}`,
    known: (currency: string | null) =>
      currency === null
        ? 'Kolone čitamo kao prošli put.'
        : `Kolone čitamo kao prošli put, a svi iznosi su u valuti ${currency}.`,
    change: 'Promeni kolone i valutu',
  },
  total: {
    label: 'Zbir izvoda (upišite ga, jer ovaj format nema stanja)',
    hint: 'Uplate manje isplate, kao na izvodu banke.',
    submit: 'Proveri zbir',
    unreadable: 'Upišite iznos, npr. 677.406,00.',
    right: 'Zbir se slaže.',
  },
  notWhole: (amount: string) =>
    `Zbir redova se razlikuje od izvoda za ${amount}. Ništa ne može da se potvrdi dok se izvod ne učita ponovo.`,
  noTotal: 'Dok se zbir ne upiše i ne složi, ništa ne može da se potvrdi.',
  sums: {
    title: 'Novac iz ovog izvoda',
    arrived: 'Stiglo',
    went: 'Otišlo',
    open: 'Čeka odluku',
    confirmed: 'Potvrđeno',
    waiting: 'Delovi koji čekaju ostatak',
    owed: 'Za vraćanje i vraćeno',
    dismissed: 'Preskočeno',
    closed: 'Zatvoreno bez knjiženja',
    held: 'Odlučeno, sprovodi se',
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
  partKept: (number: number) =>
    `Deo je upisan. Rezervacija ${number} ostaje na čekanju. Događaj je završen, pa ostatak ne tražimo.`,
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
  states: {
    open: 'Čekaju odluku',
    held: 'Na čekanju',
    recorded: 'Rešene',
    closed: 'Zatvorene',
    dismissed: 'Preskočene',
    all: 'Sve',
  },
  heldUntil: (time: string) => `Sprovodi se u ${time}`,
  heldForSecond: 'Čeka drugu osobu',
  agreeSecond: 'Potvrdi razliku',
  tooNew: 'Prava ste dobili pre manje od sat vremena. Razliku potvrđuje neko drugi.',
  agreed: (time: string) => `Razlika je potvrđena. Sprovodi se u ${time}.`,
  askedSecond: 'Ovu razliku potvrđuje i drugi administrator.',
  undoHold: 'Vrati odluku',
  stopped: (time: string) => `Odluka od ${time} nije sprovedena, jer se stanje promenilo.`,
  closedState: 'Zatvoreno',
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
    courier: 'Isplata kurira',
    card: 'Isplata kartica',
    outgoing: 'Naknada banke ili nije naše',
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
    leadKnown: 'Ovako su kolone izabrane prošli put. Ispravite šta ovom izvodu ne odgovara; dalje pamtimo novi izbor.',
    date: 'Datum',
    amount: 'Iznos uplate (odobrenje)',
    outgoing: 'Iznos isplate (zaduženje)',
    reference: 'Poziv na broj',
    purpose: 'Svrha',
    payer: 'Uplatilac',
    payerAccount: 'Račun uplatioca',
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
    order: 'Ova narudžbina je već plaćena, ili će to biti za dva minuta. Ništa više se ne očekuje.',
  },
  lapsed: 'Rezervacija je istekla i njeno mesto je oslobođeno. Potvrda ga zauzima ponovo, ako ga još ima.',
  lateOrder: 'Narudžbina više ne čeka ovu uplatu. Potvrda je ponovo otvara po njenoj ceni; inače novac vratite.',
  byHand: 'Rezervacija je ručno označena kao plaćena. Uplata se vezuje za nju; nova karta se ne šalje.',
  byHandCancelled:
    'Rezervacija je otkazana, a novac koji je za nju upisan ručno već stoji za vraćanje. Ako je ovo ta uplata, vežite je; inače se duguje još jednom.',
  reference: 'Poziv na broj',
  noReference: 'nema',
  purpose: 'Svrha',
  payer: 'Uplatilac',
  reservation: 'Rezervacija',
  order: 'Narudžbina',
  price: 'Cena',
  phone: 'Telefon',
  email: 'Email',
  earlier: 'Druge uplate',
  noEarlier: 'nema',
  saidByHand: 'upisano ručno',
  earlierStates: {
    open: 'čeka odluku',
    dismissed: 'preskočena',
    held: 'odlučeno, sprovodi se',
    closed: 'zatvorena',
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
    keep: {
      title: 'Zadrži višak za sledeću narudžbinu',
      text: (extra: string) => `${extra ? `Kupcu ostaje ${extra}` : 'Ceo iznos ostaje kupcu'}. Kupac dobija poruku.`,
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
  /** Of an event that is over, or where somebody had said by hand that all of it came. */
  partAlone: { title: 'Upiši kao deo', text: () => 'Deo se upisuje uz rezervaciju, a ostatak ne tražimo porukom.' },
  link: {
    confirm: 'Veži uplatu za rezervaciju',
    text: 'Karta je već poslata i ne šalje se ponovo.',
    cancelled: 'Ovo je novac koji je upisan ručno. Na spisku za vraćanje ostaje jednom.',
  },
  other: 'Druga rezervacija',
  otherHint: 'Upišite broj; pre upisa vidite ime i cenu.',
  find: 'Prikaži rezervaciju',
  own: 'Vrati rezervaciju iz izvoda',
  withoutReservation: 'Bez rezervacije',
  reason: 'Razlog razlike',
  reasonNeeded: 'Upišite razlog razlike.',
  reasonHint: 'npr. bankarska provizija, dogovor sa kupcem',
  returnReason: 'Zašto se vraća',
  submit: {
    confirm: (amount: string) => `Potvrdi ${amount}`,
    part: (amount: string) => `Upiši ${amount} kao deo`,
    surplus: (amount: string) => `Potvrdi ${amount}`,
    keep: (amount: string) => `Zadrži ${amount}`,
    accept: (amount: string) => `Prihvati ${amount}`,
    return: (amount: string) => `Vrati ${amount}`,
  } satisfies Record<Decision, (amount: string) => string>,
  busy: 'Upisujemo…',
  changed: 'Stanje se u međuvremenu promenilo. Pogledajte novo stanje pa odlučite ponovo.',
  seeNew: 'Prikaži novo stanje',
} as const;

export const owedCopy = {
  title: 'Za vraćanje',
  button: (n: number | null) => (n ? `Za vraćanje (${n})` : 'Za vraćanje'),
  lead: 'Novac koji organizator duguje kupcima. Kad ga vrati, označite ga ovde; ništa se ne briše.',
  leadOfAll: 'Novac koji dugujemo onima koji su uplatili. Kad ga vratite, označite ga ovde; ništa se ne briše.',
  sum: (amounts: string) => `Još se duguje: ${amounts}`,
  none: 'Nema novca za vraćanje.',
  all: 'Prikaži i vraćeno',
  columns: { who: 'Kome', from: 'Uplata', amount: 'Iznos', reason: 'Razlog', state: 'Stanje' },
  reservation: (number: number) => `rezervacija ${number}`,
  order: (number: number) => `narudžbina ${number}`,
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
  payOut: 'U nalog za isplatu',
  payOutTitle: 'U nalog za isplatu',
  payOutText: (amount: string, who: string) => `${amount}, ${who}. Ide u sledeći nalog za isplatu firme.`,
  fromStatement:
    'Račun je sa izvoda, onaj sa kog je uplata stigla. Drugi može da se upiše tek kada banka vrati novac sa njega.',
  noAccount: 'Sa izvoda nemamo račun na koji bi novac mogao da ide. Upišite ga.',
  cancel: 'Odustani',
  paidOut: 'Iznos čeka nalog za isplatu.',
  takeOut: 'Izvadi iz naloga',
  takenOut: 'Iznos više ne čeka nalog za isplatu.',
  inPayout: {
    ready: (account: string) => `čeka nalog, ${account}`,
    listed: (account: string) => `u banci, ${account}`,
    done: (account: string) => `isplaćeno na ${account}`,
    returned: (account: string) => `banka je vratila isplatu na ${account}`,
    refused: (account: string) => `banka nije isplatila na ${account}`,
  },
  inList: (number: number) => `nalog ${number}`,
} as const;

export const bankRefusals = {
  STATEMENT_UNREADABLE: ({ reason }: { reason: StatementRefusalReason }) => unreadable[reason],
  STATEMENT_COLUMN_MISSING: ({ column }: { column: string }) =>
    `U izvodu nema kolone „${column}“. Izaberite kolone ponovo.`,
  STATEMENT_GONE: 'Tog izvoda nema, ili je sa računa koji ne vodite.',
  STATEMENT_OF_ANOTHER_ACCOUNT: ({ account }: { account: string }) =>
    `Izvod je sa računa ${account}, koji nije među računima koje vodite.`,
  STATEMENT_NOT_WHOLE: ({ currency, difference }: { currency: Money['currency']; difference: number | null }) =>
    difference === null
      ? statementCopy.noTotal
      : statementCopy.notWhole(formatMoneyExact({ amount: Math.abs(difference), currency })),
  STATEMENT_BESIDE_NOT_WHOLE: ({ fileName }: { fileName: string }) =>
    `Slaže se tek zajedno sa uplatom iz izvoda „${fileName}“, a njegov zbir se ne slaže. Prvo sredite taj izvod.`,
  STATEMENT_CHANGED: ({ verdicts: { exact } }: { verdicts: { exact: { lines: number; sums: Money[] } } }) =>
    exact.lines === 0
      ? 'Izvod se u međuvremenu promenio: nijedna uplata više ne čeka ovu potvrdu.'
      : `Izvod se u međuvremenu promenio: sada ${statementCopy.agree(exact.lines, exact.sums.map(formatMoneyExact).join(', '))} Pogledajte, pa potvrdite.`,
  STATEMENT_LINE_GONE: 'Ta uplata više nije u izvodu; osvežite stranu.',
  STATEMENT_LINE_HELD: 'Za ovo već čeka jedna odluka. Sačekajte dva minuta ili je vratite u Banci.',
  DECISION_CARRIED_OUT: 'Odluka je u međuvremenu sprovedena ili vraćena.',
  SECOND_PERSON_NEEDED: ({ reason }: { reason: 'own' | 'buyer' | 'new' }) =>
    ({
      own: 'Potvrda mora da bude od druge osobe.',
      buyer: 'Ovo je vaša uplata, pa razliku potvrđuje neko drugi.',
      new: statementCopy.tooNew,
    })[reason],
  PAYMENT_ORDER_GONE: 'Nema narudžbine sa tim brojem.',
  LATE_ORDER_SHORT: ({ free }: { free: number }) =>
    `Za ponovno otvaranje ove narudžbine nema dovoljno slobodnih uređaja (slobodno: ${free}). Novac vratite ili sačekajte da uređaji stignu.`,
  STATEMENT_LINE_SETTLED: 'O ovoj uplati je već odlučeno; osvežite stranu.',
  STATEMENT_NEEDS_RESERVATION: 'Izaberite na šta se uplata odnosi.',
  PAYMENT_DIFFERS: decisionCopy.changed,
  PAYMENT_REASON_NEEDED: 'Stigao je samo deo iznosa. Upišite razlog zbog kog se prihvata kao cela uplata.',
  PAYMENT_COUNTED: 'Uplata je već potvrđena ili vraćena, pa odluka ne može da se poništi.',
  CARD_PAYOUT_GONE: 'Ovo više nije isplata platne kuće; osvežite stranu.',
  CARD_PAYOUT_DIFFERS: decisionCopy.changed,
  COURIER_PAYOUT_GONE: 'Ovo više nije isplata kurira; osvežite stranu.',
  COURIER_PAYOUT_DIFFERS: decisionCopy.changed,
  COURIER_PAYOUT_REASON_NEEDED: 'Zbir pošiljki nije isti kao uplata. Upišite razlog razlike.',
  COMPENSATION_WRONG: ({ why }: { why: CompensationProblem }) =>
    ({
      sum: 'Zbir po pošiljkama nije isti kao uplata. Ispravite iznose.',
      couriers: 'Pošiljke nije nosio isti kurir. Jedna uplata se deli samo na pošiljke istog kurira.',
      twice: 'Ista pošiljka je izabrana dva puta.',
    })[why],
  PAYOUT_MARK_NEEDED: 'Na izvodu nema oznake isplate. Upišite je, pa pitajte kurira.',
  NOTHING_MISSING: 'Za ovu isplatu ništa ne nedostaje.',
  OWED_MONEY_GONE: 'Taj iznos više nije na spisku za vraćanje; osvežite stranu.',
  OWED_IN_PAYOUT: ({ state }: { state: 'ready' | 'listed' | 'done' }) =>
    ({
      ready: 'Ovaj iznos čeka nalog za isplatu. Prvo ga izvadite iz naloga.',
      listed: 'Ovaj iznos je u nalogu koji je u banci. Vraćen je kada to pokaže izvod.',
      done: 'Izvod pokazuje da je ovaj iznos isplaćen. Na spisak se vraća samo ako ga banka vrati.',
    })[state],
  OWED_NOT_PAYABLE: 'U nalog za isplatu idu samo dinari sa računa firme.',
  OWED_ACCOUNT_OTHER:
    'Novac se vraća na račun sa kog je stigao. Drugi račun može da se upiše tek kada banka vrati novac sa tog računa.',
} satisfies Sentences;

const unreadable = {
  format: 'Datoteka nije izvod koji umemo da pročitamo. Prihvatamo CSV, CAMT.053 (XML) i MT940.',
  xml: 'XML nije ispravan ili sadrži nedozvoljene delove (DOCTYPE, entitete).',
  columns: 'U CSV datoteci nismo našli zaglavlje sa nazivima kolona.',
  date: 'U koloni datuma nema ispravnog datuma. Izaberite kolone ponovo.',
  amount: 'U koloni iznosa nema ispravnog iznosa. Izaberite kolone ponovo.',
  empty: 'U izvodu nema nijednog reda.',
  accounts: 'U datoteci su izvodi više računa. Izvezite ih iz banke odvojeno.',
  lines: 'Izvod ima previše redova. Podelite ga na manje.',
  large: statementCopy.large,
  long: 'U izvodu ima redova ili polja koja su predugačka za izvod banke. Izvezite ga iz banke ponovo.',
  slow: 'Čitanje izvoda je trajalo predugo i prekinuto je. Izvezite ga iz banke ponovo ili ga podelite na manje.',
} satisfies Record<StatementRefusalReason, string>;

/** How banks name the columns of their exports, best guess first. */
export const columnWords = {
  date: [/datum.*(knji|valut|izvr)/i, /datum/i, /\bdate\b/i],
  outgoing: [/zadu[zž]enje|duguje|odliv/i, /isplata|isplate/i, /debit/i],
  amount: [/odobrenje|potra[zž]uje|priliv/i, /uplata|uplate/i, /credit/i, /iznos/i, /amount/i],
  reference: [/poziv.*(odobr|korisn|primal)/i, /poziv/i, /reference|referenca/i],
  purpose: [/svrha/i, /opis/i, /purpose|description|details/i],
  payerAccount: [/ra[cč]un.*(uplatioc|platioc|nalogodav|du[zž]ni|partner)/i],
  payer: [/uplatilac|nalogodavac|platilac|du[zž]nik/i, /naziv|partner|ime/i, /payer|name/i],
  currency: [/^(?!.*datum).*valuta/i, /currency/i],
} satisfies Partial<Record<keyof ColumnMapping, RegExp[]>>;
