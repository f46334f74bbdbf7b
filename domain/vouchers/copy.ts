import { common } from '../copy.ts';
import type { Sentences } from '../errors.ts';
import { formatNumber } from '../money.ts';
import type { VoucherState } from './contract.ts';

/** The voucher box. */
export const redeem = {
  title: 'Imate vaucher kod?',
  text: 'Upišite kod i L-baneri se odmah dodaju na vaše stanje.',
  label: 'Vaucher kod',
  placeholder: 'npr. 4820 5917 3361',
  hint: 'Kod čine samo cifre.',
  button: 'Iskoristi kod',
  busy: 'Provera koda…',
  notSignedIn: 'Morate biti ulogovani da biste iskoristili vaucher kod.',
  signIn: 'Prijavite se',
  success: (n: number) => `Vaucher kod je uspešno iskorišćen! Dodano je ${formatNumber(n)} L-banera na vaš nalog.`,
  /** Beside `VOUCHER_USED` when the caller is the one who redeemed it. */
  usedByYou: 'Iskoristili ste ga vi, i L-baneri su na vašem stanju.',
} as const;

/** The codes that a member has redeemed, on the account page. */
export const mine = {
  title: 'Iskorišćeni vaučeri',
  code: 'Kod',
  banners: 'L-baneri',
  date: 'Iskorišćen',
  empty: 'Još niste iskoristili nijedan vaucher kod.',
  failed: 'Vaučeri nisu učitani. Pokušajte ponovo.',
  last: (n: number) =>
    `Prikazano je ${formatNumber(n)} poslednjih. Sve vaučere imate u podacima koje preuzimate u delu Podaci i zatvaranje.`,
} as const;

export const voucherStates: Record<VoucherState, string> = {
  unused: 'Neiskorišćen',
  used: 'Iskorišćen',
  voided: 'Poništen',
};

export const voucherColumns = {
  code: 'Kod',
  bannerCount: 'L-baneri',
  state: 'Stanje',
  note: 'Napomena',
  createdAt: 'Izdat',
  redeemedBy: 'Iskoristio',
  redeemedAt: 'Iskorišćen',
  voidedAt: 'Poništen',
} as const;

export const voucherFile = (day: string) => `vauceri-${day}`;

export const voucherRefusals = {
  VOUCHER_EMPTY: 'Molimo unesite vaucher kod.',
  VOUCHER_NOT_A_NUMBER: 'Vaucher kod čine samo cifre. Proverite šta ste upisali.',
  VOUCHER_UNKNOWN: 'Vaucher kod ne postoji.',
  VOUCHER_USED: 'Ovaj vaucher kod je već iskorišćen.',
  VOUCHER_VOIDED: 'Ovaj vaucher kod je poništen i ne može da se iskoristi.',
  VOUCHER_TOO_MANY_TRIES: ({ minutes }: { minutes: number }) => common.tooMany(minutes),
  VOUCHER_ACCOUNT_GONE: 'Nismo uspeli da učitamo vaš nalog. Kod nije iskorišćen; pokušajte ponovo.',
  VOUCHER_GONE: 'Taj vaučer ne postoji.',
  VOUCHER_ALREADY_REDEEMED: 'Ovaj vaučer je već iskorišćen, pa ne može da se poništi.',
  VOUCHER_DAY_LIMIT: ({ left }: { left: number }) =>
    `To je više nego što danas još možete da izdate: ${formatNumber(left)} L-banera.`,
  VOUCHER_KEY_REUSED: 'Ovim obrascem su već izdati drugačiji vaučeri. Osvežite stranu i pokušajte ponovo.',
} satisfies Sentences;
