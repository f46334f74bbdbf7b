import { pages } from '../pages.ts';

/** Where a buyer sends devices of an order back. */
export const returnPath = (number: number): string => pages.accountReturn.path.replace(':number', String(number));
