CREATE TABLE "order_refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"payment_key" text NOT NULL,
	"scope" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"devices" integer DEFAULT 0 NOT NULL,
	"reason" text NOT NULL,
	"goods" text NOT NULL,
	"serials" text[] DEFAULT '{}' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"asked_by" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"refund_id" text,
	"problem" text,
	CONSTRAINT "order_refunds_refund_id_unique" UNIQUE("refund_id"),
	CONSTRAINT "order_refunds_scope" CHECK ("order_refunds"."scope" in ('devices', 'amount', 'whole')),
	CONSTRAINT "order_refunds_reason" CHECK ("order_refunds"."reason" in ('withdrawal', 'complaint', 'wrong_payment', 'not_delivered', 'agreement')),
	CONSTRAINT "order_refunds_goods" CHECK ("order_refunds"."goods" in ('stock', 'off', 'none')),
	CONSTRAINT "order_refunds_state" CHECK ("order_refunds"."state" in ('asked', 'sending', 'done', 'declined', 'lapsed', 'failed')),
	CONSTRAINT "order_refunds_amount" CHECK ("order_refunds"."amount" > 0),
	CONSTRAINT "order_refunds_devices" CHECK ("order_refunds"."devices" >= 0),
	CONSTRAINT "order_refunds_done" CHECK ("order_refunds"."state" <> 'done' or "order_refunds"."refund_id" is not null),
	CONSTRAINT "order_refunds_problem" CHECK (("order_refunds"."state" = 'failed') = ("order_refunds"."problem" is not null))
);
--> statement-breakpoint
ALTER TABLE "order_refunds" ADD CONSTRAINT "order_refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_refunds_one_live" ON "order_refunds" USING btree ("payment_key") WHERE "order_refunds"."state" in ('asked', 'sending');--> statement-breakpoint
CREATE INDEX "order_refunds_of" ON "order_refunds" USING btree ("order_id","asked_at");--> statement-breakpoint
CREATE INDEX "order_refunds_asked" ON "order_refunds" USING btree ("asked_at") WHERE "order_refunds"."state" = 'asked';--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON order_refunds FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('orders');
