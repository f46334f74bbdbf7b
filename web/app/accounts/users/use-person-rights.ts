import { accessLevelOf, usePermissions, useSession } from '../../session.ts';
import type { Rights } from '../person-questions.ts';

/** What whoever is signed in may do to people. */
export function usePersonRights(): Rights {
  const session = useSession();
  const permissions = usePermissions();
  return {
    rules: accessLevelOf(session) === 'superAdmin',
    edits: permissions.has('edit people'),
    ends: permissions.has('end access'),
    ownId: session.status === 'signedIn' ? session.userId : null,
  };
}
