import pLimit from 'p-limit';
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
    name: 'orders whose states are not those of their facts',
    contradictions: 'select from order_differences where not exists (select from order_catch_ups)',
  },
  {
    name: 'campaigns whose units differ from what was leased, shown and settled',
    contradictions: 'select from unit_differences',
  },
  {
    name: 'amounts in the books that differ from what they are of',
    contradictions: 'select from book_differences',
  },
  {
    name: 'entries of the books that do not balance',
    contradictions: `
      select from book_entries left join book_lines on entry_id = id
      group by id having sum(amount) is distinct from 0`,
  },
  {
    name: 'facts about the same money that contradict one another',
    contradictions: 'select from money_differences',
  },
  {
    // What a courier keeps came for nobody, and a payout of the payment provider has no parts (`check_parts_of`).
    name: 'lines of bank statements whose parts do not make their amount',
    contradictions: `
      select from statement_lines line left join (
        select line_id, sum(amount) as amount from payment_parts group by 1) parts on parts.line_id = line.id
      where coalesce(parts.amount, 0) <> case
        when line.state <> 'recorded' or exists (select from card_payouts paid where paid.line_id = line.id) then 0
        else line.amount + coalesce((select kept from courier_payouts where courier_payouts.line_id = line.id), 0) end`,
  },
];

/** Proofs at once: each reads whole tables, and a shop of one machine has few processors. */
const AT_ONCE = 2;

/** What the books say against themselves, as sentences; nothing is changed. */
export async function findContradictions(db: Pick<Database, 'ask'>): Promise<string[]> {
  const found = await pLimit(AT_ONCE).map(PROOFS, async ({ name, contradictions }) => {
    const [row] = await db.ask<{ n: string }>(`select count(*)::text as n from (${contradictions}) wrong`);
    return row!.n === '0' ? [] : [`${row!.n} ${name}`];
  });
  return found.flat();
}
