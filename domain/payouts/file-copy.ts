import { monthYear } from '../rewards/months-copy.ts';

/** What banks and accountants read. */
export const payoutFile = {
  purpose: (order: number) => `Povraćaj po narudžbini ${order}`,
  reward: (month: string) => `Nagrada za gledanje reklama, ${monthYear(month)}`,
  heads: ['Primalac', 'Račun primaoca', 'Iznos', 'Valuta', 'Svrha', 'Poziv na broj'],
  name: (number: number, format: string) => `nalog-za-isplatu-${number}.${format}`,
};

/** Why a line of a statement is closed. */
export const payoutLine = {
  executedReward: (month: string) => `Isplata nagrade, ${monthYear(month)}`,
  returnedReward: (month: string) => `Vraćena isplata nagrade, ${monthYear(month)}`,
  executed: (order: number) => `Isplata po narudžbini ${order}`,
  returned: (order: number) => `Vraćena isplata po narudžbini ${order}`,
};
