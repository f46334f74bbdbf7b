/** What a refund of `amount` out of `paid` takes back from `credited` units; the odd remainder stays with the buyer. */
export const unitsTakenBack = (credited: number, amount: number, paid: number): number =>
  paid === 0 ? 0 : Math.floor((credited * Math.min(amount, paid)) / paid);
