CREATE TABLE "staff_duties" (
	"profile_id" uuid NOT NULL,
	"duty" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"given_by" uuid,
	CONSTRAINT "staff_duties_profile_id_duty_pk" PRIMARY KEY("profile_id","duty"),
	CONSTRAINT "staff_duties_known" CHECK ("staff_duties"."duty" in ('sales', 'warehouse', 'accounting', 'event', 'support', 'network', 'security', 'advertising'))
);
--> statement-breakpoint
CREATE TABLE "staff_members" (
	"profile_id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" uuid
);
--> statement-breakpoint
ALTER TABLE "staff_duties" ADD CONSTRAINT "staff_duties_profile_id_staff_members_profile_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."staff_members"("profile_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_duties" ADD CONSTRAINT "staff_duties_given_by_profiles_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_members" ADD CONSTRAINT "staff_members_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_members" ADD CONSTRAINT "staff_members_changed_by_profiles_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- Whoever loses the rights loses the duties; given again, the rights are as they were before any duty was given.
CREATE FUNCTION duties_end_with_rights() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public.staff_members WHERE profile_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER duties_end_with_rights AFTER UPDATE OF is_admin ON profiles
  FOR EACH ROW WHEN (OLD.is_admin AND NOT NEW.is_admin) EXECUTE FUNCTION duties_end_with_rights();
--> statement-breakpoint
-- The person's streams look again what they may hear, and their screens what they may show.
CREATE FUNCTION tell_person_of_staff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_change('account:' || coalesce(NEW.profile_id, OLD.profile_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_person AFTER INSERT OR UPDATE OR DELETE ON staff_members FOR EACH ROW EXECUTE FUNCTION tell_person_of_staff();
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON staff_members FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('staff');
--> statement-breakpoint
CREATE TRIGGER tell_person AFTER INSERT OR UPDATE OR DELETE ON staff_duties FOR EACH ROW EXECUTE FUNCTION tell_person_of_staff();
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON staff_duties FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('staff');
