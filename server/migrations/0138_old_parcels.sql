ALTER TABLE "shipments" ADD COLUMN "to_sort" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "shipments_to_sort" ON "shipments" USING btree ("created_at") WHERE "shipments"."to_sort";--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_to_sort" CHECK (not "shipments"."to_sort" or ("shipments"."courier" = 'before_records' and "shipments"."state" = 'delivered')) NOT VALID;--> statement-breakpoint
ALTER TABLE "shipments" VALIDATE CONSTRAINT "shipments_to_sort";
--> statement-breakpoint
-- What stands for a delivery before parcels were recorded may turn out not to have been one.
DROP TRIGGER moves ON shipments;
--> statement-breakpoint
CREATE TRIGGER moves BEFORE UPDATE OF state ON shipments FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NOT (OLD.courier = 'before_records' AND OLD.to_sort AND OLD.state = 'delivered' AND NEW.state = 'cancelled'))
  EXECUTE FUNCTION check_move('packed>handed_over', 'packed>cancelled', 'handed_over>in_transit', 'handed_over>delivered',
    'handed_over>refused', 'handed_over>lost', 'handed_over>damaged', 'in_transit>delivered', 'in_transit>refused', 'in_transit>lost',
    'in_transit>damaged', 'refused>in_transit', 'refused>returned', 'refused>lost', 'refused>damaged', 'lost>in_transit',
    'lost>delivered', 'lost>returned', 'damaged>delivered', 'damaged>returned');
--> statement-breakpoint
-- Of a shop that was upgraded before: the event was written by the upgrade.
UPDATE shipments s SET to_sort = true FROM order_events e
WHERE e.order_id = s.order_id AND e.kind = 'delivered_before_records' AND e.moment > e.created_at - interval '30 days'
  AND s.courier = 'before_records' AND s.state = 'delivered';
--> statement-breakpoint
-- As before, but for what was paid in the last thirty days, which somebody is asked about.
CREATE OR REPLACE FUNCTION catch_up_orders(behind uuid[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE refreshed bigint; began timestamptz := (SELECT min(asked_at) FROM order_catch_ups);
BEGIN
  PERFORM FROM orders WHERE id = ANY (behind) ORDER BY id FOR UPDATE;
  INSERT INTO order_lines (order_id, position, kind, name, quantity, amount, currency)
  SELECT id, 1, CASE kind WHEN 'device' THEN 'goods' ELSE 'service' END, product_name,
    CASE product_name WHEN 'Vidik – 10 uređaja' THEN 10 WHEN 'Vidik – 100 uređaja' THEN 100 ELSE 1 END, amount, currency
  FROM orders WHERE id = ANY (behind) ON CONFLICT DO NOTHING;
  INSERT INTO shipments (order_id, n, courier, state, devices, created_at, to_sort)
  SELECT o.id, 1, 'before_records', 'delivered', l.quantity, o.paid_at, o.paid_at > began - interval '30 days'
  FROM orders o JOIN order_lines l ON l.order_id = o.id AND l.kind = 'goods'
  WHERE o.id = ANY (behind) AND o.kind = 'device' AND o.status = 'paid' AND o.paid_at < began
    AND NOT EXISTS (SELECT FROM claims WHERE order_id = o.id)
    AND NOT EXISTS (SELECT FROM fulfilments WHERE order_id = o.id AND returned) ON CONFLICT DO NOTHING;
  INSERT INTO claims (order_id, way, amount, currency, state, created_at)
  SELECT id, way, amount, currency, CASE status WHEN 'cancelled' THEN 'cancelled' ELSE 'live' END, created_at
  FROM orders o WHERE id = ANY (behind) AND NOT EXISTS (SELECT FROM claims WHERE order_id = o.id);
  INSERT INTO fulfilments (key, order_id, source, at, amount, currency)
  SELECT key, order_id, 'webhook', moment, amount, currency FROM booked_payments WHERE order_id = ANY (behind) ON CONFLICT DO NOTHING;
  UPDATE fulfilments f SET amount = b.amount, currency = b.currency, surplus = b.credited <> 'sales' AND NOT f.returned
  FROM booked_payments b WHERE b.order_id = ANY (behind) AND f.order_id = ANY (behind) AND b.key = f.key AND f.amount IS NULL;
  INSERT INTO order_events (order_id, moment, kind, actor, facts, reference)
  SELECT * FROM (
    SELECT id, created_at AS moment, 'placed', coalesce(profile_id::text, 'system'), jsonb_build_object('amount', amount, 'currency', currency), ''
    FROM orders
    UNION ALL
    SELECT order_id, at, CASE WHEN surplus THEN 'overpaid' ELSE 'paid' END, 'stripe',
      jsonb_build_object('amount', amount, 'currency', currency), key
    FROM fulfilments
    UNION ALL
    SELECT order_id, o.updated_at, 'cancelled', 'stripe', '{}', claims.id::text
    FROM claims JOIN orders o ON o.id = order_id WHERE claims.state = 'cancelled'
    UNION ALL
    SELECT f.order_id, r.created_at, 'refunded', 'stripe', jsonb_build_object('amount', r.amount, 'currency', r.currency), r.id
    FROM refunds r JOIN fulfilments f ON f.key = r.payment_key
    WHERE r.stands AND NOT EXISTS (SELECT FROM disputes WHERE disputes.id = r.id)
    UNION ALL
    SELECT f.order_id, d.created_at, CASE d.state WHEN 'open' THEN 'disputed' ELSE 'dispute_' || d.state END, 'stripe',
      jsonb_build_object('amount', d.amount, 'currency', d.currency), d.id
    FROM disputes d JOIN fulfilments f ON f.key = d.payment_key
    UNION ALL
    SELECT order_id, stated_at, 'withdrawn', coalesce(profile_id::text, 'system'), jsonb_build_object('receivedOn', received_on), ''
    FROM withdrawals JOIN orders ON orders.id = order_id
    UNION ALL
    SELECT order_id, created_at, 'delivered_before_records', 'system', '{}', '' FROM shipments WHERE courier = 'before_records'
  ) happened (order_id, moment, kind, actor, facts, reference)
  WHERE order_id = ANY (behind)
  ORDER BY moment
  ON CONFLICT (order_id, kind, reference) DO NOTHING;
  UPDATE orders o SET payment_state = s.payment_state, status = s.status, fulfilment_state = s.fulfilment_state,
    delivered_parcels = s.delivered_parcels, parcels = s.parcels, disputed = s.disputed,
    paid_at = CASE WHEN s.status = 'paid' THEN coalesce(o.paid_at, o.updated_at) END,
    checkout_key = CASE WHEN s.status = 'pending' THEN o.checkout_key END
  FROM order_states s WHERE o.id = ANY (behind) AND s.id = o.id
    AND (o.payment_state, o.status, o.delivered_parcels, o.parcels, o.disputed, o.fulfilment_state)
      IS DISTINCT FROM (s.payment_state, s.status, s.delivered_parcels, s.parcels, s.disputed, s.fulfilment_state);
  GET DIAGNOSTICS refreshed = ROW_COUNT;
  RETURN refreshed;
END $$;
