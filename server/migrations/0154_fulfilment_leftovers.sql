-- As domain/returns/rules.ts says: a return that our courier lost on its way back is decided without having come.
CREATE OR REPLACE TRIGGER moves BEFORE UPDATE OF state ON returns FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION check_move('requested>label_sent', 'requested>received', 'requested>called_off', 'label_sent>received',
    'label_sent>decided', 'label_sent>done', 'label_sent>called_off', 'received>decided', 'received>done', 'decided>done', 'done>decided');
--> statement-breakpoint
-- As with three arguments (migration 0148), but what was sent again after it had come back, and was delivered before the request, was sent.
CREATE FUNCTION devices_not_sent(of_order uuid, devices integer, serials text[], asked timestamp with time zone) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT greatest(0, devices - (
    SELECT count(*) FROM unnest(serials) AS named (serial) WHERE NOT EXISTS (
      SELECT FROM public.shipment_devices d JOIN public.shipments s ON s.id = d.shipment_id
      WHERE d.serial = named.serial AND s.order_id = of_order AND s.kind IN ('outbound', 'resend') AND s.state = 'returned')
    OR EXISTS (
      SELECT FROM public.shipment_devices d JOIN public.shipments s ON s.id = d.shipment_id
      WHERE d.serial = named.serial AND s.order_id = of_order AND s.kind IN ('outbound', 'resend') AND s.state = 'delivered'
        AND s.delivered_at <= asked)))
$$;
--> statement-breakpoint
-- As before (migration 0148), with that count.
CREATE OR REPLACE VIEW order_states AS
  SELECT o.id, payment.state AS payment_state,
    CASE WHEN payment.state IN ('paid', 'part_refunded', 'refunded', 'settled') THEN 'paid'
      WHEN payment.state = 'cancelled' THEN 'cancelled' ELSE 'pending' END AS status,
    CASE
      WHEN o.kind <> 'device' OR (payment.state IN ('cancelled', 'refunded') AND parcel.parcels = 0) THEN NULL
      WHEN parcel.covered >= wanted.devices THEN parcel.least
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
    SELECT greatest(1, given.rest)::integer AS devices, given.rest
    FROM (
      SELECT goods.devices - coalesce(sum(devices_not_sent(order_id, devices, serials, asked_at)), 0) AS rest
      FROM order_refunds WHERE order_id = o.id AND state IN ('asked', 'sending', 'done')
    ) given
  ) wanted
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(devices) FILTER (WHERE rank IS NOT NULL), 0) AS covered,
      (array_agg(state ORDER BY rank) FILTER (WHERE rank IS NOT NULL))[1] AS least,
      (array_agg(state ORDER BY n DESC) FILTER (WHERE rank IS NULL AND NOT is_sent_again))[1] AS failed,
      (array_agg(state ORDER BY n DESC) FILTER (WHERE rank IS NULL AND NOT is_sent_again AND lost_at IS NULL))[1] AS failed_else,
      (array_agg(state ORDER BY n DESC)
        FILTER (WHERE rank IS NULL AND NOT is_sent_again AND lost_at IS NULL AND back_at IS NULL))[1] AS failed_other,
      coalesce(sum(devices) FILTER (WHERE lost_at IS NOT NULL), 0) AS lost, min(lost_at) AS lost_at,
      coalesce(sum(devices) FILTER (WHERE back_at IS NOT NULL AND NOT is_sent_again), 0) AS back,
      min(back_at) FILTER (WHERE NOT is_sent_again) AS back_at,
      count(*) FILTER (WHERE rank IS NOT NULL)::integer AS parcels, count(*) FILTER (WHERE state = 'delivered')::integer AS delivered
    FROM (
      SELECT s.n, s.devices, s.state, array_position(ARRAY['packed', 'handed_over', 'in_transit', 'delivered'], s.state) AS rank,
        CASE WHEN s.state IN ('lost', 'damaged', 'returned') AND c.choice = 'money' THEN c.asked_at END AS lost_at,
        CASE WHEN s.state IN ('refused', 'returned') AND c.asked_at IS NULL THEN failure.moment END AS back_at,
        CASE WHEN failure.id IS NULL OR c.choice = 'money' THEN false ELSE coalesce(failure.id < (
          SELECT max(e.id) FROM shipments again
          JOIN order_events e ON e.order_id = o.id AND e.kind = 'packed' AND e.reference = concat(o.number, '-', again.n)
          WHERE again.order_id = o.id AND again.kind = 'resend'
            AND again.state IN ('packed', 'handed_over', 'in_transit', 'delivered')), false) END AS is_sent_again
      FROM shipments s
      LEFT JOIN parcel_claims c ON c.shipment_id = s.id
      CROSS JOIN LATERAL (
        SELECT max(e.id) AS id, max(e.moment) AS moment FROM order_events e
        WHERE s.state IN ('refused', 'returned', 'lost', 'damaged') AND e.order_id = o.id
          AND e.kind IN ('refused', 'lost', 'damaged') AND split_part(e.reference, '/', 1) = concat(o.number, '-', s.n)
      ) failure
      WHERE s.order_id = o.id AND s.kind IN ('outbound', 'resend') AND s.state <> 'cancelled'
    ) sent
  ) parcel
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
-- Orders that wait so.
UPDATE orders o SET fulfilment_state = s.fulfilment_state
FROM order_states s
WHERE s.id = o.id AND o.id IN (SELECT order_id FROM shipments WHERE state IN ('refused', 'returned', 'lost', 'damaged'))
  AND o.fulfilment_state IS DISTINCT FROM s.fulfilment_state;
