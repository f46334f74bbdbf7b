import { isFresh } from '#domain/auth/proof.ts';
import { authRefusal } from '../refusal.ts';
import type { AuthRequest, Session } from '../request.ts';

/** What the middleware `freshProof` is to the API, this is to `/auth/v1`. */
export function requireFreshProof({ deps }: AuthRequest, session: Session): void {
  if (!isFresh(session.provenAt, deps.now()))
    throw authRefusal('reauthentication_needed', { message: 'This change requires reauthentication' });
}
