/** What stands on a payment slip; at most 35 characters. */
export const transferPurpose = (order: number): string => `Narudžbina ${order}`;
