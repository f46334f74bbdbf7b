CREATE TABLE "accepted_differences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reservation_id" uuid NOT NULL,
	"missing" bigint NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"decided_by" text NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	CONSTRAINT "accepted_differences_reservation_id_unique" UNIQUE("reservation_id"),
	CONSTRAINT "accepted_differences_missing" CHECK ("accepted_differences"."missing" <> 0),
	CONSTRAINT "accepted_differences_reason" CHECK ("accepted_differences"."reason" <> '')
);
--> statement-breakpoint
CREATE TABLE "payment_parts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"line_id" uuid,
	"reservation_id" uuid,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"decided_by" text NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	"returned_by" text,
	"returned_at" timestamp with time zone,
	CONSTRAINT "payment_parts_amount" CHECK ("payment_parts"."amount" > 0),
	CONSTRAINT "payment_parts_state" CHECK ("payment_parts"."state" in ('waiting', 'confirmed', 'owed', 'returned')),
	CONSTRAINT "payment_parts_whose" CHECK ("payment_parts"."reservation_id" is not null or ("payment_parts"."line_id" is not null and "payment_parts"."state" in ('owed', 'returned'))),
	CONSTRAINT "payment_parts_returned" CHECK (("payment_parts"."state" = 'returned') = ("payment_parts"."returned_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "statement_lines" DROP CONSTRAINT "statement_lines_verdict";--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "porudzbine" ADD COLUMN "stiglo" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "porudzbine" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "porudzbine" ADD COLUMN "cancel_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "porudzbine" ADD COLUMN "link_id" uuid;--> statement-breakpoint
ALTER TABLE "porudzbine" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE porudzbine SET link_id = id;--> statement-breakpoint
ALTER TABLE "porudzbine" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "porudzbine" ALTER COLUMN "link_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "event_tickets" ADD COLUMN "link_id" uuid;--> statement-breakpoint
ALTER TABLE "event_tickets" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE event_tickets SET link_id = id;--> statement-breakpoint
ALTER TABLE "event_tickets" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "event_tickets" ALTER COLUMN "link_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "accepted_differences" ADD CONSTRAINT "accepted_differences_reservation_id_porudzbine_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."porudzbine"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_parts" ADD CONSTRAINT "payment_parts_line_id_statement_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."statement_lines"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_parts" ADD CONSTRAINT "payment_parts_reservation_id_porudzbine_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."porudzbine"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_parts_of_line" ON "payment_parts" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "payment_parts_of_reservation" ON "payment_parts" USING btree ("reservation_id");--> statement-breakpoint
CREATE INDEX "payment_parts_owed" ON "payment_parts" USING btree ("decided_at","id") WHERE "payment_parts"."state" in ('owed', 'returned');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_parts_by_hand" ON "payment_parts" USING btree ("reservation_id") WHERE "payment_parts"."line_id" is null;--> statement-breakpoint
ALTER TABLE "porudzbine" ADD CONSTRAINT "porudzbine_link_id_unique" UNIQUE("link_id");--> statement-breakpoint
ALTER TABLE "event_tickets" ADD CONSTRAINT "event_tickets_link_id_unique" UNIQUE("link_id");--> statement-breakpoint
ALTER TABLE "porudzbine" ADD CONSTRAINT "porudzbine_otkazano" CHECK (("porudzbine"."status" = 'otkazano') = ("porudzbine"."cancelled_at" is not null));--> statement-breakpoint
ALTER TABLE "porudzbine" ADD CONSTRAINT "porudzbine_stiglo" CHECK ("porudzbine"."stiglo" >= 0);--> statement-breakpoint
UPDATE statement_lines SET state = 'recorded' WHERE state = 'confirmed';--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_state" CHECK ("statement_lines"."state" in ('open', 'recorded', 'dismissed'));--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_verdict" CHECK ("statement_lines"."verdict" in ('exact', 'part', 'over', 'currency', 'lapsed', 'duplicate', 'cancelled', 'unknown'));
--> statement-breakpoint
-- A link names its row until it is ended: then it gets another name.
CREATE FUNCTION name_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.link_id := coalesce(NEW.link_id, NEW.id);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER name_link BEFORE INSERT ON porudzbine FOR EACH ROW EXECUTE FUNCTION name_link();
--> statement-breakpoint
CREATE TRIGGER name_link BEFORE INSERT ON event_tickets FOR EACH ROW EXECUTE FUNCTION name_link();
--> statement-breakpoint
-- Money that was counted before there were parts: what came on statements for paid reservations, what was said by hand
-- for the other paid ones, and what came for reservations that were deleted since.
INSERT INTO payment_parts (line_id, reservation_id, amount, currency, state, decided_by, decided_at)
  SELECT line.id, place.id, line.amount, line.currency, CASE WHEN place.potvrdjeno THEN 'confirmed' ELSE 'owed' END,
    coalesce(line.decided_by, 'system'), line.decided_at
  FROM statement_lines line LEFT JOIN porudzbine place ON place.id = line.reservation_id WHERE line.state = 'recorded';
--> statement-breakpoint
INSERT INTO payment_parts (reservation_id, amount, currency, state, decided_by, decided_at)
  SELECT id, iznos, valuta, 'confirmed', 'system', coalesce(confirmed_at, updated_at) FROM porudzbine
  WHERE potvrdjeno AND NOT EXISTS (SELECT FROM payment_parts WHERE reservation_id = porudzbine.id);
--> statement-breakpoint
CREATE FUNCTION count_arrived(places uuid[]) RETURNS void LANGUAGE sql AS $$
  UPDATE porudzbine SET stiglo = counted.arrived
  FROM (
    SELECT place.id, coalesce(sum(part.amount), 0)::bigint AS arrived
    FROM porudzbine place
    LEFT JOIN payment_parts part ON part.reservation_id = place.id AND part.currency = place.valuta
      AND part.state IN ('waiting', 'confirmed')
    WHERE place.id = ANY (places) GROUP BY place.id
  ) counted
  WHERE porudzbine.id = counted.id AND stiglo <> counted.arrived
$$;
--> statement-breakpoint
SELECT count_arrived(array(SELECT DISTINCT reservation_id FROM payment_parts WHERE reservation_id IS NOT NULL));
--> statement-breakpoint
CREATE FUNCTION keep_arrived() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM count_arrived(array(SELECT DISTINCT reservation_id FROM new_parts WHERE reservation_id IS NOT NULL));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM count_arrived(array(SELECT DISTINCT reservation_id FROM old_parts WHERE reservation_id IS NOT NULL));
  ELSE
    PERFORM count_arrived(array(SELECT reservation_id FROM new_parts UNION SELECT reservation_id FROM old_parts));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_arrived_new AFTER INSERT ON payment_parts REFERENCING NEW TABLE AS new_parts
  FOR EACH STATEMENT EXECUTE FUNCTION keep_arrived();
--> statement-breakpoint
CREATE TRIGGER keep_arrived_gone AFTER DELETE ON payment_parts REFERENCING OLD TABLE AS old_parts
  FOR EACH STATEMENT EXECUTE FUNCTION keep_arrived();
--> statement-breakpoint
CREATE TRIGGER keep_arrived_changed AFTER UPDATE ON payment_parts REFERENCING OLD TABLE AS old_parts NEW TABLE AS new_parts
  FOR EACH STATEMENT EXECUTE FUNCTION keep_arrived();
--> statement-breakpoint
-- The parts of a recorded line make its amount in its currency, and no other line has parts. Looked at when the transaction ends.
CREATE FUNCTION check_parts_of(line uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE wanted bigint; counted bigint; foreign_money boolean;
BEGIN
  SELECT CASE WHEN state = 'recorded' THEN amount ELSE 0 END INTO wanted FROM statement_lines WHERE id = line;
  SELECT coalesce(sum(part.amount), 0), coalesce(bool_or(part.currency <> l.currency), false) INTO counted, foreign_money
    FROM payment_parts part JOIN statement_lines l ON l.id = part.line_id WHERE part.line_id = line;
  IF counted <> coalesce(wanted, 0) OR foreign_money THEN
    RAISE EXCEPTION 'parts of statement line % make %, not %', line, counted, wanted USING ERRCODE = 'check_violation';
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION check_line_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM check_parts_of(NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER check_line_parts AFTER INSERT OR UPDATE OF state, amount, currency ON statement_lines
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_line_parts();
--> statement-breakpoint
CREATE FUNCTION check_part_of_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.line_id IS NOT NULL THEN PERFORM check_parts_of(OLD.line_id); END IF;
  IF TG_OP <> 'DELETE' AND NEW.line_id IS NOT NULL THEN PERFORM check_parts_of(NEW.line_id); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER check_part_of_line AFTER INSERT OR UPDATE OR DELETE ON payment_parts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_part_of_line();
--> statement-breakpoint
-- What an open payment means: domain/bank/statement.ts says each verdict in words. Of each currency by itself; what was
-- counted already is in stiglo. A decided payment keeps what it meant.
CREATE OR REPLACE FUNCTION judge_statement_lines(places uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM porudzbine WHERE id = ANY (places) ORDER BY id FOR NO KEY UPDATE;
  UPDATE statement_lines l SET verdict = judged.verdict, together = judged.together
  FROM (
    SELECT line.id,
      CASE
        WHEN place.status = 'otkazano' THEN 'cancelled'
        WHEN place.potvrdjeno THEN 'duplicate'
        WHEN place.status = 'isteklo' THEN 'lapsed'
        WHEN line.currency <> place.valuta THEN 'currency'
        WHEN claim.amount + place.stiglo = place.iznos THEN 'exact'
        WHEN claim.payments > 1 AND claim.amount + place.stiglo > place.iznos THEN 'duplicate'
        WHEN line.amount + place.stiglo < place.iznos THEN 'part'
        ELSE 'over'
      END AS verdict,
      CASE WHEN claim.payments > 1 OR (line.currency = place.valuta AND place.stiglo > 0)
        THEN claim.amount + CASE WHEN line.currency = place.valuta THEN place.stiglo ELSE 0 END END AS together
    FROM statement_lines line
    JOIN porudzbine place ON place.id = line.reservation_id
    JOIN (
      SELECT reservation_id, currency, count(*) AS payments, sum(amount) AS amount
      FROM statement_lines WHERE reservation_id = ANY (places) AND state = 'open' GROUP BY reservation_id, currency
    ) claim ON claim.reservation_id = line.reservation_id AND claim.currency = line.currency
    WHERE line.reservation_id = ANY (places) AND line.state = 'open'
  ) judged
  WHERE l.id = judged.id AND (l.verdict, l.together) IS DISTINCT FROM (judged.verdict, judged.together);
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION judge_changed_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.reservation_id IS NULL AND NEW.state = 'open' THEN
    UPDATE statement_lines SET verdict = 'unknown', together = NULL WHERE id = NEW.id;
  END IF;
  PERFORM judge_statement_lines(array_remove(ARRAY[OLD.reservation_id, NEW.reservation_id], NULL));
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER judge_changed_line ON statement_lines;
--> statement-breakpoint
CREATE TRIGGER judge_changed_line AFTER UPDATE OF reservation_id, state ON statement_lines FOR EACH ROW
  WHEN (OLD.reservation_id IS DISTINCT FROM NEW.reservation_id OR OLD.state <> NEW.state)
  EXECUTE FUNCTION judge_changed_line();
--> statement-breakpoint
DROP TRIGGER judge_lines_of_place ON porudzbine;
--> statement-breakpoint
CREATE TRIGGER judge_lines_of_place AFTER UPDATE OF potvrdjeno, status, iznos, valuta, stiglo ON porudzbine FOR EACH ROW
  WHEN ((OLD.potvrdjeno, OLD.status, OLD.iznos, OLD.valuta, OLD.stiglo)
    IS DISTINCT FROM (NEW.potvrdjeno, NEW.status, NEW.iznos, NEW.valuta, NEW.stiglo))
  EXECUTE FUNCTION judge_lines_of_place();
--> statement-breakpoint
SELECT judge_statement_lines(array(SELECT DISTINCT reservation_id FROM statement_lines WHERE reservation_id IS NOT NULL AND state = 'open'));
