ALTER TABLE "subscriptions" ADD COLUMN "paused_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "stock_limits" ADD COLUMN "delivers_from" date;