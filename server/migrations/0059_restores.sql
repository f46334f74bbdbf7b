-- First and with this condition: `npm run restore` runs this one statement by itself, so that a database restored from an older
-- archive is held before any migration changes it.
CREATE TABLE IF NOT EXISTS "restores" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"archive" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"restored_at" timestamp with time zone DEFAULT now() NOT NULL,
	"asked_at" timestamp with time zone,
	"mails" text,
	"answered_at" timestamp with time zone,
	"report" jsonb,
	"resumed_at" timestamp with time zone,
	CONSTRAINT "restores_mails" CHECK ("restores"."mails" in ('send', 'drop'))
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"folder" text NOT NULL,
	"file" text NOT NULL,
	"bytes" bigint NOT NULL,
	"seconds" integer NOT NULL,
	"checked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "backups_newest" ON "backups" USING btree ("made_at");
--> statement-breakpoint
CREATE TABLE "erasures" (
	"profile_id" uuid PRIMARY KEY NOT NULL,
	"erased_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Whatever takes a profile away: an erasure, a refused registration, the cleaning up of accounts nobody confirmed.
CREATE FUNCTION note_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO erasures (profile_id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_erasure AFTER DELETE ON profiles FOR EACH ROW EXECUTE FUNCTION note_erasure();
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "undecided" boolean DEFAULT coalesce(current_setting('vidik.mails_undecided', true), '') = 'on' NOT NULL;
