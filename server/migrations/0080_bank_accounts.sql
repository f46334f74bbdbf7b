CREATE TABLE "statement_balances" (
	"import_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"opening" bigint,
	"closing" bigint,
	"total" bigint NOT NULL,
	"typed" bigint,
	"difference" bigint,
	CONSTRAINT "statement_balances_import_id_currency_pk" PRIMARY KEY("import_id","currency"),
	CONSTRAINT "statement_balances_both" CHECK (("statement_balances"."opening" is null) = ("statement_balances"."closing" is null)),
	CONSTRAINT "statement_balances_one" CHECK ("statement_balances"."typed" is null or "statement_balances"."opening" is null)
);
--> statement-breakpoint
ALTER TABLE "statement_lines" DROP CONSTRAINT "statement_lines_verdict";--> statement-breakpoint
ALTER TABLE "payment_parts" ADD COLUMN "entity" text DEFAULT 'organiser' NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_imports" ADD COLUMN "account" text;--> statement-breakpoint
ALTER TABLE "statement_imports" ADD COLUMN "entity" text DEFAULT 'organiser' NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_imports" ADD COLUMN "number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_imports" ADD COLUMN "first_day" date;--> statement-breakpoint
ALTER TABLE "statement_imports" ADD COLUMN "last_day" date;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "outgoing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_balances" ADD CONSTRAINT "statement_balances_import_id_statement_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."statement_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "statement_imports_of_entity" ON "statement_imports" USING btree ("entity","last_day");--> statement-breakpoint
ALTER TABLE "payment_parts" ADD CONSTRAINT "payment_parts_entity" CHECK ("payment_parts"."entity" in ('company', 'organiser')) NOT VALID;--> statement-breakpoint
ALTER TABLE "payment_parts" VALIDATE CONSTRAINT "payment_parts_entity";--> statement-breakpoint
ALTER TABLE "payment_parts" ADD CONSTRAINT "payment_parts_organisers" CHECK ("payment_parts"."entity" = 'organiser' or "payment_parts"."reservation_id" is null) NOT VALID;--> statement-breakpoint
ALTER TABLE "payment_parts" VALIDATE CONSTRAINT "payment_parts_organisers";--> statement-breakpoint
ALTER TABLE "statement_imports" ADD CONSTRAINT "statement_imports_entity" CHECK ("statement_imports"."entity" in ('company', 'organiser'));--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_outgoing" CHECK (not "statement_lines"."outgoing" or ("statement_lines"."reservation_id" is null and "statement_lines"."state" <> 'recorded')) NOT VALID;--> statement-breakpoint
ALTER TABLE "statement_lines" VALIDATE CONSTRAINT "statement_lines_outgoing";--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_verdict" CHECK ("statement_lines"."verdict" in ('exact', 'part', 'over', 'currency', 'lapsed', 'duplicate', 'cancelled', 'unknown', 'outgoing')) NOT VALID;--> statement-breakpoint
ALTER TABLE "statement_lines" VALIDATE CONSTRAINT "statement_lines_verdict";
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON statement_balances FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('statement_lines');
--> statement-breakpoint
-- As before, with parts of whose account they came to.
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
  SELECT 'part', part.id::text, part.entity, part.currency, place.id, NULL, part.decided_at,
    CASE WHEN part.line_id IS NULL THEN 'in_transit' ELSE 'bank' END,
    CASE WHEN part.state = 'owed' THEN 'owed' WHEN part.currency = place.valuta THEN 'customer' ELSE 'differences' END, part.amount
  FROM payment_parts part LEFT JOIN porudzbine place ON place.id = part.reservation_id WHERE part.state <> 'returned';
