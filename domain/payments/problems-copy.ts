import { plural } from '../plural.ts';
import type { PaymentProblem } from './problem.ts';

/** Above the list of sales: payment events that wait for a person. */
export const problems = {
  title: (n: number) =>
    plural(n, {
      one: '# uplata čeka vašu odluku',
      few: '# uplate čekaju vašu odluku',
      other: '# uplata čeka vašu odluku',
    }),
  what: 'Uplate koje čekaju odluku',
  text: 'Platna kuća je javila nešto što nismo mogli sami da proknjižimo. Ništa nije izgubljeno.',
  received: (when: string) => `Javljeno ${when}`,
  order: (n: number) => `narudžbina ${n}`,
  unknownPayer: 'nepoznat kupac',
  retake: 'Proveri ponovo',
  retaken: 'Uplata je proknjižena.',
  still: 'I dalje ne može da se proknjiži.',
  dismiss: 'Rešeno je',
  dismissTitle: 'Rešeno na drugi način',
  dismissText: 'Zapišite kako, da kolege znaju. Događaj se sklanja sa ovog spiska i ostaje u dnevniku.',
  note: 'Kako je rešeno',
  notePlaceholder: 'npr. novac vraćen kupcu 3. septembra',
  dismissed: 'Zabeleženo.',
} as const;

/** What an admin reads about a payment event that nobody could settle. */
export const paymentProblems: Record<PaymentProblem, string> = {
  UNKNOWN_ORDER: 'Uplata ne pripada nijednoj našoj narudžbini.',
  UNKNOWN_PAYMENT: 'Povraćaj ili osporavanje ne pripada nijednoj našoj uplati.',
  UNKNOWN_TO_PROVIDER: 'Platna kuća ne zna za ono o čemu javlja.',
  AMOUNT_DIFFERS: 'Plaćeni iznos se razlikuje od iznosa narudžbine.',
  PAID_TWICE:
    'Ista narudžbina je plaćena dva puta. Drugu uplatu vratite na strani narudžbine, gde uz nju piše „plaćeno dvaput“; kod platne kuće se uplate ne razlikuju.',
  PAID_BESIDE_PARCEL:
    'Plaćena je stara strana za karticu, a narudžbinu naplaćuje kurir. Uplata se sama vraća; javite kupcu da paket plaća kuriru.',
  REFUND_OF_SPENT: 'Novac je vraćen, ali je deo stanja već potrošen.',
  UNEXPECTED_INVOICE: 'Plaćen je račun koji nije ni prva uplata ni obnova paketa. Stanje nije menjano.',
  ACCOUNT_CLOSED: 'Uplata je stigla za zatvoren ili blokiran nalog. Stanje nije menjano i novac se vraća.',
  DISPUTED: 'Kupac osporava plaćanje kod svoje banke. Stanje iz te uplate je zadržano do odluke.',
  DISPUTE_LOST: 'Osporavanje je rešeno u korist kupca: novac je vraćen, a stanje oduzeto.',
  PAYOUT_FAILED:
    'Isplata platne kuće na naš račun nije uspela ili je otkazana. Novac je kod nje; proverite račun za isplate i izvod.',
  PROVIDER_NOT_TOLD: 'Platna kuća još nije prihvatila prekid naplate ili povraćaj novca. Pokušavamo i dalje.',
};
