import { monthYear } from '../months-copy.ts';
import { formatDate } from '../time.ts';

/** What banks and accountants read. */
export const payoutFile = {
  purpose: (order: number) => `Povraćaj po narudžbini ${order}`,
  part: (cameOn: string) => `Povraćaj uplate od ${formatDate(cameOn)}`,
  reward: (month: string) => `Nagrada za gledanje reklama, ${monthYear(month)}`,
  heads: ['Primalac', 'Račun primaoca', 'Iznos', 'Valuta', 'Svrha', 'Poziv na broj'],
  name: (number: number, format: string) => `nalog-za-isplatu-${number}.${format}`,
};

/** Why a line of a statement is closed. */
export const payoutLine = {
  executedReward: (month: string) => `Isplata nagrade, ${monthYear(month)}`,
  returnedReward: (month: string) => `Vraćena isplata nagrade, ${monthYear(month)}`,
  executedPart: (cameOn: string) => `Vraćena uplata od ${formatDate(cameOn)}`,
  returnedPart: (cameOn: string) => `Banka je vratila povraćaj uplate od ${formatDate(cameOn)}`,
  executed: (order: number) => `Isplata po narudžbini ${order}`,
  returned: (order: number) => `Vraćena isplata po narudžbini ${order}`,
};
