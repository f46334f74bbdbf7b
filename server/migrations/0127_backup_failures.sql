CREATE TABLE "backup_failures" (
	"single" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"failed_at" timestamp with time zone NOT NULL,
	"disk_full" boolean NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "backup_failures_single" CHECK ("backup_failures"."single")
);
--> statement-breakpoint
-- Written by hand from here on.
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON backup_failures FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('upkeep');
