ALTER TABLE "payouts" DROP CONSTRAINT "payouts_named";--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_named" CHECK ("payouts"."state" in ('account', 'stopped') or ("payouts"."account" is not null and "payouts"."payee" <> '' and "payouts"."named_at" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "payouts" VALIDATE CONSTRAINT "payouts_named";
