import type { Permission } from './access.ts';
import type { LimitName, STREAMS } from './limits.ts';

/** A row of the table of calls (domain/calls.ts). */
export interface CallRule {
  /**
   * Who is let in. A permission stands for staff who have it, `staff` for all of them; `signedIn` are those who owe the second step as
   * well, `accountHolder` those who do not.
   */
  who:
    | 'anyone'
    | 'signedIn'
    | 'accountHolder'
    | 'member'
    | 'staff'
    | 'device'
    | 'payment provider'
    | 'courier'
    | Permission;
  /** Whose rows it reads and writes; what it does not do is left out. */
  reads?: string;
  writes?: string;
  limits?: readonly LimitName[];
  /** Below staff, what mails or is audited is counted; where it is not, why it ends by itself. */
  uncounted?: string;
  /** The answer is a live stream; what it is counted by, of linked TVs alone, otherwise beside the network and everybody. */
  streams?: keyof Pick<typeof STREAMS, 'waiting TV' | 'linked TV' | 'session'>;
  /** Why no key of a program is let in, where the permission alone would. */
  onlyPeople?: string;
  /** Mails it can cause, and to whom. */
  mails?: Record<string, string>;
  /** Writing is audited and reading is not; wherever it is otherwise, why. */
  audited?: string;
}
