import { accessLevelOf, useSession } from '../session.ts';

/** Whether it is their own statement, on which staff do not decide; the server refuses it, too. */
export function useIsOwn(viewerId: string | undefined): boolean {
  const session = useSession();
  return session.status === 'signedIn' && session.userId === viewerId && accessLevelOf(session) !== 'superAdmin';
}
