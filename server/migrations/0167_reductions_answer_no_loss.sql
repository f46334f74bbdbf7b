-- As before (migration 0163), but what goes back of a return is of its devices, which the buyer has, and answers no loss. The return of a
-- refund is found along the index that is there (returns_refund_id_unique).
CREATE OR REPLACE FUNCTION devices_given_up(of_order uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT least(lost.said, greatest(0, lost.devices - (
    SELECT coalesce(sum(public.devices_not_sent(r.order_id, r.devices, r.serials, r.asked_at)), 0) FROM public.order_refunds r
    WHERE r.order_id = of_order AND r.state IN ('asked', 'sending', 'done') AND r.asked_at >= lost.since)))::bigint
  FROM (
    SELECT coalesce(sum(s.devices), 0) AS devices, min(c.asked_at) AS since,
      coalesce(sum(s.devices) FILTER (WHERE EXISTS (
        SELECT FROM public.order_refunds said WHERE said.order_id = of_order AND said.scope = 'amount'
          AND said.state IN ('asked', 'sending', 'done') AND said.asked_at >= c.chosen_at
          AND NOT EXISTS (SELECT FROM public.returns WHERE returns.refund_id = said.id))), 0) AS said
    FROM public.shipments s JOIN public.parcel_claims c ON c.shipment_id = s.id
    WHERE s.order_id = of_order AND c.asked_at IS NOT NULL AND c.choice = 'money'
  ) lost
$$;
--> statement-breakpoint
-- As before (migration 0163), with such amounts only.
CREATE OR REPLACE VIEW order_states AS
  SELECT o.id, payment.state AS payment_state,
    CASE WHEN payment.state IN ('paid', 'part_refunded', 'refunded', 'settled') THEN 'paid'
      WHEN payment.state = 'cancelled' THEN 'cancelled' ELSE 'pending' END AS status,
    CASE
      WHEN o.kind <> 'device' OR (payment.state IN ('cancelled', 'refunded') AND parcel.parcels = 0) THEN NULL
      WHEN parcel.covered >= wanted.devices THEN parcel.least
      WHEN parcel.given_up > 0 AND wanted.rest <= 0 THEN coalesce(parcel.failed, parcel.failed_unpaid)
      WHEN loss.is_all_given_back THEN coalesce(parcel.failed_other, 'new')
      WHEN loss.is_given_back THEN coalesce(parcel.failed_else, 'new')
      ELSE coalesce(parcel.failed, 'new')
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
    SELECT coalesce(sum(devices) FILTER (WHERE rank IS NOT NULL), 0) AS covered,
      (array_agg(state ORDER BY rank) FILTER (WHERE rank IS NOT NULL))[1] AS least,
      (array_agg(state ORDER BY n DESC) FILTER (WHERE rank IS NULL AND NOT is_answered))[1] AS failed,
      (array_agg(state ORDER BY n DESC) FILTER (WHERE rank IS NULL AND NOT is_answered AND lost_at IS NULL))[1] AS failed_else,
      (array_agg(state ORDER BY n DESC)
        FILTER (WHERE rank IS NULL AND NOT is_answered AND lost_at IS NULL AND back_at IS NULL))[1] AS failed_other,
      count(*) FILTER (WHERE is_given_up) AS given_up,
      (array_agg(state ORDER BY n DESC) FILTER (WHERE is_given_up AND NOT is_amount_back))[1] AS failed_unpaid,
      coalesce(sum(devices) FILTER (WHERE lost_at IS NOT NULL), 0) AS lost, min(lost_at) AS lost_at,
      coalesce(sum(devices) FILTER (WHERE back_at IS NOT NULL AND NOT is_answered), 0) AS back,
      min(back_at) FILTER (WHERE NOT is_answered) AS back_at,
      count(*) FILTER (WHERE rank IS NOT NULL)::integer AS parcels, count(*) FILTER (WHERE state = 'delivered')::integer AS delivered
    FROM (
      SELECT s.n, s.devices, s.state, array_position(ARRAY['packed', 'handed_over', 'in_transit', 'delivered'], s.state) AS rank,
        CASE WHEN s.state IN ('lost', 'damaged', 'returned') AND c.choice = 'money' AND NOT said.is_given_up THEN c.asked_at END AS lost_at,
        CASE WHEN s.state IN ('refused', 'returned') AND c.asked_at IS NULL THEN failure.moment END AS back_at,
        said.is_given_up, said.is_amount_back,
        CASE WHEN failure.id IS NULL OR c.choice = 'money' THEN said.is_given_up ELSE coalesce(failure.id < (
          SELECT max(e.id) FROM shipments again
          JOIN order_events e ON e.order_id = o.id AND e.kind = 'packed' AND e.reference = concat(o.number, '-', again.n)
          WHERE again.order_id = o.id AND again.kind = 'resend'
            AND again.state IN ('packed', 'handed_over', 'in_transit', 'delivered')), false) END AS is_answered
      FROM shipments s
      LEFT JOIN parcel_claims c ON c.shipment_id = s.id
      CROSS JOIN LATERAL (
        SELECT max(e.id) AS id, max(e.moment) AS moment FROM order_events e
        WHERE s.state IN ('refused', 'returned', 'lost', 'damaged') AND e.order_id = o.id
          AND e.kind IN ('refused', 'lost', 'damaged') AND split_part(e.reference, '/', 1) = concat(o.number, '-', s.n)
      ) failure
      CROSS JOIN LATERAL (
        SELECT count(*) > 0 AND s.state IN ('lost', 'damaged', 'returned') AS is_given_up,
          coalesce(bool_or(r.state = 'done'), false) AS is_amount_back
        FROM order_refunds r
        WHERE c.choice = 'money' AND c.asked_at IS NOT NULL AND r.order_id = o.id AND r.scope = 'amount'
          AND r.state IN ('asked', 'sending', 'done') AND r.asked_at >= c.chosen_at
          AND NOT EXISTS (SELECT FROM returns WHERE returns.refund_id = r.id)
      ) said
      WHERE s.order_id = o.id AND s.kind IN ('outbound', 'resend') AND s.state <> 'cancelled'
    ) sent
  ) parcel
  CROSS JOIN LATERAL (
    SELECT greatest(1, given.rest)::integer AS devices, given.rest
    FROM (
      SELECT greatest(least(kept.devices, parcel.covered),
        kept.devices - CASE WHEN parcel.given_up > 0 THEN devices_given_up(o.id) ELSE 0 END) AS rest
      FROM (
        SELECT goods.devices - coalesce(sum(devices_not_sent(order_id, devices, serials, asked_at)), 0) AS devices
        FROM order_refunds WHERE order_id = o.id AND state IN ('asked', 'sending', 'done')
      ) kept
    ) given
  ) wanted
  CROSS JOIN LATERAL (
    SELECT parcel.lost > 0 AND parcel.covered < wanted.rest AND parcel.lost <= coalesce(sum(given.devices)
        FILTER (WHERE given.asked_at >= parcel.lost_at), 0) AS is_given_back,
      parcel.back > 0 AND parcel.covered < wanted.rest AND parcel.lost + parcel.back <= coalesce(sum(given.devices)
        FILTER (WHERE given.asked_at >= least(parcel.lost_at, parcel.back_at)), 0) AS is_all_given_back
    FROM (
      SELECT devices_not_sent(order_id, devices, serials, asked_at) AS devices, asked_at FROM order_refunds
      WHERE order_id = o.id AND state IN ('asked', 'sending', 'done')
    ) given
  ) loss;
--> statement-breakpoint
-- Orders whose loss a reduced price has answered.
UPDATE orders o SET fulfilment_state = s.fulfilment_state
FROM order_states s
WHERE s.id = o.id AND o.id IN (SELECT order_id FROM returns WHERE outcome = 'reduced')
  AND o.fulfilment_state IS DISTINCT FROM s.fulfilment_state;
