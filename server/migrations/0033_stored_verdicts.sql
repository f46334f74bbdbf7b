DROP INDEX "statement_lines_open";--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "verdict" text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "together" bigint;--> statement-breakpoint
CREATE INDEX "statement_lines_open" ON "statement_lines" USING btree ("import_id","verdict","position") WHERE "statement_lines"."state" = 'open';--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_verdict" CHECK ("statement_lines"."verdict" in ('exact', 'part', 'over', 'currency', 'lapsed', 'duplicate', 'unknown'));--> statement-breakpoint
-- What a payment means: domain/events/statement.ts says each verdict in words. Whoever changes a reservation and whoever
-- brings payments that name it wait for each other at the reservation's row, so that the later one sees both.
CREATE FUNCTION judge_statement_lines(places uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM porudzbine WHERE id = ANY (places) ORDER BY id FOR NO KEY UPDATE;
  UPDATE statement_lines l SET verdict = judged.verdict, together = judged.together
  FROM (
    SELECT line.id,
      CASE
        WHEN place.potvrdjeno THEN 'duplicate'
        WHEN place.status = 'isteklo' THEN 'lapsed'
        WHEN line.currency <> place.valuta THEN 'currency'
        WHEN claim.payments > 1 AND claim.together > place.iznos THEN 'duplicate'
        WHEN line.amount < place.iznos THEN 'part'
        WHEN line.amount > place.iznos THEN 'over'
        ELSE 'exact'
      END AS verdict,
      CASE WHEN claim.payments > 1 THEN claim.together END AS together
    FROM statement_lines line
    JOIN porudzbine place ON place.id = line.reservation_id
    LEFT JOIN (
      SELECT reservation_id, count(*) AS payments, sum(amount) AS together
      FROM statement_lines WHERE reservation_id = ANY (places) AND state <> 'dismissed' GROUP BY reservation_id
    ) claim ON claim.reservation_id = line.reservation_id
    WHERE line.reservation_id = ANY (places)
  ) judged
  WHERE l.id = judged.id AND (l.verdict, l.together) IS DISTINCT FROM (judged.verdict, judged.together);
END $$;
--> statement-breakpoint
CREATE FUNCTION judge_new_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM judge_statement_lines(array(SELECT DISTINCT reservation_id FROM new_lines WHERE reservation_id IS NOT NULL));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER judge_new_lines AFTER INSERT ON statement_lines
  REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION judge_new_lines();
--> statement-breakpoint
CREATE FUNCTION judge_changed_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.reservation_id IS NULL THEN
    UPDATE statement_lines SET verdict = 'unknown', together = NULL WHERE id = NEW.id;
  END IF;
  PERFORM judge_statement_lines(array_remove(ARRAY[OLD.reservation_id, NEW.reservation_id], NULL));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER judge_changed_line AFTER UPDATE OF reservation_id, state ON statement_lines FOR EACH ROW
  WHEN (OLD.reservation_id IS DISTINCT FROM NEW.reservation_id OR (OLD.state = 'dismissed') <> (NEW.state = 'dismissed'))
  EXECUTE FUNCTION judge_changed_line();
--> statement-breakpoint
CREATE FUNCTION judge_lines_of_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM judge_statement_lines(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER judge_lines_of_place AFTER UPDATE OF potvrdjeno, status, iznos, valuta ON porudzbine FOR EACH ROW
  WHEN ((OLD.potvrdjeno, OLD.status, OLD.iznos, OLD.valuta) IS DISTINCT FROM (NEW.potvrdjeno, NEW.status, NEW.iznos, NEW.valuta))
  EXECUTE FUNCTION judge_lines_of_place();
--> statement-breakpoint
SELECT judge_statement_lines(array(SELECT DISTINCT reservation_id FROM statement_lines WHERE reservation_id IS NOT NULL));
