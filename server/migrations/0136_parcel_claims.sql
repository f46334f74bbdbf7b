CREATE TABLE "parcel_claims" (
	"shipment_id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"due_on" date,
	"settled_at" timestamp with time zone,
	"note" text DEFAULT '' NOT NULL,
	"asked_at" timestamp with time zone,
	"choice" text,
	"chosen_at" timestamp with time zone,
	CONSTRAINT "parcel_claims_kind" CHECK ("parcel_claims"."kind" in ('lost', 'damaged')),
	CONSTRAINT "parcel_claims_state" CHECK ("parcel_claims"."state" in ('none', 'open', 'paid', 'refused', 'dropped')),
	CONSTRAINT "parcel_claims_choice" CHECK ("parcel_claims"."choice" in ('again', 'money')),
	CONSTRAINT "parcel_claims_amount" CHECK ("parcel_claims"."amount" >= 0),
	CONSTRAINT "parcel_claims_open" CHECK (("parcel_claims"."state" in ('none', 'dropped')) = ("parcel_claims"."due_on" is null)),
	CONSTRAINT "parcel_claims_settled" CHECK (("parcel_claims"."state" in ('paid', 'refused')) = ("parcel_claims"."settled_at" is not null)),
	CONSTRAINT "parcel_claims_chosen" CHECK (("parcel_claims"."choice" is null) = ("parcel_claims"."chosen_at" is null) and ("parcel_claims"."choice" is null or "parcel_claims"."asked_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "parcel_claims" ADD CONSTRAINT "parcel_claims_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "parcel_claims_due" ON "parcel_claims" USING btree ("due_on") WHERE "parcel_claims"."state" = 'open';--> statement-breakpoint
CREATE INDEX "parcel_claims_decided" ON "parcel_claims" USING btree ("chosen_at") WHERE "parcel_claims"."choice" is not null;--> statement-breakpoint
CREATE INDEX "ledger_put_right" ON "ledger" USING btree ("reference") WHERE "ledger"."reason" in ('correction', 'dispute');--> statement-breakpoint
CREATE INDEX "returns_complaints" ON "returns" USING btree ("asked_at") WHERE "returns"."kind" = 'complaint';--> statement-breakpoint
-- Written by hand from here on.
CREATE TRIGGER moves BEFORE UPDATE OF state ON parcel_claims FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION check_move('open>paid', 'open>refused', 'open>dropped', 'refused>paid', 'dropped>open');
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON parcel_claims FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('orders');
--> statement-breakpoint
-- What was lost or damaged a moment ago can still be claimed; its buyer is asked by people, as before.
INSERT INTO "parcel_claims" ("shipment_id", "kind", "state", "amount", "currency", "opened_at", "due_on")
SELECT s.id, s.state, CASE WHEN s.courier = 'd-express' THEN 'open' ELSE 'none' END,
  CASE WHEN o.currency = 'EUR' AND o.rate IS NOT NULL THEN round(w.worth * o.rate / 100) * 100 ELSE w.worth END,
  CASE WHEN o.currency = 'EUR' AND o.rate IS NOT NULL THEN 'RSD' ELSE o.currency END, s.updated_at,
  CASE WHEN s.courier = 'd-express' THEN (s.updated_at AT TIME ZONE 'Europe/Belgrade')::date + 30 END
FROM "shipments" s JOIN "orders" o ON o.id = s.order_id CROSS JOIN LATERAL (
  SELECT round(coalesce(sum(l.amount)::numeric * s.devices / nullif(sum(l.quantity), 0), 0)) AS worth
  FROM "order_lines" l WHERE l.order_id = o.id AND l.kind = 'goods') w
WHERE s.state IN ('lost', 'damaged') AND s.updated_at > now() - interval '30 days';
