-- Who has an order open for a call, so that two do not call the same buyer; for a few minutes at a time.
CREATE TABLE "order_open_calls" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_open_calls" ADD CONSTRAINT "order_open_calls_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_open_calls" ADD CONSTRAINT "order_open_calls_person_id_profiles_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_open_calls_by" ON "order_open_calls" USING btree ("person_id");--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON order_open_calls FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('orders');
