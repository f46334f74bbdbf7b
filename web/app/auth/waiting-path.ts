import { pages } from '#domain/pages.ts';
import { productOfPath } from '#domain/payments/purchase-path.ts';
import { pendingPath } from '../return-path.ts';

/** What of its account is open to whoever waits; mails lead there. */
const OPEN = ['#bezbednost', '#podaci'].map((section) => pages.account.path + section);

/** Where an account that waits goes on: what it is about to buy goes along, and whoever looks for its own security or data finds them. */
export function waitingPath(next: string | null): string {
  if (next !== null && productOfPath(next)) return pendingPath(next);
  return next !== null && OPEN.includes(next) ? next : pages.pendingApproval.path;
}
