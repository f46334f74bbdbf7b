DROP INDEX "payouts_listed";--> statement-breakpoint
ALTER TABLE "payouts" DROP CONSTRAINT "payouts_in_list";--> statement-breakpoint
ALTER TABLE "restores" ADD COLUMN "payouts" text;--> statement-breakpoint
CREATE INDEX "payouts_by_amount" ON "payouts" USING btree ("amount") WHERE "payouts"."state" in ('account', 'ready', 'listed', 'done');--> statement-breakpoint
ALTER TABLE "restores" ADD CONSTRAINT "restores_payouts" CHECK ("restores"."payouts" = 'checked');--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_in_list" CHECK (case when "payouts"."state" in ('listed', 'refused') then "payouts"."list_id" is not null else "payouts"."state" in ('done', 'returned') or "payouts"."list_id" is null end) NOT VALID;--> statement-breakpoint
ALTER TABLE "payouts" VALIDATE CONSTRAINT "payouts_in_list";
