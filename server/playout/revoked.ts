import { sql } from 'drizzle-orm';

/** A row of `revocations` named `r` revokes the lease named `l`. Clocks of two servers may be two seconds apart. */
export const revokesLeaseCondition = sql`(r.at >= l.issued_at - interval '2 seconds'
  and (r.campaign_id = l.campaign_id or r.creative_id = l.creative_id or r.tv_id = l.tv_id))`;

/** The first moment after its issue at which a lease was revoked; to be selected beside `leases` named `l`. */
export const leaseRevokedAtQuery = sql`(select min(r.at) from revocations r where ${revokesLeaseCondition})`;
