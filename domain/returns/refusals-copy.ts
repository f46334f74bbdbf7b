import type { Day } from '../day.ts';
import type { Sentences } from '../errors.ts';
import { formatMoneyExact, type Money } from '../money.ts';
import { formatDateInSentence } from '../time.ts';

export const returnRefusals = {
  RETURN_GONE: 'To vraćanje ne postoji.',
  RETURN_MOVED: 'Vraćanje je u međuvremenu otišlo dalje. Pogledajte novo stanje pa nastavite.',
  RETURN_NOT_POSSIBLE:
    'Od ove narudžbine ovo ne može da se traži: uređaj nije isporučen, novac je već vraćen ili je kupac firma.',
  RETURN_SERIAL_TAKEN: ({ serial }: { serial: string }) =>
    `Uređaj ${serial} nije u ovoj narudžbini ili se već vraća. Osvežite stranu.`,
  RETURN_PICTURES_ENOUGH: 'Uz jedno vraćanje može najviše šest slika. Uklonite jednu, pa dodajte novu.',
  RETURN_PICTURE_BROKEN: 'Slika se ne otvara. Sačuvajte je kao JPG ili PNG, pa je pošaljite ponovo.',
  RETURN_REASON_SHORT: 'Opišite kvar sa bar deset karaktera.',
  WARRANTY_OVER: ({ until }: { until: Day }) => `Garancija je istekla ${formatDateInSentence(until)}`,
  RETURN_SERIALS_WRONG: ({ missing, other }: { missing: string[]; other: string[] }) =>
    [
      other.length > 0 ? `Ne pripada ovom vraćanju: ${other.join(', ')}.` : '',
      missing.length > 0 ? `Nije skenirano: ${missing.join(', ')}.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  RETURN_OUTCOME_WRONG: 'Ta odluka nije moguća za ovo vraćanje.',
  RETURN_RESOLUTION_MISSING: 'Upišite obrazloženje za kupca.',
  RETURN_REDUCTION_WRONG: ({ price }: { price: Money }) =>
    `Upišite iznos manji od ${formatMoneyExact(price)}, koliko za ove uređaje može da se vrati.`,
  RETURN_NOT_PAYABLE: 'Po ovoj narudžbini nema uplate od koje novac može da se vrati.',
} satisfies Sentences;
