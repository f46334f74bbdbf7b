DROP INDEX "payouts_listed";--> statement-breakpoint
ALTER TABLE "payouts" DROP CONSTRAINT "payouts_in_list";--> statement-breakpoint
ALTER TABLE "restores" ADD COLUMN "payouts" text;--> statement-breakpoint
CREATE INDEX "payouts_by_amount" ON "payouts" USING btree ("amount") WHERE "payouts"."state" in ('account', 'ready', 'listed', 'done');--> statement-breakpoint
ALTER TABLE "restores" ADD CONSTRAINT "restores_payouts" CHECK ("restores"."payouts" = 'checked');--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_in_list" CHECK (case when "payouts"."state" in ('listed', 'refused') then "payouts"."list_id" is not null else "payouts"."state" in ('done', 'returned') or "payouts"."list_id" is null end) NOT VALID;--> statement-breakpoint
ALTER TABLE "payouts" VALIDATE CONSTRAINT "payouts_in_list";--> statement-breakpoint
-- A statement shows what was in a payment order that a restored shop does not know.
CREATE OR REPLACE TRIGGER moves BEFORE UPDATE OF state ON payouts FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION check_move('account>ready', 'account>stopped', 'account>done', 'ready>stopped', 'ready>listed', 'ready>done', 'listed>done',
    'listed>refused', 'done>returned');
