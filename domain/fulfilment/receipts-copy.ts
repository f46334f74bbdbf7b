/** On every page of the back office while receipts are not asked for. */
export const receiptsOff = 'Brojevi fiskalnih računa se ne traže (FISCAL=off). Paket može da se preda bez računa.';
