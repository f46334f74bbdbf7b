ALTER TABLE "campaigns" ADD COLUMN "change_of" uuid;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_change_of_campaigns_id_fk" FOREIGN KEY ("change_of") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "campaigns_changes" ON "campaigns" USING btree ("change_of");--> statement-breakpoint
CREATE UNIQUE INDEX "campaigns_one_open_change" ON "campaigns" USING btree ("change_of") WHERE "campaigns"."state" in ('draft', 'review', 'rejected');--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_change" CHECK ("campaigns"."change_of" is null or "campaigns"."state" in ('draft', 'review', 'rejected', 'done'));