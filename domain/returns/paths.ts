import { pages } from '../pages.ts';
import type { ReturnKind } from './rules.ts';

/** Where a buyer sends devices of an order back. */
export const returnPath = (number: number): string => pages.accountReturn.path.replace(':number', String(number));

/** What a return of that address begins as. */
export const KIND_PARAMETER = 'kind';
export const complaintPath = (number: number): string =>
  `${returnPath(number)}?${KIND_PARAMETER}=${'complaint' satisfies ReturnKind}`;
