import type { Sentences } from '../../errors.ts';
import { plural } from '../../plural.ts';
import { beforeComma } from '../../time.ts';
import { datesInSentence, datesOf, type EventDate } from '../days.ts';
import type { MoveProblems } from './rules.ts';

/** The organiser cancels or moves the event. */
export const changeCopy = {
  button: 'Otkaži ili pomeri događaj',
  title: 'Otkazivanje ili pomeranje događaja',
  lead: (event: EventDate) => `Događaj je ${datesInSentence(event)} Radnja važi odmah i za sve rezervacije.`,
  kind: {
    label: 'Šta radite',
    moved: 'Pomeram događaj',
    cancelled: 'Otkazujem događaj',
  },
  firstDay: 'Prvi dan novog datuma',
  firstDayHint: 'Događaj traje dva dana.',
  newDates: (event: EventDate) => `Novi datum: ${datesOf(event)}`,
  chooseUntil: 'Poslednji dan za izbor',
  chooseUntilHint: 'Do kraja tog dana gost može da traži novac. Ko ne izabere, zadržava kartu.',
  reason: 'Razlog (ide u poruku)',
  reasonNeeded: 'Upišite razlog.',
  problems: {
    firstDay: {
      missing: 'Izaberite prvi dan.',
      past: 'Izaberite dan koji tek dolazi.',
      same: 'Događaj je već tog datuma.',
      far: 'Događaj može da se pomeri najviše za godinu dana.',
    },
    chooseUntil: {
      missing: 'Izaberite poslednji dan za izbor.',
      past: 'Izaberite današnji ili kasniji dan.',
      late: 'Izbor se završava pre početka događaja.',
    },
  } satisfies { [F in keyof MoveProblems]-?: Record<NonNullable<MoveProblems[F]>, string> },
  preview: {
    title: 'Koga se tiče',
    package: 'Paket',
    waiting: 'Čeka plaćanje',
    paid: 'Plaćeno',
    tickets: 'Karata',
    all: 'Ukupno',
    none: 'Nema rezervacija koje čekaju ili su plaćene.',
    money: (amounts: string) => `Stiglo je ${amounts}.`,
    noMoney: 'Novac nije stigao ni za jednu.',
    mails: (n: number) => plural(n, { one: 'Šaljemo # poruku.', few: 'Šaljemo # poruke.', other: 'Šaljemo # poruka.' }),
    noMails: 'Poruka nema kome da se pošalje.',
    askedBack: (n: number) =>
      `Među njima su i gosti koji su tražili novac (${n}): ako im nov datum odgovara, mogu da se predomisle.`,
  },
  effect: {
    moved: 'Karte važe za novi datum. Ko je platio bira da li zadržava kartu ili traži novac.',
    cancelled: 'Sve karte prestaju da važe, a sav novac ide na spisak za vraćanje.',
  },
  undo: {
    moved: 'Pomeranje se ispravlja novim pomeranjem, o kome gosti opet dobijaju poruku.',
    cancelled: 'Otkazivanje ne može da se opozove.',
  },
  word: { moved: 'pomeram', cancelled: 'otkazujem' },
  type: (word: string) => `Za potvrdu upišite: ${word}`,
  typeError: (word: string) => `Upišite reč „${word}“.`,
  yes: { moved: 'Pomeri događaj', cancelled: 'Otkaži događaj' },
  no: 'Odustani',
  done: {
    moved: 'Događaj je pomeren. Gostima smo poslali poruke.',
    cancelled: 'Događaj je otkazan. Gostima smo poslali poruke, a novac je na spisku za vraćanje.',
  },

  /** On Event Uplate afterwards. */
  state: {
    cancelled: (when: string, who: string) => `Događaj je otkazan ${when}, ${who}.`,
    moved: (from: EventDate, to: EventDate, when: string, who: string) =>
      `Događaj je pomeren sa ${datesInSentence(from)} na ${datesOf(to)} Promenjeno ${when}, ${who}.`,
    reason: (reason: string) => `Razlog: ${reason}`,
    choices: ({ keep, refund, open }: { keep: number; refund: number; open: number }, until: string) =>
      `Izbor gostiju do ${until} Zadržali kartu: ${keep}. Traže novac: ${refund}. Nisu izabrali: ${open}.`,
    money: (owed: string, returned: string) => `Za vraćanje: ${owed}. Vraćeno: ${returned}.`,
    noMoney: 'ništa',
  },

  /** Why a reservation is cancelled, on its row, on the list of money to give back and on its page. */
  cancelReason: (reason: string) => `Događaj je otkazan. ${reason}`,
  refundReason: 'Događaj je pomeren, a gost traži novac.',
} as const;

/** On the guest's page. */
export const choiceCopy = {
  movedTitle: 'Događaj je pomeren',
  moved: (from: EventDate, to: EventDate) =>
    `Umesto ${beforeComma(datesInSentence(from))}, događaj se održava ${datesInSentence(to)}`,
  reason: (reason: string) => `Razlog: ${reason}`,
  unpaid: 'Rezervacija važi za novi datum. Ako vam ne odgovara, nemojte da uplaćujete.',
  ask: (until: string) =>
    `Karta važi za novi datum. Ako vam ne odgovara, do ${until} možete da tražite novac. Ako ne izaberete, karta ostaje vaša.`,
  askPart: (until: string) =>
    `Rezervacija važi za novi datum. Ako vam ne odgovara, do ${until} možete da tražite ono što ste uplatili.`,
  keep: 'Zadržavam kartu',
  keepPart: 'Zadržavam rezervaciju',
  refund: 'Tražim novac',
  kept: (until: string) => `Zadržavate kartu. Do ${until} možete da se predomislite.`,
  keptPart: (until: string) => `Zadržavate rezervaciju. Do ${until} možete da se predomislite.`,
  refunded: (amounts: string, organiser: string) =>
    `Tražite novac za događaj koji je pomeren. Organizator (${organiser}) vam vraća ${amounts}; karte više ne važe.`,
  refundedPart: (amounts: string, organiser: string) =>
    `Tražite novac za događaj koji je pomeren. Organizator (${organiser}) vam vraća ${amounts}; rezervacija više ne važi.`,
  /** The payment is decided on anew. */
  checked: 'Tražite novac za događaj koji je pomeren. Organizator ponovo proverava vašu uplatu.',
  changeMind: (until: string) => `Do ${until} možete da se predomislite, dok novac nije vraćen.`,
  returned: 'Novac je vraćen.',
  held: 'Na ovu email adresu već čeka uplatu druga rezervacija paketa sa ograničenim brojem mesta. Ovu možete da zadržite kada ta uplata bude evidentirana ili ta rezervacija istekne.',
  sure: {
    title: 'Tražiti novac?',
    text: 'Karte odmah prestaju da važe, i one koje ste ustupili.',
    textPart: 'Rezervacija odmah prestaje da važi i mesto se oslobađa.',
    yes: 'Tražim novac',
    no: 'Odustani',
  },
  done: {
    keep: 'Zadržavate kartu.',
    refund: 'Zabeleženo. Karte više ne važe, a novac vam vraća organizator.',
  },
  donePart: {
    keep: 'Zadržavate rezervaciju.',
    refund: 'Zabeleženo. Rezervacija više ne važi, a novac vam vraća organizator.',
  },
  cancelledTitle: 'Događaj je otkazan',
  owed: (amounts: string, organiser: string) => `Organizator (${organiser}) vam vraća ${amounts}.`,
} as const;

export const changeRefusals = {
  EVENT_CANCELLED: 'Događaj je otkazan i rezervacije više ne primamo.',
  EVENT_BEGUN: 'Događaj je već počeo ili je završen, pa ovo više nije moguće.',
  EVENT_DAY_WRONG: 'Proverite datume: nov prvi dan tek dolazi, a izbor gostiju se završava pre njega.',
  EVENT_STATE_CHANGED: 'U međuvremenu se promenilo koga se ovo tiče. Pogledajte nove brojeve pa potvrdite ponovo.',
  CHOICE_CLOSED: 'Ovaj izbor više nije moguć: rok je prošao ili rezervacija više ne važi. Pišite organizatoru.',
  MONEY_RETURNED: 'Novac je već vraćen, pa karta više ne može da se zadrži. Ako želite, rezervišite ponovo.',
} satisfies Sentences;
