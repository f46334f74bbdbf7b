/** What banks and accountants read. */
export const payoutFile = {
  purpose: (order: number) => `Povraćaj po narudžbini ${order}`,
  heads: ['Primalac', 'Račun primaoca', 'Iznos', 'Valuta', 'Svrha', 'Poziv na broj'],
  name: (number: number, format: string) => `nalog-za-isplatu-${number}.${format}`,
};

/** Why a line of a statement is closed. */
export const payoutLine = {
  executed: (order: number) => `Isplata po narudžbini ${order}`,
  returned: (order: number) => `Vraćena isplata po narudžbini ${order}`,
};
