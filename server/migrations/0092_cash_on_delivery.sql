CREATE INDEX "shipments_not_taken" ON "shipments" USING btree ("order_id") WHERE "shipments"."collect_amount" is not null and "shipments"."state" in ('refused', 'returned');
--> statement-breakpoint
-- As before, without what couriers collected.
CREATE OR REPLACE VIEW booked_payments AS
  WITH sold AS (
    SELECT coalesce(checkout_session_id, id::text) AS key, id AS order_id, profile_id, amount, currency, paid_at AS moment
    FROM orders WHERE kind = 'device' AND status = 'paid'
      AND NOT EXISTS (SELECT FROM fulfilments t WHERE t.order_id = orders.id AND t.way <> 'card' AND NOT t.surplus)
    UNION ALL
    SELECT payment_key, order_id, profile_id, amount, currency, created_at FROM packages
    WHERE NOT EXISTS (SELECT FROM fulfilments t WHERE t.order_id = packages.order_id AND t.way <> 'card' AND NOT t.surplus)
  )
  SELECT key, sold.order_id, sold.profile_id, sold.amount, sold.currency, sold.moment,
    CASE WHEN fulfilments.returned THEN 'customer' ELSE 'sales' END AS credited
  FROM sold LEFT JOIN fulfilments USING (key)
  UNION ALL
  SELECT f.key, o.id, o.profile_id, o.amount, o.currency, f.at, 'customer'
  FROM fulfilments f JOIN orders o ON o.id = f.order_id
  WHERE f.way = 'card' AND NOT EXISTS (SELECT FROM packages WHERE payment_key = f.key)
    AND NOT (o.kind = 'device' AND o.status = 'paid' AND f.key = coalesce(o.checkout_session_id, o.id::text)
      AND NOT EXISTS (SELECT FROM fulfilments t WHERE t.order_id = o.id AND t.way <> 'card' AND NOT t.surplus));
--> statement-breakpoint
-- Collected on delivery, by the keys of the parcels: the courier's to give and the customer's until it is ours, then what was sold; what was
-- paid twice stays the customer's. Nobody has seen it on a statement, so it is in transit.
CREATE VIEW booked_cash AS
  SELECT f.key, f.order_id, o.profile_id, f.amount, f.currency, f.at AS moment,
    CASE WHEN f.receipt = 'received' AND NOT f.surplus THEN 'sales' ELSE 'customer' END AS credited,
    CASE f.receipt WHEN 'received' THEN 'in_transit' ELSE 'courier' END AS debit
  FROM fulfilments f JOIN orders o ON o.id = f.order_id WHERE f.way = 'cash_on_delivery';
--> statement-breakpoint
CREATE OR REPLACE VIEW book_facts AS
  WITH came AS NOT MATERIALIZED (
    SELECT key, order_id, profile_id, amount::bigint AS amount, currency, moment, credited, 'card_provider' AS debit FROM booked_payments
    UNION ALL
    SELECT key, order_id, profile_id, amount, currency, moment, credited, 'bank' FROM booked_transfers
    UNION ALL
    SELECT key, order_id, profile_id, amount, currency, moment, credited, debit FROM booked_cash
  )
  SELECT 'payment' AS kind, key AS reference, 'company' AS entity, currency, order_id AS concerns, profile_id, moment,
    debit, credited AS credit, amount
  FROM came WHERE amount <> 0
  UNION ALL
  SELECT 'refund', r.id, 'company', r.currency, p.order_id, p.profile_id, r.created_at,
    CASE p.credited WHEN 'sales' THEN 'refunds' ELSE 'customer' END, p.debit, r.amount
  FROM refunds r JOIN came p ON p.key = r.payment_key
  WHERE r.stands AND NOT EXISTS (SELECT FROM disputes WHERE disputes.id = r.id)
  UNION ALL
  SELECT 'dispute', d.id, 'company', d.currency, p.order_id, p.profile_id, d.created_at,
    CASE WHEN d.state = 'open' THEN 'disputed' WHEN p.credited = 'sales' THEN 'refunds' ELSE 'customer' END, 'card_provider', d.amount
  FROM disputes d JOIN came p ON p.key = d.payment_key WHERE d.state <> 'won'
  UNION ALL
  SELECT 'reservation', id::text, 'organiser', valuta, id, NULL, coalesce(confirmed_at, updated_at), 'customer', 'sales', iznos
  FROM porudzbine WHERE potvrdjeno
  UNION ALL
  SELECT 'difference', d.id::text, 'organiser', d.currency, place.id, NULL, d.decided_at, 'differences', 'customer', d.missing
  FROM accepted_differences d JOIN porudzbine place ON place.id = d.reservation_id WHERE place.potvrdjeno
  UNION ALL
  SELECT 'part', part.id::text, part.entity, part.currency, coalesce(place.id, claim.order_id), NULL, part.decided_at,
    CASE WHEN part.line_id IS NULL THEN 'in_transit' ELSE 'bank' END,
    CASE WHEN part.state = 'owed' THEN 'owed' WHEN part.currency = place.valuta THEN 'customer' ELSE 'differences' END, part.amount
  FROM payment_parts part LEFT JOIN porudzbine place ON place.id = part.reservation_id LEFT JOIN claims claim ON claim.id = part.claim_id
  WHERE part.state <> 'returned' AND (part.claim_id IS NULL OR part.state = 'owed');
