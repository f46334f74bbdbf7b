import type { Day } from '../../day.ts';
import type { Sentences } from '../../errors.ts';
import { formatDateInSentence } from '../../time.ts';
import type { KEY_FAULTS, KEY_LIMITS } from './refusals.ts';

/** What the form and the server say of a field. */
export const keySentences = {
  noDuty: 'Izaberite bar jednu dužnost.',
  noNetwork: (line: number) => `Red ${line} nije adresa mreže. Primer: 203.0.113.18 ili 203.0.113.0/24.`,
  noName: 'Upišite naziv.',
  noEnd: (last: Day) => `Izaberite dan od danas do ${formatDateInSentence(`${last}T12:00:00Z`)}`,
  nameTaken: 'Ključ sa ovim nazivom već postoji.',
} as const;

const faults: Record<(typeof KEY_FAULTS)[number], string> = {
  malformed: 'Ključ nije ispravno prepisan.',
  unknown: 'Ključ ne postoji.',
  revoked: 'Ključ je opozvan.',
  ended: 'Ključ je istekao.',
  owner: 'Osoba koja je napravila ključ više nema pristup upravi, pa ključ ne radi.',
};
const limits: Record<(typeof KEY_LIMITS)[number], string> = {
  network: 'Ključ ne radi iz ove mreže.',
  duty: 'Ključ nema dužnost za ovu radnju, ili je više nema osoba koja ga je napravila.',
  person: 'Ovo može samo osoba koja je prijavljena, ne i ključ.',
  'read only': 'Ovaj ključ samo čita.',
  refund: 'Ovaj povraćaj potvrđuje i druga osoba, pa zahtev mora da podnese osoba, a ne ključ.',
};

export const keyRefusalSentences = {
  KEY_NAME_TAKEN: keySentences.nameTaken,
  KEY_GONE: 'Ključ ne postoji. Osvežite stranu.',
  KEY_END_WRONG: ({ last }: { last: Day }) => keySentences.noEnd(last),
  KEY_DUTY_MISSING: 'Ključ može da ima samo dužnosti koje imate i vi.',
  KEY_REFUSED: ({ why }: { why: (typeof KEY_FAULTS)[number] }) => faults[why],
  KEY_FORBIDDEN: ({ why }: { why: (typeof KEY_LIMITS)[number] }) => limits[why],
  IDEMPOTENCY_KEY_INVALID: 'Idempotency-Key ima od 1 do 255 znakova ASCII.',
  IDEMPOTENCY_KEY_REUSED: 'Isti Idempotency-Key je već poslat sa drugim zahtevom.',
  IDEMPOTENCY_KEY_RUNNING: 'Zahtev sa ovim Idempotency-Key se još izvršava. Pitajte ponovo malo kasnije.',
  ANSWER_NOT_KEPT: 'Zahtev je izvršen, a njegov odgovor je prevelik da bi se čuvao.',
} satisfies Sentences;
