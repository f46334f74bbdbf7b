ALTER TABLE "profiles" ADD COLUMN "invited_by" uuid;--> statement-breakpoint
ALTER TABLE "auth"."users" ADD COLUMN "must_change_password" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "token_made_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "next_token_hash" "bytea";--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "next_token_made_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "unlink_hash" "bytea";--> statement-breakpoint
ALTER TABLE "qrlogin" ADD COLUMN "digits" text;--> statement-breakpoint
ALTER TABLE "qrlogin" ADD COLUMN "wrong_digits" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "qrlogin" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_invited_by_profiles_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "profiles_invited" ON "profiles" USING btree ("invited_by") WHERE "profiles"."invited_by" is not null;--> statement-breakpoint
CREATE INDEX "qrlogin_waiting_on_network" ON "qrlogin" USING btree ("network") WHERE "qrlogin"."user_ref" is null;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_next_token_hash_unique" UNIQUE("next_token_hash");--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_unlink_hash_unique" UNIQUE("unlink_hash");--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_invited_waits" CHECK ("profiles"."invited_by" is null or ("profiles"."toberegistered" and not "profiles"."in_tree"));--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_next_token_follows_one" CHECK ("devices"."next_token_hash" is null or "devices"."token_hash" is not null);--> statement-breakpoint
-- A waiting TV hears that its number was linked, or ran out early because of wrong digits.
DROP TRIGGER tell_pairing_linked ON qrlogin;
--> statement-breakpoint
CREATE TRIGGER tell_pairing_settled AFTER UPDATE OF user_ref, expires_at ON qrlogin FOR EACH ROW
  WHEN (OLD.user_ref IS DISTINCT FROM NEW.user_ref OR OLD.expires_at IS DISTINCT FROM NEW.expires_at)
  EXECUTE FUNCTION tell_pairing_linked();
--> statement-breakpoint
-- A person's TVs hear when their owner is blocked, closed or let in again.
CREATE FUNCTION tell_devices_of_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', 'device:' || id) FROM devices WHERE profile_id = NEW.id AND unlinked_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_devices_of_owner AFTER UPDATE OF blocked_at, closed_at ON profiles FOR EACH ROW
  WHEN ((OLD.blocked_at IS NULL) <> (NEW.blocked_at IS NULL) OR (OLD.closed_at IS NULL) <> (NEW.closed_at IS NULL))
  EXECUTE FUNCTION tell_devices_of_owner();
