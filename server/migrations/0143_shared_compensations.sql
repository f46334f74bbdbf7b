ALTER TABLE "courier_compensations" DROP CONSTRAINT "courier_compensations_pkey";--> statement-breakpoint
ALTER TABLE "courier_compensations" ADD CONSTRAINT "courier_compensations_line_id_shipment_id_pk" PRIMARY KEY("line_id","shipment_id");--> statement-breakpoint
ALTER TABLE "courier_compensations" ADD COLUMN "amount" bigint;--> statement-breakpoint
ALTER TABLE "courier_compensations" ADD CONSTRAINT "courier_compensations_amount" CHECK ("courier_compensations"."amount" > 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "courier_compensations" VALIDATE CONSTRAINT "courier_compensations_amount";
--> statement-breakpoint
-- Written by hand from here on.
-- As before, but of what a courier paid for several parcels with one line each has its share.
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
    CASE p.credited WHEN 'sales' THEN 'refunds' ELSE 'customer' END,
    CASE p.debit WHEN 'card_provider' THEN 'card_provider' ELSE 'owed' END, r.amount
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
  WHERE part.state <> 'returned' AND (part.claim_id IS NULL OR part.state = 'owed')
  UNION ALL
  SELECT 'payout', p.id::text, p.entity, p.currency, p.order_id, o.profile_id, p.created_at, 'owed', 'bank', p.amount
  FROM payouts p JOIN orders o ON o.id = p.order_id WHERE p.state = 'done'
  UNION ALL
  SELECT 'reward', s.id::text, 'company', 'RSD', NULL, s.profile_id, m.closed_at, 'rewards', 'viewers', s.amount
  FROM reward_statements s JOIN reward_months m ON m.month = s.month WHERE s.amount <> 0
  UNION ALL
  SELECT 'payout', p.id::text, p.entity, p.currency, NULL, s.profile_id, p.created_at, 'viewers', line.account, line.amount
  FROM payouts p JOIN reward_statements s ON s.id = p.statement_id
    CROSS JOIN LATERAL (VALUES ('bank', p.amount), ('tax', s.tax)) line (account, amount)
  WHERE p.state = 'done' AND line.amount <> 0
  UNION ALL
  SELECT 'fee', payout.line_id::text, 'company', 'RSD', NULL, NULL, line.decided_at, 'fees', 'bank', payout.kept
  FROM courier_payouts payout JOIN statement_lines line ON line.id = payout.line_id WHERE payout.kept <> 0
  UNION ALL
  SELECT 'payout', payout.id, 'company', payout.currency, NULL, NULL, line.decided_at, 'bank', 'card_provider', payout.amount
  FROM card_payouts payout JOIN statement_lines line ON line.id = payout.line_id WHERE payout.state <> 'failed'
  UNION ALL
  SELECT 'fee', payout.id, 'company', payout.currency, NULL, NULL, line.decided_at, 'fees', 'card_provider', payout.fee
  FROM card_payouts payout JOIN statement_lines line ON line.id = payout.line_id WHERE payout.fee <> 0 AND payout.state <> 'failed'
  UNION ALL
  SELECT 'compensation', paid.shipment_id::text, 'company', line.currency, s.order_id, NULL, line.decided_at, 'bank', 'compensations',
    coalesce(paid.amount, line.amount)
  FROM courier_compensations paid JOIN statement_lines line ON line.id = paid.line_id JOIN shipments s ON s.id = paid.shipment_id;
--> statement-breakpoint
-- A server of the version before that takes such a line up again undoes one share of it.
INSERT INTO book_catch_ups DEFAULT VALUES ON CONFLICT DO NOTHING;
