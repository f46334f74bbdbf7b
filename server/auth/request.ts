import type { Registration } from '#domain/accounts/registration.ts';
import { MINUTE_MS } from '#domain/day.ts';
import type { Dependencies } from '../dependencies.ts';
import type { CallLimits } from '../limits.ts';
import type { Actor } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import type { RequestNote } from '../platform/log/request-log.ts';
import { AuthRefusal } from './refusal.ts';
import type { sessions, users } from './schema.ts';

/** What begins with signing up and goes on in other domains; server/flows has them. */
export interface AuthFlows {
  /** The sign-in and the profile together. */
  createAccount(tx: Tx, request: AuthRequest, account: NewAccount): Promise<User>;
  /** The address is confirmed: the registration goes to review. */
  notifyOfRegistration(tx: Tx, deps: Dependencies, userId: string): Promise<void>;
}

export interface NewAccount {
  email: string;
  passwordHash: string;
  registration: Registration;
  /** As sent; kept for the client, never read by the server again. */
  metadata: Record<string, unknown>;
}

/** One request to the sign-in server, as its verbs see it. */
export interface AuthRequest {
  deps: Dependencies;
  flows: AuthFlows;
  /** Those of the call's row. */
  limits: CallLimits;
  ip: string;
  userAgent: string | null;
  requestId: string;
  /** What the log may say of the request. */
  note: RequestNote;
  bearer: string | null;
}

/** For so long whoever asks for the same is answered again, because the first answer may be lost. Milliseconds. */
export const REPEAT_MS = 2 * MINUTE_MS;

export type User = typeof users.$inferSelect;
export type Session = typeof sessions.$inferSelect;

/** Who acts: the person when known, else a visitor from somewhere. */
export function actorOf({ ip, requestId }: AuthRequest, user?: Pick<User, 'id' | 'email'>): Actor {
  return { id: user?.id ?? 'visitor', email: user?.email ?? null, ip, requestId };
}

/**
 * One transaction. A refusal that `work` *returns* is thrown after the commit, with its audit entry and counters kept; a
 * refusal that it *throws* undoes everything.
 */
export async function inTransaction<T>(request: AuthRequest, work: (tx: Tx) => Promise<T | AuthRefusal>): Promise<T> {
  const result = await request.deps.db.transaction(work);
  if (result instanceof AuthRefusal) throw result;
  return result;
}
