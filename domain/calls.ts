import { SIGN_IN_CALLS } from './auth/calls.ts';
import { eventAndAdvertCalls } from './calls/event-and-adverts.ts';
import { moneyCalls } from './calls/money.ts';
import { otherCalls } from './calls/others.ts';
import { peopleCalls } from './calls/people.ts';
import { programCalls } from './calls/programs.ts';
import { shopCalls } from './calls/shop.ts';

/** The contract, by the names of its procedures. */
const PROCEDURES = { ...peopleCalls, ...shopCalls, ...moneyCalls, ...eventAndAdvertCalls, ...programCalls };

/**
 * Everything the server can be asked, a row for each: every procedure of the contract, every call of the sign-in server,
 * the webhook and the problem reports. The server takes the limits from here, the tests the access levels, and
 * `docs/security.md` prints it (`npm run render:security`). A call without a row fails the tests.
 */
export const CALLS = { ...PROCEDURES, ...SIGN_IN_CALLS, ...otherCalls };
export type CallName = keyof typeof CALLS;
/** Those of the contract. */
export type ProcedureName = keyof typeof PROCEDURES;
