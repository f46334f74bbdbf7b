ALTER TABLE "backups" ADD COLUMN "elsewhere" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "restores" ADD COLUMN "jobs" text;--> statement-breakpoint
ALTER TABLE "restores" ADD CONSTRAINT "restores_jobs" CHECK ("restores"."jobs" = 'leave');
