import { sql } from 'drizzle-orm';
import { packageTitle } from '#domain/advertising/package-title.ts';
import { type Spent, spentOn } from '#domain/campaigns/price.ts';
import type { Currency } from '#domain/money.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import type { CampaignRow } from './own-campaigns.ts';

type Campaign = Pick<CampaignRow, 'id' | 'profileId' | 'kind' | 'everyMinutes'>;

/** What a campaign spent of its company's packages and vouchers until now. */
export async function readSpent(
  db: DatabaseOrTransaction,
  { id, profileId, kind, everyMinutes }: Campaign,
): Promise<Spent[]> {
  // What is shown at an interval spends no units.
  if (everyMinutes !== null) return [];
  const unit = kind === 'banner' ? 'banner' : 'tv_second';
  // A refund that failed is given back under the same reference: both together change nothing.
  const entries = await db.execute<{
    units: number;
    name: string | null;
    amount: number;
    currency: Currency;
    banners: number;
    tvSeconds: number;
  }>(sql`
    with credited as (
      select reference, case when reason in ('package', 'voucher') then reason else 'correction' end as reason,
        min(id) as first, sum(delta) as units
      from ledger where profile_id = ${profileId} and unit = ${unit} and reason <> 'shown' group by 1, 2
    )
    select c.units::float8 as units, p.package_name as name, p.amount, p.currency, p.l_banners as banners, p.tv_seconds as "tvSeconds"
    from credited c left join packages p on c.reason = 'package' and p.payment_key = c.reference order by c.first`);
  const shown = await db.execute<{ campaign: string; units: number }>(sql`
    select s.campaign_id as campaign, sum(s.units)::float8 as units from campaigns c join play_sums s on s.campaign_id = c.id
    where c.profile_id = ${profileId} and c.kind = ${kind} and c.every_minutes is null and s.outcome = 'counted' group by s.day, c.created_at, s.campaign_id
    order by s.day, c.created_at, s.campaign_id`);
  const bought = entries.rows
    .filter(({ units }) => units > 0)
    .map(({ units, name, amount, currency, ...of }) => ({
      name: name === null ? null : packageTitle(name),
      units,
      paid: name === null ? null : { amount, currency, ...of },
    }));
  const takenBack = entries.rows.reduce((sum, { units }) => sum - Math.min(0, units), 0);
  return spentOn({ id, kind }, { bought, takenBack, shown: shown.rows });
}
