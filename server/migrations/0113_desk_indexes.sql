DROP INDEX "orders_newest";--> statement-breakpoint
CREATE INDEX "order_events_confirmed" ON "order_events" USING btree ("order_id") WHERE "order_events"."kind" = 'called' and "order_events"."facts" ->> 'outcome' in ('confirmed', 'changed');--> statement-breakpoint
CREATE INDEX "orders_at_courier" ON "orders" USING btree ("created_at") WHERE "orders"."status" = 'pending' and "orders"."payment_state" in ('due', 'collected') and "orders"."delivered_parcels" > 0;--> statement-breakpoint
CREATE INDEX "orders_to_pay" ON "orders" USING btree ("created_at") WHERE "orders"."status" = 'pending' and "orders"."payment_state" in ('unpaid', 'processing');--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at","id","status","amount","refunded");