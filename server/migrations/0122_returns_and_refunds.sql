ALTER TABLE "returns" DROP CONSTRAINT "returns_money";--> statement-breakpoint
DROP INDEX "orders_undelivered";--> statement-breakpoint
CREATE INDEX "order_events_kept" ON "order_events" USING btree ("order_id") WHERE "order_events"."kind" in ('part_paid', 'overpaid');--> statement-breakpoint
CREATE INDEX "order_refunds_failed" ON "order_refunds" USING btree ("asked_at") WHERE "order_refunds"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "orders_undelivered" ON "orders" USING btree (coalesce("paid_at", "created_at"),"id") WHERE "orders"."fulfilment_state" in ('new', 'packed', 'handed_over', 'in_transit', 'lost', 'damaged', 'refused', 'returned')
          and "orders"."payment_state" in ('paid', 'part_refunded', 'settled', 'due', 'collected');--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_money" CHECK ("returns"."refund_id" is null or "returns"."outcome" is not distinct from 'money') NOT VALID;--> statement-breakpoint
ALTER TABLE "returns" VALIDATE CONSTRAINT "returns_money";--> statement-breakpoint
-- As domain/returns/rules.ts says: money that the bank sends back opens a return again.
CREATE OR REPLACE TRIGGER moves BEFORE UPDATE OF state ON returns FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION check_move('requested>label_sent', 'requested>received', 'requested>called_off', 'label_sent>received',
    'label_sent>called_off', 'received>decided', 'received>done', 'decided>done', 'done>decided');