CREATE TABLE "installations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "installations_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"installer_id" uuid,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"address" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"agreed_at" timestamp with time zone NOT NULL,
	"done_on" date,
	"device" text DEFAULT '' NOT NULL,
	"state_before" text DEFAULT '' NOT NULL,
	"state_after" text DEFAULT '' NOT NULL,
	"remarks" text DEFAULT '' NOT NULL,
	"confirmed_by" text DEFAULT '' NOT NULL,
	"recorded_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "installations_number_unique" UNIQUE("number"),
	CONSTRAINT "installations_recorded" CHECK (("installations"."recorded_at" is null) = ("installations"."done_on" is null)),
	CONSTRAINT "installations_one_end" CHECK ("installations"."recorded_at" is null or "installations"."cancelled_at" is null)
);
--> statement-breakpoint
ALTER TABLE "installations" ADD CONSTRAINT "installations_installer_id_profiles_id_fk" FOREIGN KEY ("installer_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "installations_open" ON "installations" USING btree ("agreed_at","number") WHERE "installations"."recorded_at" is null and "installations"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "installations_of_installer" ON "installations" USING btree ("installer_id");--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON installations FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('installations');
--> statement-breakpoint
CREATE FUNCTION tell_installer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_change('account:' || NEW.installer_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_installer AFTER INSERT OR UPDATE ON installations FOR EACH ROW WHEN (NEW.installer_id IS NOT NULL) EXECUTE FUNCTION tell_installer();
