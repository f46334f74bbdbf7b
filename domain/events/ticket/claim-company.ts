import { common } from '../../copy.ts';
import { isPlainLine } from '../../plain-text.ts';
import { fieldErrors } from '../reservation-copy.ts';
import { claimErrors } from './copy.ts';

/** The company that the organiser's claim shall name, as whoever reserved wrote it. */
export interface ClaimCompany {
  companyName: string;
  taxNumber: string;
  registrationNumber: string;
  address: string;
}
export const CLAIM_FIELDS = ['companyName', 'taxNumber', 'registrationNumber', 'address'] as const;
export type ClaimField = (typeof CLAIM_FIELDS)[number];
export const emptyClaim: ClaimCompany = { companyName: '', taxNumber: '', registrationNumber: '', address: '' };

const LONGEST = 120;
/** Nine digits in Serbia, eight in Montenegro; eight for the registration number in both. */
const DIGITS: Partial<Record<ClaimField, RegExp>> = { taxNumber: /^\d{8,9}$/, registrationNumber: /^\d{8}$/ };

export function claimProblems(claim: ClaimCompany): Partial<Record<ClaimField, string>> {
  const problems: Partial<Record<ClaimField, string>> = {};
  for (const field of CLAIM_FIELDS) {
    const value = claim[field].trim();
    if (value === '') problems[field] = claimErrors[field];
    else if (DIGITS[field] && !DIGITS[field].test(value)) problems[field] = claimErrors[field];
    else if (value.length > LONGEST) problems[field] = fieldErrors.tooLong(LONGEST);
    else if (!isPlainLine(value)) problems[field] = common.notVisible;
  }
  return problems;
}
