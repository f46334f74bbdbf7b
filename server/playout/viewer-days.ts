import { sql } from 'drizzle-orm';
import type { Tx } from '../platform/db.ts';

/** Counted plays that do not count any more, of one person's leases on one TV and day. */
export interface VoidedDay {
  profileId: string;
  tvId: string;
  /** Of Belgrade, of the lease's hour. */
  day: string;
  banners: number;
  tvSeconds: number;
}

/**
 * Takes voided plays out of what viewers are rewarded for, in the transaction that voids them; the caller names each day once. What the
 * book of rewards said of such a day already, it corrects with a further line in the first month that is open. Throws when more is taken
 * than was counted.
 */
export async function subtractViewerDays(tx: Tx, voided: readonly VoidedDay[], now: Date): Promise<void> {
  if (voided.length === 0) return;
  const { rowCount } = await tx.execute(sql`
    update viewer_days v set banners = v.banners - g.banners, tv_seconds = v.tv_seconds - g."tvSeconds", corrected_at = ${now}
    from (select * from jsonb_to_recordset(${JSON.stringify(voided)}::jsonb) as g("profileId" uuid, "tvId" uuid, day date, banners int,
      "tvSeconds" int) order by 1, 3, 2) g
    where v.profile_id = g."profileId" and v.day = g.day and v.tv_id = g."tvId"`);
  if (rowCount !== voided.length) throw new Error('plays were voided of a day on which none were counted');
}
