CREATE SEQUENCE "public"."payout_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "payout_lists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "payout_lists_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"entity" text NOT NULL,
	"currency" text NOT NULL,
	"account" text NOT NULL,
	"total" bigint NOT NULL,
	"payouts" integer NOT NULL,
	"xml" text NOT NULL,
	"csv" text NOT NULL,
	"sha256" text NOT NULL,
	"exported_by" text NOT NULL,
	"exported_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payout_lists_number_unique" UNIQUE("number"),
	CONSTRAINT "payout_lists_entity" CHECK ("payout_lists"."entity" in ('company', 'organiser')),
	CONSTRAINT "payout_lists_total" CHECK ("payout_lists"."total" > 0 and "payout_lists"."payouts" > 0)
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"refund_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"entity" text DEFAULT 'company' NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text DEFAULT 'RSD' NOT NULL,
	"reference" text NOT NULL,
	"token" text NOT NULL,
	"state" text DEFAULT 'account' NOT NULL,
	"payee" text DEFAULT '' NOT NULL,
	"account" text,
	"named_by" text,
	"named_at" timestamp with time zone,
	"list_id" uuid,
	"line_id" uuid,
	"return_line_id" uuid,
	"executed_on" date,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payouts_reference_unique" UNIQUE("reference"),
	CONSTRAINT "payouts_token_unique" UNIQUE("token"),
	CONSTRAINT "payouts_line_id_unique" UNIQUE("line_id"),
	CONSTRAINT "payouts_return_line_id_unique" UNIQUE("return_line_id"),
	CONSTRAINT "payouts_state" CHECK ("payouts"."state" in ('account', 'ready', 'listed', 'done', 'returned', 'refused', 'stopped')),
	CONSTRAINT "payouts_entity" CHECK ("payouts"."entity" in ('company', 'organiser')),
	CONSTRAINT "payouts_amount" CHECK ("payouts"."amount" > 0),
	CONSTRAINT "payouts_account" CHECK ("payouts"."account" ~ '^[0-9]{18}$'),
	CONSTRAINT "payouts_named" CHECK ("payouts"."state" in ('account', 'stopped') or ("payouts"."account" is not null and "payouts"."payee" <> '')),
	CONSTRAINT "payouts_in_list" CHECK (("payouts"."state" in ('listed', 'done', 'returned', 'refused')) = ("payouts"."list_id" is not null)),
	CONSTRAINT "payouts_done" CHECK (("payouts"."state" in ('done', 'returned')) = ("payouts"."line_id" is not null)),
	CONSTRAINT "payouts_returned" CHECK (("payouts"."state" = 'returned') = ("payouts"."return_line_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "order_refunds" ADD COLUMN "way" text DEFAULT 'card' NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_refund_id_order_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."order_refunds"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_list_id_payout_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."payout_lists"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_line_id_statement_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."statement_lines"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_return_line_id_statement_lines_id_fk" FOREIGN KEY ("return_line_id") REFERENCES "public"."statement_lines"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_lists_newest" ON "payout_lists" USING btree ("exported_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_one_live" ON "payouts" USING btree ("refund_id") WHERE "payouts"."state" in ('account', 'ready', 'listed', 'done');--> statement-breakpoint
CREATE INDEX "payouts_of_order" ON "payouts" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payouts_of_list" ON "payouts" USING btree ("list_id");--> statement-breakpoint
CREATE INDEX "payouts_waiting" ON "payouts" USING btree ("created_at") WHERE "payouts"."state" in ('account', 'ready');--> statement-breakpoint
CREATE INDEX "payouts_listed" ON "payouts" USING btree ("amount") WHERE "payouts"."state" in ('listed', 'done');--> statement-breakpoint
ALTER TABLE "order_refunds" ADD CONSTRAINT "order_refunds_way" CHECK ("order_refunds"."way" in ('card', 'account')) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_refunds" VALIDATE CONSTRAINT "order_refunds_way";
--> statement-breakpoint
CREATE TRIGGER moves BEFORE UPDATE OF state ON payouts FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION check_move('account>ready', 'account>stopped', 'ready>stopped', 'ready>listed', 'listed>done', 'listed>refused', 'done>returned');
--> statement-breakpoint
-- What the bank was given stays as it was given.
CREATE FUNCTION refuse_change_of_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'payment order % was exported and does not change', OLD.number;
END $$;
--> statement-breakpoint
CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON payout_lists FOR EACH ROW WHEN (OLD.sha256 <> '')
  EXECUTE FUNCTION refuse_change_of_list();
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON payouts FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('statement_lines');
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON payout_lists FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('statement_lines');
--> statement-breakpoint
-- As before; a refund of what did not come by card is owed, until the bank has paid it.
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
  FROM payouts p JOIN orders o ON o.id = p.order_id WHERE p.state = 'done';
