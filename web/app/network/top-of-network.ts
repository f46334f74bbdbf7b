import { networkCopy } from '#domain/network/copy.ts';
import { TOP } from '#domain/network/rules.ts';
import type { Candidate } from './member-picker.tsx';

/** The first choice of an upline: nobody above. */
export const topOfNetwork: Candidate = {
  id: TOP,
  name: networkCopy.add.top,
  email: '',
  referralCode: TOP,
  level: null,
  uplineName: null,
};
