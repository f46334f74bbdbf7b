ALTER TABLE "profiles" ADD COLUMN "terminates_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_closed_or_terminating" CHECK ("closed_at" is null or "terminates_at" is null);
--> statement-breakpoint
CREATE INDEX "profiles_terminating" ON "profiles" USING btree ("terminates_at") WHERE "profiles"."terminates_at" is not null;
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"stated_at" timestamp with time zone NOT NULL,
	"received_on" date,
	"reason" text DEFAULT '' NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolution" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "withdrawals_resolved" CHECK ("resolution" = '' or "resolved_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "withdrawals_stated" ON "withdrawals" USING btree ("stated_at");
--> statement-breakpoint
CREATE TRIGGER touch_updated_at BEFORE UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
--> statement-breakpoint
-- A withdrawal is a part of its order: whoever follows the order hears of it.
CREATE FUNCTION tell_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', 'orders');
  PERFORM pg_notify('live', 'account:' || profile_id) FROM orders WHERE id = NEW.order_id AND profile_id IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_withdrawal AFTER INSERT OR UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION tell_withdrawal();
--> statement-breakpoint
CREATE INDEX profiles_ending ON profiles (created_at DESC, id DESC) WHERE terminates_at IS NOT NULL OR closed_at IS NOT NULL;
