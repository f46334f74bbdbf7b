import { sql } from 'drizzle-orm';
import { packageTitle } from '#domain/advertising/package-title.ts';
import {
  freeUnitPurchases,
  type UnitPurchase,
  type UnitSpending,
  unitsLeftByPurchase,
  unitsSpentByCampaign,
} from '#domain/campaigns/price.ts';
import type { Currency } from '#domain/money.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import type { CampaignRow } from './describe-campaigns.ts';

type Campaign = Pick<CampaignRow, 'id' | 'profileId' | 'kind' | 'everyMinutes'>;

/** What a campaign spent of its company's packages and vouchers until now. */
export async function readSpent(
  db: DatabaseOrTransaction,
  { id, profileId, kind, everyMinutes }: Campaign,
): Promise<UnitSpending[]> {
  // What is shown at an interval spends no units.
  if (everyMinutes !== null) return [];
  const [{ entries, takenBack }, shown] = await Promise.all([
    readBought(db, profileId, kind),
    db.execute<{ campaign: string; units: number }>(sql`
      select s.campaign_id as campaign, sum(s.units)::float8 as units from campaigns c join play_sums s on s.campaign_id = c.id
      where c.profile_id = ${profileId} and c.kind = ${kind} and c.every_minutes is null and s.outcome = 'counted' group by s.day, c.created_at, s.campaign_id
      order by s.day, c.created_at, s.campaign_id`),
  ]);
  return unitsSpentByCampaign({ id, kind }, { bought: entries.map(boughtOf), takenBack, shown: shown.rows });
}

/** How much of what that payment credited a company has not spent, by the same rule. */
export async function readUnspentUnits(
  db: DatabaseOrTransaction,
  profileId: string,
  kind: CampaignRow['kind'],
  paymentKey: string,
): Promise<number> {
  const { entries, takenBack } = await readBought(db, profileId, kind);
  const left = unitsLeftByPurchase(entries, { takenBack, shown: await readShown(db, profileId, kind) });
  return left[entries.findIndex(({ reference }) => reference === paymentKey)] ?? 0;
}

/** What a company has free, by what it was bought with. */
export async function readFree(
  db: DatabaseOrTransaction,
  { profileId, kind }: Pick<Campaign, 'profileId' | 'kind'>,
  free: number,
): Promise<UnitPurchase[]> {
  const { entries, takenBack } = await readBought(db, profileId, kind);
  return freeUnitPurchases(entries.map(boughtOf), { takenBack, shown: await readShown(db, profileId, kind), free });
}

/** Units that all campaigns of a company have shown until now. */
async function readShown(
  db: DatabaseOrTransaction,
  profileId: string | null,
  kind: CampaignRow['kind'],
): Promise<number> {
  const { rows } = await db.execute<{ units: number }>(sql`
    select coalesce(sum(s.units), 0)::float8 as units from campaigns c join play_sums s on s.campaign_id = c.id
    where c.profile_id = ${profileId} and c.kind = ${kind} and c.every_minutes is null and s.outcome = 'counted'`);
  return rows[0]!.units;
}

const boughtOf = ({ units, name, amount, currency, banners, tvSeconds }: Entry): UnitPurchase => ({
  name: name === null ? null : packageTitle(name),
  units,
  paid: name === null ? null : { amount, currency, banners, tvSeconds },
});

interface Entry extends Record<string, unknown> {
  reference: string;
  units: number;
  /** `null`, as all that follows: no package. */
  name: string | null;
  amount: number;
  currency: Currency;
  banners: number;
  tvSeconds: number;
}

/** What was credited to a company at once, the oldest first, and how much was taken back. */
async function readBought(db: DatabaseOrTransaction, profileId: string | null, kind: CampaignRow['kind']) {
  const unit = kind === 'banner' ? 'banner' : 'tv_second';
  // A refund that failed is given back under the same reference: both together change nothing. What the terms gave back is of its month.
  const { rows } = await db.execute<Entry>(sql`
    with credited as (
      select coalesce(t.period_key, l.reference) as reference,
        case when l.reason in ('package', 'voucher') then l.reason when t.id is not null then 'package' else 'correction' end as reason,
        min(l.id) as first, sum(l.delta) as units
      from ledger l left join order_refunds t on l.reason in ('refund', 'correction') and t.scope = 'terms' and t.id =
        case when l.reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then l.reference::uuid end
      where l.profile_id = ${profileId} and l.unit = ${unit} and l.reason <> 'shown' group by 1, 2
    )
    select c.reference, c.units::float8 as units, p.package_name as name, p.amount, p.currency, p.l_banners as banners,
      p.tv_seconds as "tvSeconds"
    from credited c left join packages p on c.reason = 'package' and p.payment_key = c.reference order by c.first`);
  return {
    entries: rows.filter(({ units }) => units > 0),
    takenBack: rows.reduce((sum, { units }) => sum - Math.min(0, units), 0),
  };
}
