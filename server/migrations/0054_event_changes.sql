CREATE TABLE "event_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"godina" integer NOT NULL,
	"kind" text NOT NULL,
	"previous_day" date NOT NULL,
	"prvi_dan" date NOT NULL,
	"reason" text NOT NULL,
	"choose_until" timestamp with time zone,
	"made_at" timestamp with time zone NOT NULL,
	"made_by" text NOT NULL,
	CONSTRAINT "event_changes_choose" CHECK (("event_changes"."kind" = 'moved') = ("event_changes"."choose_until" is not null)),
	CONSTRAINT "event_changes_days" CHECK (("event_changes"."kind" = 'cancelled') = ("event_changes"."previous_day" = "event_changes"."prvi_dan"))
);
--> statement-breakpoint
CREATE TABLE "event_choices" (
	"change_id" uuid NOT NULL,
	"reservation_id" uuid NOT NULL,
	"choice" text NOT NULL,
	"was" text NOT NULL,
	"chosen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "event_choices_change_id_reservation_id_pk" PRIMARY KEY("change_id","reservation_id")
);
--> statement-breakpoint
ALTER TABLE "event_details" ADD COLUMN "prvi_dan" date;--> statement-breakpoint
UPDATE event_details SET prvi_dan = make_date(godina, 9, 20);--> statement-breakpoint
ALTER TABLE "event_details" ALTER COLUMN "prvi_dan" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "porudzbine" ADD COLUMN "prvi_dan" date;--> statement-breakpoint
ALTER TABLE "porudzbine" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE porudzbine SET prvi_dan = make_date(godina, 9, 20);--> statement-breakpoint
ALTER TABLE "porudzbine" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "porudzbine" ALTER COLUMN "prvi_dan" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "event_choices" ADD CONSTRAINT "event_choices_change_id_event_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."event_changes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_choices" ADD CONSTRAINT "event_choices_reservation_id_porudzbine_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."porudzbine"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_changes_of_year" ON "event_changes" USING btree ("godina","made_at");--> statement-breakpoint
CREATE UNIQUE INDEX "event_changes_cancelled_once" ON "event_changes" USING btree ("godina") WHERE "event_changes"."kind" = 'cancelled';--> statement-breakpoint
CREATE INDEX "event_choices_of_reservation" ON "event_choices" USING btree ("reservation_id");
--> statement-breakpoint
-- A reservation is for the days that its year's event has when it is made: as planned, or as they were moved last.
CREATE FUNCTION name_first_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.prvi_dan := coalesce(
    NEW.prvi_dan,
    (SELECT change.prvi_dan FROM event_changes change WHERE change.godina = NEW.godina ORDER BY change.made_at DESC LIMIT 1),
    make_date(NEW.godina, 9, 20)
  );
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER name_first_day BEFORE INSERT ON porudzbine FOR EACH ROW EXECUTE FUNCTION name_first_day();
--> statement-breakpoint
-- The organiser's screens show what became of the event, also when nobody has reserved.
CREATE FUNCTION tell_event_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_change('porudzbine');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_event_changed AFTER INSERT ON event_changes FOR EACH STATEMENT EXECUTE FUNCTION tell_event_changed();
--> statement-breakpoint
CREATE TRIGGER tell_event_chosen AFTER INSERT OR UPDATE ON event_choices FOR EACH STATEMENT EXECUTE FUNCTION tell_event_changed();
