ALTER TABLE "campaigns" ADD COLUMN "address_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "address_status" smallint;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "address_failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "code_paused_at" timestamp with time zone;