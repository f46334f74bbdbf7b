CREATE TABLE "event_checks" (
	"key" uuid PRIMARY KEY NOT NULL,
	"year" integer NOT NULL,
	"day" date NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"verdict" text NOT NULL,
	"reservation_id" uuid,
	"ticket_id" uuid,
	"door" text NOT NULL,
	"checked_by" text NOT NULL,
	"reason" text,
	"offline" boolean DEFAULT false NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" text,
	"undo_reason" text,
	CONSTRAINT "event_checks_verdict" CHECK ("event_checks"."verdict" not in ('valid', 'again', 'clash', 'used') or "event_checks"."ticket_id" is not null),
	CONSTRAINT "event_checks_undone" CHECK (("event_checks"."undone_at" is null) = ("event_checks"."undone_by" is null) and ("event_checks"."undone_at" is null) = ("event_checks"."undo_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "event_door_devices" (
	"device" uuid PRIMARY KEY NOT NULL,
	"door" text NOT NULL,
	"profile_id" uuid NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"waiting" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "event_tickets" DROP CONSTRAINT "event_tickets_admitted";--> statement-breakpoint
ALTER TABLE "event_checks" ADD CONSTRAINT "event_checks_reservation_id_porudzbine_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."porudzbine"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_checks" ADD CONSTRAINT "event_checks_ticket_id_event_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."event_tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_door_devices" ADD CONSTRAINT "event_door_devices_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "event_checks_one_entry" ON "event_checks" USING btree ("ticket_id","day") WHERE "event_checks"."verdict" = 'valid' and "event_checks"."undone_at" is null;--> statement-breakpoint
CREATE INDEX "event_checks_of_day" ON "event_checks" USING btree ("year","day","received_at");--> statement-breakpoint
CREATE INDEX "event_checks_of_ticket" ON "event_checks" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "event_checks_of_reservation" ON "event_checks" USING btree ("reservation_id");--> statement-breakpoint
INSERT INTO event_checks (key, year, day, checked_at, received_at, verdict, reservation_id, ticket_id, door, checked_by)
  SELECT gen_random_uuid(), p.godina, day_in_belgrade(t.admitted_at), t.admitted_at, t.admitted_at, 'valid', p.id, t.id, coalesce(t.door, ''), t.admitted_by
  FROM event_tickets t JOIN porudzbine p ON p.id = t.reservation_id WHERE t.admitted_at IS NOT NULL;
--> statement-breakpoint
-- The doors' screens hear of every check and undo. A device that reports is heard of when it moves, comes back or has entries to send.
CREATE TRIGGER tell_list_changed AFTER INSERT OR UPDATE OR DELETE ON event_checks FOR EACH STATEMENT EXECUTE FUNCTION tell_list_changed();
--> statement-breakpoint
CREATE FUNCTION tell_door_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_change('event_checks');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_new_door AFTER INSERT ON event_door_devices FOR EACH ROW EXECUTE FUNCTION tell_door_changed();
--> statement-breakpoint
CREATE TRIGGER tell_door_changed AFTER UPDATE ON event_door_devices FOR EACH ROW
  WHEN (OLD.door <> NEW.door OR OLD.waiting <> NEW.waiting OR NEW.seen_at - OLD.seen_at > interval '60 seconds')
  EXECUTE FUNCTION tell_door_changed();
--> statement-breakpoint
ALTER TABLE "event_tickets" DROP COLUMN "admitted_at";--> statement-breakpoint
ALTER TABLE "event_tickets" DROP COLUMN "admitted_by";--> statement-breakpoint
ALTER TABLE "event_tickets" DROP COLUMN "door";