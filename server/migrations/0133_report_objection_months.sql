ALTER TABLE "report_objections" ADD COLUMN "month" text DEFAULT to_char(now() at time zone 'Europe/Belgrade', 'YYYY-MM') NOT NULL;--> statement-breakpoint
ALTER TABLE "report_objections" ADD CONSTRAINT "report_objections_month" CHECK ("report_objections"."month" ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$');--> statement-breakpoint
-- Written by hand: until now a campaign was objected to after its end, so an objection is about its last month.
UPDATE "report_objections" SET "month" = to_char("campaigns"."updated_at" AT TIME ZONE 'Europe/Belgrade', 'YYYY-MM') FROM "campaigns" WHERE "campaigns"."id" = "report_objections"."campaign_id";
