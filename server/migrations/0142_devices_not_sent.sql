-- Devices whose money goes or went back before they left are not sent (docs/decisions/289): without them an order is whole.
CREATE OR REPLACE VIEW order_states AS
  SELECT o.id, payment.state AS payment_state,
    CASE WHEN payment.state IN ('paid', 'part_refunded', 'refunded', 'settled') THEN 'paid'
      WHEN payment.state = 'cancelled' THEN 'cancelled' ELSE 'pending' END AS status,
    CASE
      WHEN o.kind <> 'device' OR (payment.state IN ('cancelled', 'refunded') AND parcel.parcels = 0) THEN NULL
      WHEN parcel.covered >= wanted.devices THEN parcel.least
      WHEN parcel.failed IS NOT NULL THEN parcel.failed
      ELSE 'new'
    END AS fulfilment_state,
    parcel.delivered AS delivered_parcels, parcel.parcels, money.disputed
  FROM orders o
  CROSS JOIN LATERAL (
    SELECT coalesce(asked.amount, o.amount) AS amount, coalesce(asked.currency, o.currency) AS currency,
      coalesce(asked.state IN ('cancelled', 'lapsed'), o.status = 'cancelled') AS is_over
    FROM (SELECT) one LEFT JOIN LATERAL (
      SELECT amount, currency, state FROM claims WHERE order_id = o.id
      ORDER BY state = 'live' DESC, state <> 'replaced' DESC, created_at DESC LIMIT 1
    ) asked ON true
  ) claim
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(amount) FILTER (WHERE receipt = 'received'), 0) AS received,
      coalesce(sum(amount) FILTER (WHERE receipt = 'collected'), 0) AS collected,
      coalesce(sum((
        SELECT least(coalesce(sum(r.amount), 0), came.amount) FROM refunds r WHERE r.payment_key = came.key AND r.stands))
        FILTER (WHERE o.kind <> 'package' OR came.way = 'transfer'), 0) AS refunded,
      coalesce(bool_or(EXISTS (SELECT FROM disputes d WHERE d.payment_key = came.key AND d.state = 'open')), false) AS disputed
    FROM (
      SELECT key, way, receipt, coalesce(amount, o.amount) AS amount FROM fulfilments
      WHERE order_id = o.id AND NOT surplus AND coalesce(currency, o.currency) = claim.currency
    ) came
  ) money
  CROSS JOIN LATERAL (
    SELECT CASE
      WHEN money.received > 0 AND money.refunded >= money.received THEN 'refunded'
      WHEN money.received >= claim.amount AND money.refunded > 0 THEN 'part_refunded'
      WHEN money.received >= claim.amount THEN CASE o.way WHEN 'cash_on_delivery' THEN 'settled' ELSE 'paid' END
      WHEN claim.is_over THEN 'cancelled'
      WHEN money.received + money.collected >= claim.amount THEN 'collected'
      WHEN EXISTS (SELECT FROM checkouts c WHERE c.order_id = o.id AND c.state = 'processing') THEN 'processing'
      WHEN o.way = 'cash_on_delivery' THEN 'due'
      ELSE 'unpaid'
    END AS state
  ) payment
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(quantity), 1)::integer AS devices FROM order_lines WHERE order_id = o.id AND kind = 'goods'
  ) goods
  CROSS JOIN LATERAL (
    SELECT greatest(1, goods.devices - coalesce(sum(greatest(0, devices - cardinality(serials))), 0))::integer AS devices
    FROM order_refunds WHERE order_id = o.id AND state IN ('asked', 'sending', 'done')
  ) wanted
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(devices) FILTER (WHERE rank IS NOT NULL), 0) AS covered,
      (array_agg(state ORDER BY rank) FILTER (WHERE rank IS NOT NULL))[1] AS least,
      (array_agg(state ORDER BY n DESC) FILTER (WHERE rank IS NULL))[1] AS failed,
      count(*) FILTER (WHERE rank IS NOT NULL)::integer AS parcels, count(*) FILTER (WHERE state = 'delivered')::integer AS delivered
    FROM (
      SELECT n, devices, state, array_position(ARRAY['packed', 'handed_over', 'in_transit', 'delivered'], state) AS rank
      FROM shipments WHERE order_id = o.id AND kind IN ('outbound', 'resend') AND state <> 'cancelled'
    ) sent
  ) parcel;
--> statement-breakpoint
-- Orders that wait for such devices.
UPDATE orders o SET fulfilment_state = s.fulfilment_state
FROM order_states s
WHERE s.id = o.id AND o.id IN (SELECT order_id FROM order_refunds WHERE devices > cardinality(serials) AND state IN ('asked', 'sending', 'done'))
  AND o.fulfilment_state IS DISTINCT FROM s.fulfilment_state;
