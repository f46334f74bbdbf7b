ALTER TABLE "servers" ADD COLUMN "jobs" text DEFAULT 'both' NOT NULL;
--> statement-breakpoint
ALTER TABLE "servers" ADD CONSTRAINT "servers_jobs" CHECK ("servers"."jobs" in ('web', 'worker', 'both'));
