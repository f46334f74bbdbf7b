import type { ReturnOutcome, ReturnState } from './rules.ts';

export const returnDecided: Record<ReturnOutcome, string> = {
  money: 'Odlučeno: novac se vraća',
  repaired: 'Odlučeno: popravljeno i vraćeno kupcu',
  exchanged: 'Odlučeno: zamena uređaja',
  reduced: 'Odlučeno: umanjena cena',
  rejected: 'Odlučeno: odbijeno',
};

export const returnOutcomes: Record<ReturnOutcome, string> = {
  money: 'Novac nazad',
  repaired: 'Popravljeno',
  exchanged: 'Zamena',
  reduced: 'Umanjena cena',
  rejected: 'Odbijeno',
};

export const returnStates: Record<ReturnState, string> = {
  requested: 'Zatraženo',
  label_sent: 'Nalepnica poslata',
  received: 'Primljeno u magacin',
  decided: 'Odluka',
  done: 'Završeno',
  called_off: 'Otkazano',
};
