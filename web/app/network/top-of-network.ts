import { networkCopy } from '#domain/network/copy.ts';
import { NETWORK_ROOT } from '#domain/network/rules.ts';
import type { Candidate } from './member-picker.tsx';

/** The first choice of an upline: nobody above. */
export const topOfNetwork: Candidate = {
  id: NETWORK_ROOT,
  name: networkCopy.add.top,
  email: '',
  referralCode: NETWORK_ROOT,
  level: null,
  uplineName: null,
};
