import { SIGN_IN_CALLS } from './auth/calls.ts';
import { eventAndAdverts } from './calls/event-and-adverts.ts';
import { money } from './calls/money.ts';
import { others } from './calls/others.ts';
import { people } from './calls/people.ts';
import { programs } from './calls/programs.ts';
import { shop } from './calls/shop.ts';

/** The contract, by the names of its procedures. */
const PROCEDURES = { ...people, ...shop, ...money, ...eventAndAdverts, ...programs };

/**
 * Everything the server can be asked, a row for each: every procedure of the contract, every call of the sign-in server,
 * the webhook and the problem reports. The server takes the limits from here, the tests the access levels, and
 * `docs/security.md` prints it (`npm run render:security`). A call without a row fails the tests.
 */
export const CALLS = { ...PROCEDURES, ...SIGN_IN_CALLS, ...others };
export type CallName = keyof typeof CALLS;
/** Those of the contract. */
export type ProcedureName = keyof typeof PROCEDURES;
