CREATE SEQUENCE "public"."courier_codes" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "courier_messages" (
	"courier" text NOT NULL,
	"id" text NOT NULL,
	"shipment_id" uuid,
	"code" text NOT NULL,
	"reference" text NOT NULL,
	"status" text NOT NULL,
	"news" text,
	"moment" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "courier_messages_courier_id_pk" PRIMARY KEY("courier","id"),
	CONSTRAINT "courier_messages_news" CHECK ("courier_messages"."news" in ('picked up', 'transit', 'out', 'delivered', 'refused', 'returning', 'returned', 'problem', 'delayed', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "courier_requests" (
	"shipment_id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"courier" text NOT NULL,
	"body_hash" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"next_at" timestamp with time zone NOT NULL,
	"leased_until" timestamp with time zone,
	"answer" text DEFAULT '' NOT NULL,
	"ask_at" timestamp with time zone,
	"asked" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "courier_requests_key_unique" UNIQUE("key"),
	CONSTRAINT "courier_requests_state" CHECK ("courier_requests"."state" in ('waiting', 'made', 'address_unknown', 'refused', 'unknown', 'to_call_off', 'cancelled')),
	CONSTRAINT "courier_requests_courier" CHECK ("courier_requests"."courier" in ('own', 'd-express', 'before_records'))
);
--> statement-breakpoint
ALTER TABLE "shipment_boxes" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "collect_amount" integer;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "collect_account" text;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "courier_messages" ADD CONSTRAINT "courier_messages_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courier_requests" ADD CONSTRAINT "courier_requests_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "courier_messages_of_shipment" ON "courier_messages" USING btree ("shipment_id");--> statement-breakpoint
CREATE INDEX "courier_requests_due" ON "courier_requests" USING btree ("next_at") WHERE "courier_requests"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "courier_requests_to_ask" ON "courier_requests" USING btree ("ask_at") WHERE "courier_requests"."state" = 'made' and "courier_requests"."ask_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "shipment_boxes_code" ON "shipment_boxes" USING btree ("code");--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_collect" CHECK (("shipments"."collect_amount" is null) = ("shipments"."collect_account" is null) and "shipments"."collect_amount" > 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "shipments" VALIDATE CONSTRAINT "shipments_collect";
--> statement-breakpoint
CREATE TRIGGER touch_updated_at BEFORE UPDATE ON courier_requests FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
--> statement-breakpoint
-- domain/fulfilment/courier-requests.ts
CREATE TRIGGER moves BEFORE UPDATE OF state ON courier_requests FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION check_move('waiting>made', 'waiting>address_unknown', 'waiting>refused', 'waiting>unknown', 'waiting>cancelled',
    'made>to_call_off', 'made>cancelled', 'address_unknown>waiting', 'address_unknown>cancelled', 'refused>waiting',
    'refused>cancelled', 'unknown>made', 'unknown>waiting', 'to_call_off>cancelled', 'cancelled>waiting');
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON courier_requests FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('orders');
