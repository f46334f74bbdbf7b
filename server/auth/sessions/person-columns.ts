import { sql } from 'drizzle-orm';
import type { Duty } from '#domain/access.ts';
import { profiles, staffDuties, staffMembers } from '../../accounts/schema.ts';
import { mfaFactors, users } from '../schema.ts';

/** A person as access is decided by; of a query that joins `users` and `profiles`. */
export const personColumns = {
  user: users,
  profile: profiles,
  hasFactor: sql<boolean>`exists (select from ${mfaFactors} where ${mfaFactors.userId} = ${users.id} and ${mfaFactors.status} = 'verified')`,
  /** `null`: an administrator who has never been given any, who has all. */
  duties: sql<
    Duty[] | null
  >`case when ${profiles.isAdmin} and exists (select from ${staffMembers} where ${staffMembers.profileId} = ${profiles.id})
    then array(select ${staffDuties.duty} from ${staffDuties} where ${staffDuties.profileId} = ${profiles.id}) end`,
};
