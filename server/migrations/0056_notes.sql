CREATE TABLE "reservation_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reservation_id" uuid NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "reservation_notes_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"text" text NOT NULL,
	"author_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	CONSTRAINT "reservation_notes_number_unique" UNIQUE("number"),
	CONSTRAINT "reservation_notes_text" CHECK ("reservation_notes"."text" <> '')
);
--> statement-breakpoint
ALTER TABLE "reservation_notes" ADD CONSTRAINT "reservation_notes_reservation_id_porudzbine_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."porudzbine"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservation_notes" ADD CONSTRAINT "reservation_notes_author_id_profiles_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reservation_notes_of" ON "reservation_notes" USING btree ("reservation_id","number");--> statement-breakpoint
CREATE INDEX "reservation_notes_by" ON "reservation_notes" USING btree ("author_id");--> statement-breakpoint
CREATE FUNCTION keep_newest_note() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  reservation uuid := coalesce(NEW.reservation_id, OLD.reservation_id);
BEGIN
  UPDATE porudzbine SET beleske = coalesce(
    (SELECT text FROM reservation_notes WHERE reservation_id = reservation ORDER BY number DESC LIMIT 1), '')
  WHERE id = reservation;
  RETURN NULL;
END $$;
--> statement-breakpoint
INSERT INTO reservation_notes (id, reservation_id, text, author_id, created_at)
SELECT gen_random_uuid(), p.id, p.beleske, author.id, coalesce(entry.at, p.updated_at)
FROM porudzbine p
LEFT JOIN LATERAL (
  SELECT actor, at FROM audit_log
  WHERE subject_kind = 'reservation' AND subject_id = p.id::text AND action = 'events.noted'
    AND after->>'notes' = p.beleske
  ORDER BY id DESC LIMIT 1
) entry ON true
LEFT JOIN profiles author ON author.id::text = entry.actor
WHERE p.beleske <> ''
ORDER BY coalesce(entry.at, p.updated_at), p.id;
--> statement-breakpoint
CREATE TRIGGER keep_newest_note AFTER INSERT OR UPDATE OR DELETE ON reservation_notes FOR EACH ROW EXECUTE FUNCTION keep_newest_note();
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON reservation_notes FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('porudzbine');
