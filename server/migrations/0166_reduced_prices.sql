ALTER TABLE "returns" DROP CONSTRAINT "returns_outcome";--> statement-breakpoint
ALTER TABLE "returns" DROP CONSTRAINT "returns_money";--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_outcome" CHECK ("returns"."outcome" in ('money', 'repaired', 'exchanged', 'reduced', 'rejected')) NOT VALID;--> statement-breakpoint
ALTER TABLE "returns" VALIDATE CONSTRAINT "returns_outcome";--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_money" CHECK ("returns"."refund_id" is null or coalesce("returns"."outcome" in ('money', 'reduced'), false)) NOT VALID;--> statement-breakpoint
ALTER TABLE "returns" VALIDATE CONSTRAINT "returns_money";--> statement-breakpoint
-- As domain/returns/rules.ts says: a price is reduced without a device that comes back, and a reduction that did not go is called off.
CREATE OR REPLACE TRIGGER moves BEFORE UPDATE OF state ON returns FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION check_move('requested>label_sent', 'requested>received', 'requested>decided', 'requested>called_off',
    'label_sent>received', 'label_sent>decided', 'label_sent>done', 'label_sent>called_off', 'received>decided', 'received>done',
    'decided>done', 'decided>called_off', 'done>decided');
