import type { Day } from '../../day.ts';
import type { Sentences } from '../../errors.ts';
import { formatDate } from '../../time.ts';
import { typeset } from '../../typography.ts';
import type { Loss, LossChoice, ParcelClaimState } from './lost.ts';

export const lostRefusals = {
  CHOICE_CLOSED: 'O ovom paketu više ne može da se bira: pronađen je, poslat je drugi ili se novac već vraća.',
  CHOICE_MADE: 'Izbor je već upisan. Ako želite da ga promenite, pišite nam i navedite broj narudžbine.',
  CLAIM_SETTLED: 'Zahtev kuriru je u međuvremenu rešen. Pogledajte novo stanje.',
} satisfies Sentences;

const happened: Record<Loss, string> = { lost: 'izgubljen', damaged: 'oštećen' };

/** On the buyer's page of an order. */
export const ownLoss = typeset({
  title: (kind: Loss) => `Paket je ${happened[kind]}. Šta želite?`,
  text: 'Paket je bio na putu do vas, pa trošak snosimo mi. Izaberite šta da uradimo.',
  choices: { again: 'Pošaljite mi drugi', money: 'Vratite mi novac' } satisfies Record<LossChoice, string>,
  confirmTitle: { again: 'Drugi paket?', money: 'Novac nazad?' } satisfies Record<LossChoice, string>,
  confirm: {
    again: 'Šaljemo isti proizvod na istu adresu, bez doplate.',
    money:
      'Vraćamo iznos za uređaje iz ovog paketa, onako kako ste platili. Ako ste platili uplatom na račun ili kuriru, pitamo vas za broj računa.',
  } satisfies Record<LossChoice, string>,
  cancel: 'Odustani',
  chosen: {
    again: 'Izabrali ste drugi paket. Šaljemo ga čim ga spakujemo.',
    money: 'Izabrali ste novac. Javljamo vam kada je vraćen.',
  } satisfies Record<LossChoice, string>,
  /** Another one is packed, whose own state stands on the page; the money is back. */
  done: {
    again: 'Izabrali ste drugi paket.',
    money: 'Izabrali ste novac. Vraćen je.',
  } satisfies Record<LossChoice, string>,
  saved: 'Izbor je upisan.',
});

/** On the desk's page of an order. */
export const lossDesk = typeset({
  title: 'Izgubljen ili oštećen paket',
  head: (parcel: string, kind: Loss) => `Pošiljka ${parcel}, ${kind === 'lost' ? 'izgubljena' : 'oštećena'}`,
  states: {
    none: 'Nosili smo ga sami',
    open: 'Zahtev kuriru',
    paid: 'Kurir je nadoknadio',
    refused: 'Kurir je odbio',
    dropped: 'Paket je pronađen',
  } satisfies Record<ParcelClaimState, string>,
  due: (day: Day) => `rok ${formatDate(day)}`,
  worth: 'Vrednost uređaja',
  buyer: 'Kupac želi',
  asked: 'još nije izabrao',
  choices: { again: 'drugi paket', money: 'novac nazad' } satisfies Record<LossChoice, string>,
  enter: 'Upiši izbor kupca',
  enterTitle: 'Šta kupac želi?',
  enterText: 'Upišite ono što je kupac rekao. Izbor stoji i na njegovoj strani narudžbine.',
  paid: 'Kurir je nadoknadio',
  paidTitle: 'Kurir je nadoknadio štetu?',
  paidText: (amount: string) => `Upisuje se da je zahtev od ${amount} plaćen.`,
  refused: 'Kurir je odbio',
  refusedTitle: 'Kurir je odbio zahtev?',
  refusedText: 'Navedite šta je kurir odgovorio.',
  answer: 'Odgovor kurira',
  done: 'Upisano.',
});

/** Mail to the buyer: „Vi“ with a capital letter. */
export const lossMail = {
  subject: (number: number, kind: Loss) => `Paket za narudžbinu ${number} je ${happened[kind]}`,
  preview: 'Izaberite drugi paket ili novac nazad.',
  previewExchange: 'Šaljemo Vam drugu zamenu.',
  previewUnpaid: 'Javićemo Vam se.',
  text: (parcel: string, kind: Loss) =>
    `pošiljka ${parcel} je ${kind === 'lost' ? 'izgubljena' : 'oštećena'} u dostavi. Izvinjavamo se.`,
  choose:
    'Izaberite da li da Vam pošaljemo drugi paket, bez doplate, ili da Vam vratimo novac. Dok ne izaberete, ne šaljemo ništa.',
  exchange: 'U njoj je bila zamena za Vaš uređaj. Šaljemo Vam drugu; ne morate ništa da radite.',
  unpaid:
    'Ništa niste platili. Zovemo Vas da dogovorimo novo slanje; ako paket više ne želite, odgovorite na ovu poruku.',
  button: 'Izaberite',
  open: 'Otvorite narudžbinu',
} as const;
