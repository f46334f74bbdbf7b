import type { Level, Permission } from '#domain/access.ts';
import type { Language } from '#domain/sentences.ts';
import type { profiles } from './accounts/schema.ts';
import type { Dependencies } from './dependencies.ts';
import type { CheckedKey } from './integrations/keys/check-key.ts';
import type { CallLimits } from './limits.ts';
import type { RequestNote } from './platform/log/request-log.ts';

/** Who calls, as `access.ts` finds it out. */
export interface Person {
  id: string;
  email: string;
  level: Level;
  /** What staff may do; empty for everybody else. */
  permissions: ReadonlySet<Permission>;
  sessionId: string;
  aal: 'aal1' | 'aal2';
  /** Has an authenticator, and this session has only shown the password: until then worth no more than a visitor. */
  owesSecondStep: boolean;
  /** Staff without an authenticator where the operator wants one: may do what a member may, and set one up. */
  mustAddSecondStep: boolean;
  /** Staff whose password the server generated and showed: may do what a member may, and choose another. */
  mustChangePassword: boolean;
  hasFactor: boolean;
  /** False for whoever comes in by mailed links and codes only. */
  hasPassword: boolean;
  /** A mailed link or code was used, or the operator vouches for the account. */
  mailboxProven: boolean;
  /** When the person last proved themselves in this session; see `freshProof`. */
  provenAt: Date | null;
  profile: typeof profiles.$inferSelect;
  /** The key of a program that acts with this person's duties, with its own permissions; everything else is its maker's. */
  key: { id: string; name: string } | null;
}

export interface Context {
  deps: Dependencies;
  headers: Headers;
  ip: string;
  requestId: string;
  /** The program that calls, let in already (`programs.ts`); only `staff` lets it further. */
  key: CheckedKey | null;
  /** Of messages. */
  language: Language;
  /** What the log may say of the request. */
  note: RequestNote;
  /** Those of the call's row; network and total are counted before the level is checked, person and session after it. */
  limits: CallLimits;
  signal?: AbortSignal;
  /** Seconds, written by the API for a refusal that says when to ask again. */
  retryAfter?: number;
}
