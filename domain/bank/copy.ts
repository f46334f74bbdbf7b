import type { Sentences } from '../errors.ts';
import { plural } from '../plural.ts';
import type { ColumnMapping, Unreadable, Verdict } from './statement.ts';

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
  large: 'Datoteka je veća od 12 MB, pa nije čitana.',
  openImport: 'Otvori',
  recent: 'Učitani izvodi',
  none: 'Još nema učitanih izvoda.',
  open: (n: number) =>
    plural(n, { one: '# uplata čeka odluku', few: '# uplate čekaju odluku', other: '# uplata čeka odluku' }),
  settled: 'Sve uplate su rešene.',
  confirmAll: (n: number) => plural(n, { one: 'Potvrdi # uplatu', few: 'Potvrdi # uplate', other: 'Potvrdi # uplata' }),
  confirmedAll: (n: number) =>
    plural(n, { one: 'Potvrđena je # uplata.', few: 'Potvrđene su # uplate.', other: 'Potvrđeno je # uplata.' }),
  confirm: 'Potvrdi',
  dismiss: 'Preskoči',
  assign: 'Broj rezervacije',
  assignButton: 'Poveži i potvrdi',
  showAll: 'Prikaži i rešene',
  columns: {
    bookedOn: 'Datum',
    payer: 'Uplatilac',
    purpose: 'Svrha i poziv na broj',
    amount: 'Iznos',
    reservation: 'Rezervacija',
    verdict: 'Nalaz',
  },
  expected: (amount: string) => `očekuje se ${amount}`,
  together: (amount: string) => `sve uplate zajedno: ${amount}`,
  suggestion: (number: number, name: string) => `Možda rezervacija ${number}: ${name}`,
  verdicts: {
    exact: 'Slaže se',
    part: 'Uplaćeno manje',
    over: 'Uplaćeno više',
    currency: 'Druga valuta',
    lapsed: 'Stiglo posle isteka',
    duplicate: 'Već plaćeno ili duplo',
    unknown: 'Nepoznat poziv na broj',
  } satisfies Record<Verdict, string>,
  decision: 'Odluka',
  lineStates: { confirmed: 'Potvrđeno', dismissed: 'Preskočeno' },
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
