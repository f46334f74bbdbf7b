CREATE SEQUENCE "public"."transfer_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "package_advances" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"profile_id" uuid,
	"package_name" text NOT NULL,
	"anchor_on" date NOT NULL,
	"months_before" integer NOT NULL,
	"months" integer NOT NULL,
	"credited" integer DEFAULT 0 NOT NULL,
	"next_on" date,
	"ends_on" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "package_advances_months" CHECK ("package_advances"."months" between 1 and 12 and "package_advances"."months_before" >= 0),
	CONSTRAINT "package_advances_credited" CHECK ("package_advances"."credited" between 0 and "package_advances"."months"),
	CONSTRAINT "package_advances_done" CHECK ("package_advances"."credited" < "package_advances"."months" or "package_advances"."next_on" is null)
);
--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "payable_to" text DEFAULT 'company' NOT NULL;--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "valid_until" date;--> statement-breakpoint
ALTER TABLE "package_advances" ADD CONSTRAINT "package_advances_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "package_advances_of_person" ON "package_advances" USING btree ("profile_id","package_name");--> statement-breakpoint
CREATE INDEX "package_advances_next" ON "package_advances" USING btree ("next_on") WHERE "package_advances"."next_on" is not null;--> statement-breakpoint
CREATE INDEX "package_advances_ending" ON "package_advances" USING btree ("ends_on");--> statement-breakpoint
CREATE UNIQUE INDEX "claims_reference_once" ON "claims" USING btree ("reference");--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_reference" CHECK ("claims"."reference" ~ '^5[0-9]{10,13}$') NOT VALID;--> statement-breakpoint
ALTER TABLE "claims" VALIDATE CONSTRAINT "claims_reference";--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_payable_to" CHECK ("claims"."payable_to" = 'company') NOT VALID;--> statement-breakpoint
ALTER TABLE "claims" VALIDATE CONSTRAINT "claims_payable_to";--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_transfer" CHECK (("claims"."way" = 'transfer') = ("claims"."reference" is not null and "claims"."valid_until" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "claims" VALIDATE CONSTRAINT "claims_transfer";
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON package_advances FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('packages');
--> statement-breakpoint
-- As before, without orders and packages that were paid by transfer: what an advance credits month by month was booked when it was paid.
CREATE OR REPLACE VIEW booked_payments AS
  WITH sold AS (
    SELECT coalesce(checkout_session_id, id::text) AS key, id AS order_id, profile_id, amount, currency, paid_at AS moment
    FROM orders WHERE kind = 'device' AND status = 'paid'
      AND NOT EXISTS (SELECT FROM fulfilments t WHERE t.order_id = orders.id AND t.way = 'transfer' AND NOT t.surplus)
    UNION ALL
    SELECT payment_key, order_id, profile_id, amount, currency, created_at FROM packages
    WHERE NOT EXISTS (SELECT FROM fulfilments t WHERE t.order_id = packages.order_id AND t.way = 'transfer' AND NOT t.surplus)
  )
  SELECT key, sold.order_id, sold.profile_id, sold.amount, sold.currency, sold.moment,
    CASE WHEN fulfilments.returned THEN 'customer' ELSE 'sales' END AS credited
  FROM sold LEFT JOIN fulfilments USING (key)
  UNION ALL
  SELECT f.key, o.id, o.profile_id, o.amount, o.currency, f.at, 'customer'
  FROM fulfilments f JOIN orders o ON o.id = f.order_id
  WHERE f.way <> 'transfer' AND NOT EXISTS (SELECT FROM packages WHERE payment_key = f.key)
    AND NOT (o.kind = 'device' AND o.status = 'paid' AND f.key = coalesce(o.checkout_session_id, o.id::text)
      AND NOT EXISTS (SELECT FROM fulfilments t WHERE t.order_id = o.id AND t.way = 'transfer' AND NOT t.surplus));
--> statement-breakpoint
-- Transfers, by the keys of their lines: sold once the order is paid, the customer's until then.
CREATE VIEW booked_transfers AS
  SELECT f.key, o.id AS order_id, o.profile_id, f.amount, f.currency, f.at AS moment,
    CASE WHEN f.surplus OR o.status <> 'paid' THEN 'customer' ELSE 'sales' END AS credited
  FROM fulfilments f JOIN orders o ON o.id = f.order_id WHERE f.way = 'transfer';
--> statement-breakpoint
CREATE OR REPLACE VIEW book_facts AS
  WITH came AS NOT MATERIALIZED (
    SELECT key, order_id, profile_id, amount::bigint AS amount, currency, moment, credited, 'card_provider' AS debit FROM booked_payments
    UNION ALL
    SELECT key, order_id, profile_id, amount, currency, moment, credited, 'bank' FROM booked_transfers
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
  SELECT 'part', part.id::text, 'organiser', part.currency, place.id, NULL, part.decided_at,
    CASE WHEN part.line_id IS NULL THEN 'in_transit' ELSE 'bank' END,
    CASE WHEN part.state = 'owed' THEN 'owed' WHEN part.currency = place.valuta THEN 'customer' ELSE 'differences' END, part.amount
  FROM payment_parts part LEFT JOIN porudzbine place ON place.id = part.reservation_id WHERE part.state <> 'returned';
