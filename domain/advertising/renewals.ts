/** How often a renewal is charged before it is given up: as the payment provider is set up (docs/money.md, "Going live"). */
export const RENEWAL_CHARGES = 4;
