-- Facts about the same money that contradict one another (docs/decisions/315): the books are entered from one of them, so they may agree
-- with it and be wrong all the same. A refund to an account is written down in parts, `{request}:{payment}`.
CREATE VIEW money_differences AS
  SELECT 'a refund to an account is not what went back' AS what, asked.id::text AS id
  FROM order_refunds asked LEFT JOIN (
    SELECT split_part(id, ':', 1) AS id, sum(amount) AS amount FROM refunds WHERE stands AND strpos(id, ':') > 0 GROUP BY 1
  ) back ON back.id = asked.id::text
  WHERE asked.way = 'account' AND (asked.state = 'done') <> (back.id IS NOT NULL)
    OR asked.way = 'account' AND asked.state = 'done' AND asked.amount <> back.amount
  UNION ALL
  SELECT 'a payout was executed for a refund that is not done, or of another amount', paid.id::text
  FROM payouts paid JOIN order_refunds asked ON asked.id = paid.refund_id
  WHERE paid.state = 'done' AND (asked.state <> 'done' OR asked.amount <> paid.amount)
  UNION ALL
  SELECT 'a month of rewards is not what was paid out for it', month.id::text
  FROM reward_statements month LEFT JOIN payouts paid ON paid.statement_id = month.id AND paid.state = 'done'
  WHERE (month.state = 'paid') <> (paid.id IS NOT NULL)
    OR month.amount + month.carried <> paid.amount + coalesce(month.tax, 0)
  UNION ALL
  SELECT 'months paid ahead are not those that were credited', ahead.order_id::text
  FROM package_advances ahead LEFT JOIN (
    SELECT split_part(payment_key, ':', 2) AS id, count(*) AS months FROM packages WHERE payment_key LIKE 'advance:%' GROUP BY 1
  ) begun ON begun.id = ahead.order_id::text
  WHERE ahead.credited <> coalesce(begun.months, 0)
  UNION ALL
  SELECT 'a parcel on delivery was delivered, and nothing was collected', s.id::text
  FROM shipments s JOIN orders o ON o.id = s.order_id
    LEFT JOIN fulfilments came ON came.key = 'cash:' || o.number || '-' || s.n
  WHERE s.state = 'delivered' AND s.collect_amount > 0 AND came.amount IS DISTINCT FROM s.collect_amount;
