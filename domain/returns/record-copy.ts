import type { ReturnKind, ReturnOutcome } from './rules.ts';

/** What a record of returned devices says; of an exchange it is another one, with the device in their place. */
type Recorded = Exclude<ReturnOutcome, 'exchanged'>;

const rejected: Record<ReturnKind, string> = {
  withdrawal: 'Odustanak nije prihvaćen, vraćanje kupcu.',
  complaint: 'Reklamacija nije prihvaćena, vraćanje kupcu.',
};

/** On the record of what came back. */
export const returnRecord = {
  condition: (outcome: Recorded, goods: 'stock' | 'off'): string =>
    ({
      money: goods === 'stock' ? 'ispravan, vraća se na zalihe' : 'otpisuje se',
      repaired: 'popravljen',
      reduced: 'sa nedostatkom',
      rejected: 'opisano u napomeni',
    })[outcome],
  decision: (outcome: Recorded, kind: ReturnKind): string =>
    ({
      money: 'Povraćaj novca kupcu.',
      repaired: 'Popravka i vraćanje kupcu.',
      reduced: 'Umanjenje cene i vraćanje kupcu.',
      rejected: rejected[kind],
    })[outcome],
  paidBefore: 'Novac je kupcu vraćen ranije.',
  label: 'Od iznosa se odbija cena nalepnice za povraćaj, 420 RSD.',
} as const;
