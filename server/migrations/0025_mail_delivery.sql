CREATE TABLE "untold_requests" (
	"profile_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "priority" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "next_attempt_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "leased_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "valid_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "queued_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "untold_requests" ADD CONSTRAINT "untold_requests_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("priority" DESC NULLS FIRST,"number") WHERE "mails"."state" = 'queued';--> statement-breakpoint
-- Errors were kept with the statement that failed.
UPDATE mails SET last_error = 'database error' WHERE last_error LIKE '%Failed query%';
--> statement-breakpoint
-- Mails are delivered from their own table; the jobs that stood for them are over.
DO $$
BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    DELETE FROM pgboss.job WHERE name = 'mail.send';
    UPDATE pgboss.job SET output = '{"message": "database error"}' WHERE output::text LIKE '%Failed query%';
  END IF;
END $$;
