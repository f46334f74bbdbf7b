ALTER TABLE "checkouts" ADD COLUMN "unknown_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "figures" jsonb;--> statement-breakpoint
CREATE INDEX "checkouts_unknown" ON "checkouts" USING btree ("unknown_since") WHERE "checkouts"."unknown_since" is not null;--> statement-breakpoint
CREATE INDEX "stripe_events_newest" ON "stripe_events" USING btree ("received_at");