import type { Database } from '../platform/db.ts';

/** What must be so in a whole shop, each as a query of the rows that contradict it and what they are called. */
const PROOFS: { name: string; contradictions: string }[] = [
  {
    name: 'balances of accounts that differ from their ledger',
    contradictions: `
      select from profiles left join (
        select profile_id, coalesce(sum(delta) filter (where unit = 'banner'), 0) as banners,
          coalesce(sum(delta) filter (where unit = 'tv_second'), 0) as seconds
        from ledger group by 1) sums on sums.profile_id = profiles.id
      where l_banners <> coalesce(banners, 0) or tv_seconds <> coalesce(seconds, 0)`,
  },
  {
    name: 'days whose totals differ from their orders and packages',
    contradictions: `
      select from counted_day_totals counted full join (
        select list, day, kind, state, currency, sum(count) as count, sum(amount) as amount, sum(refunded) as refunded
        from day_totals group by 1, 2, 3, 4, 5) kept using (list, day, kind, state, currency)
      where (coalesce(counted.count, 0), coalesce(counted.amount, 0), coalesce(counted.refunded, 0))
        <> (coalesce(kept.count, 0), coalesce(kept.amount, 0), coalesce(kept.refunded, 0))`,
  },
  {
    name: 'lines of bank statements whose parts do not make their amount',
    contradictions: `
      select from statement_lines line left join (
        select line_id, sum(amount) as amount from payment_parts group by 1) parts on parts.line_id = line.id
      where coalesce(parts.amount, 0) <> case when line.state = 'recorded' then line.amount else 0 end`,
  },
];

/** What the books say against themselves, as sentences; nothing is changed. */
export async function findDifferences(db: Pick<Database, 'ask'>): Promise<string[]> {
  const found: string[] = [];
  for (const { name, contradictions } of PROOFS) {
    const [row] = await db.ask<{ n: string }>(`select count(*)::text as n from (${contradictions}) wrong`);
    if (row!.n !== '0') found.push(`${row!.n} ${name}`);
  }
  return found;
}
