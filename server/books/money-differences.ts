import type { Database } from '../platform/db.ts';

const DIFFERENCES_SHOWN = 20;

/**
 * Facts about the same money that contradict one another, so that the books, which are entered from one of them, may be right about it and
 * wrong all the same. A refund to an account is written down in parts, `{request}:{payment}`.
 */
export const MONEY_DIFFERENCES = `
  select 'a refund to an account is not what went back' as what, asked.id::text as id
  from order_refunds asked left join (
    select split_part(id, ':', 1) as id, sum(amount) as amount from refunds where stands and strpos(id, ':') > 0 group by 1
  ) back on back.id = asked.id::text
  where asked.way = 'account' and (asked.state = 'done') <> (back.id is not null)
    or asked.way = 'account' and asked.state = 'done' and asked.amount <> back.amount
  union all
  select 'a payout was executed for a refund that is not done, or of another amount', paid.id::text
  from payouts paid join order_refunds asked on asked.id = paid.refund_id
  where paid.state = 'done' and (asked.state <> 'done' or asked.amount <> paid.amount)
  union all
  select 'a month of rewards is not what was paid out for it', month.id::text
  from reward_statements month left join payouts paid on paid.statement_id = month.id and paid.state = 'done'
  where (month.state = 'paid') <> (paid.id is not null)
    or month.amount + month.carried <> paid.amount + coalesce(month.tax, 0)
  union all
  select 'months paid ahead are not those that were credited', ahead.order_id::text
  from package_advances ahead left join (
    select split_part(payment_key, ':', 2) as id, count(*) as months from packages where payment_key like 'advance:%' group by 1
  ) begun on begun.id = ahead.order_id::text
  where ahead.credited <> coalesce(begun.months, 0)
  union all
  select 'a parcel on delivery was delivered, and nothing was collected', s.id::text
  from shipments s join orders o on o.id = s.order_id
    left join fulfilments came on came.key = 'cash:' || o.number || '-' || s.n
  where s.state = 'delivered' and s.collect_amount > 0 and came.amount is distinct from s.collect_amount`;

/** At most twenty, as sentences with an id. */
export async function findMoneyDifferences(db: Pick<Database, 'ask'>): Promise<{ found: string[]; total: number }> {
  const rows = await db.ask<{ difference: string; total: number }>(
    `select what || ' ' || id as difference, count(*) over ()::int as total
     from (${MONEY_DIFFERENCES}) wrong order by 1 limit ${DIFFERENCES_SHOWN}`,
  );
  return { found: rows.map(({ difference }) => difference), total: rows[0]?.total ?? 0 };
}
