-- As before (migration 0111), and a device that a courier lost is written off; found, it is with the courier again (docs/decisions/301).
CREATE OR REPLACE FUNCTION stock_move_allowed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.place <> 'stock' THEN
      RAISE EXCEPTION 'a device is received into stock' USING ERRCODE = 'check_violation', CONSTRAINT = 'stock_move_allowed';
    END IF;
  ELSIF TG_OP = 'DELETE' THEN
    IF (SELECT count(*) FROM public.stock_moves WHERE device_id = OLD.id) > 1 THEN
      RAISE EXCEPTION 'a device that has moved stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'stock_move_allowed';
    END IF;
    RETURN OLD;
  ELSE
    IF NEW.serial <> OLD.serial OR NEW.intake <> OLD.intake THEN
      RAISE EXCEPTION 'number and intake of a device stay' USING ERRCODE = 'check_violation', CONSTRAINT = 'stock_move_allowed';
    END IF;
    IF NEW.place <> OLD.place AND (OLD.place, NEW.place) NOT IN (
      ('stock', 'packed'), ('stock', 'off'), ('packed', 'stock'), ('packed', 'courier'), ('courier', 'customer'),
      ('courier', 'inspection'), ('courier', 'off'), ('customer', 'inspection'), ('inspection', 'stock'), ('inspection', 'off'),
      ('inspection', 'customer'), ('off', 'courier')) THEN
      RAISE EXCEPTION 'a device does not go from % to %', OLD.place, NEW.place
        USING ERRCODE = 'check_violation', CONSTRAINT = 'stock_move_allowed';
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- As before (migration 0142), but a parcel of which the money goes or went back is nothing that its order waits for: what is left of the order
-- is to be packed.
CREATE OR REPLACE VIEW order_states AS
  SELECT o.id, payment.state AS payment_state,
    CASE WHEN payment.state IN ('paid', 'part_refunded', 'refunded', 'settled') THEN 'paid'
      WHEN payment.state = 'cancelled' THEN 'cancelled' ELSE 'pending' END AS status,
    CASE
      WHEN o.kind <> 'device' OR (payment.state IN ('cancelled', 'refunded') AND parcel.parcels = 0) THEN NULL
      WHEN parcel.covered >= wanted.devices THEN parcel.least
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
      SELECT goods.devices - coalesce(sum(greatest(0, devices - cardinality(serials))), 0) AS rest
      FROM order_refunds WHERE order_id = o.id AND state IN ('asked', 'sending', 'done')
    ) given
  ) wanted
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(devices) FILTER (WHERE rank IS NOT NULL), 0) AS covered,
      (array_agg(state ORDER BY rank) FILTER (WHERE rank IS NOT NULL))[1] AS least,
      (array_agg(state ORDER BY n DESC) FILTER (WHERE rank IS NULL))[1] AS failed,
      (array_agg(state ORDER BY n DESC) FILTER (WHERE rank IS NULL AND lost_at IS NULL))[1] AS failed_else,
      coalesce(sum(devices) FILTER (WHERE lost_at IS NOT NULL), 0) AS lost, min(lost_at) AS lost_at,
      count(*) FILTER (WHERE rank IS NOT NULL)::integer AS parcels, count(*) FILTER (WHERE state = 'delivered')::integer AS delivered
    FROM (
      SELECT n, devices, state, array_position(ARRAY['packed', 'handed_over', 'in_transit', 'delivered'], state) AS rank,
        CASE WHEN state IN ('lost', 'damaged', 'returned') THEN (
          SELECT asked_at FROM parcel_claims WHERE shipment_id = shipments.id AND choice = 'money') END AS lost_at
      FROM shipments WHERE order_id = o.id AND kind IN ('outbound', 'resend') AND state <> 'cancelled'
    ) sent
  ) parcel
  CROSS JOIN LATERAL (
    SELECT parcel.lost > 0 AND parcel.covered < wanted.rest AND parcel.lost <= (
      SELECT coalesce(sum(greatest(0, devices - cardinality(serials))), 0) FROM order_refunds
      WHERE order_id = o.id AND state IN ('asked', 'sending', 'done') AND asked_at >= parcel.lost_at) AS is_given_back
  ) loss;
--> statement-breakpoint
-- Orders that wait so.
UPDATE orders o SET fulfilment_state = s.fulfilment_state
FROM order_states s
WHERE s.id = o.id AND o.id IN (SELECT lost.order_id FROM shipments lost JOIN parcel_claims c ON c.shipment_id = lost.id WHERE c.choice = 'money')
  AND o.fulfilment_state IS DISTINCT FROM s.fulfilment_state;
