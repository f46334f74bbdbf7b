CREATE TABLE "bank_holds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"import_id" uuid NOT NULL,
	"state" text NOT NULL,
	"decision" text NOT NULL,
	"line_id" uuid,
	"reservation_id" uuid,
	"claim_id" uuid,
	"shown" bigint,
	"reason" text DEFAULT '' NOT NULL,
	"lines" integer NOT NULL,
	"asked_by" text NOT NULL,
	"asked_by_email" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"seconded_by" text,
	"due_at" timestamp with time zone,
	CONSTRAINT "bank_holds_state" CHECK ("bank_holds"."state" in ('asked', 'waiting', 'working', 'done', 'undone', 'stopped')),
	CONSTRAINT "bank_holds_due_at" CHECK ("bank_holds"."state" not in ('waiting', 'working', 'done') or "bank_holds"."due_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "payment_parts" DROP CONSTRAINT "payment_parts_whose";--> statement-breakpoint
ALTER TABLE "statement_lines" DROP CONSTRAINT "statement_lines_state";--> statement-breakpoint
ALTER TABLE "statement_lines" DROP CONSTRAINT "statement_lines_outgoing";--> statement-breakpoint
ALTER TABLE "payment_parts" ADD COLUMN "claim_id" uuid;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "claim_id" uuid;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "hold_id" uuid;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "stopped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bank_holds" ADD CONSTRAINT "bank_holds_import_id_statement_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."statement_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_holds" ADD CONSTRAINT "bank_holds_reservation_id_porudzbine_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."porudzbine"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_holds" ADD CONSTRAINT "bank_holds_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_holds_due" ON "bank_holds" USING btree ("due_at") WHERE "bank_holds"."state" in ('waiting', 'working');--> statement-breakpoint
CREATE INDEX "bank_holds_of_import" ON "bank_holds" USING btree ("import_id","asked_at");--> statement-breakpoint
ALTER TABLE "payment_parts" ADD CONSTRAINT "payment_parts_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE restrict ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "payment_parts" VALIDATE CONSTRAINT "payment_parts_claim_id_claims_id_fk";--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "statement_lines" VALIDATE CONSTRAINT "statement_lines_claim_id_claims_id_fk";--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_hold_id_bank_holds_id_fk" FOREIGN KEY ("hold_id") REFERENCES "public"."bank_holds"("id") ON DELETE restrict ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "statement_lines" VALIDATE CONSTRAINT "statement_lines_hold_id_bank_holds_id_fk";--> statement-breakpoint
CREATE INDEX "payment_parts_of_claim" ON "payment_parts" USING btree ("claim_id");--> statement-breakpoint
CREATE INDEX "statement_lines_of_claim" ON "statement_lines" USING btree ("claim_id");--> statement-breakpoint
CREATE INDEX "statement_lines_held" ON "statement_lines" USING btree ("hold_id");--> statement-breakpoint
ALTER TABLE "payment_parts" ADD CONSTRAINT "payment_parts_whose" CHECK ("payment_parts"."reservation_id" is not null or ("payment_parts"."line_id" is not null and ("payment_parts"."claim_id" is not null or "payment_parts"."state" in ('owed', 'returned')))) NOT VALID;--> statement-breakpoint
ALTER TABLE "payment_parts" VALIDATE CONSTRAINT "payment_parts_whose";--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_one_target" CHECK ("statement_lines"."reservation_id" is null or "statement_lines"."claim_id" is null) NOT VALID;--> statement-breakpoint
ALTER TABLE "statement_lines" VALIDATE CONSTRAINT "statement_lines_one_target";--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_closed" CHECK (("statement_lines"."state" = 'closed') = ("statement_lines"."reason" <> '')) NOT VALID;--> statement-breakpoint
ALTER TABLE "statement_lines" VALIDATE CONSTRAINT "statement_lines_closed";--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_holds" CHECK ("statement_lines"."state" <> 'held' or "statement_lines"."hold_id" is not null) NOT VALID;--> statement-breakpoint
ALTER TABLE "statement_lines" VALIDATE CONSTRAINT "statement_lines_holds";--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_state" CHECK ("statement_lines"."state" in ('open', 'held', 'recorded', 'closed', 'dismissed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "statement_lines" VALIDATE CONSTRAINT "statement_lines_state";--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_outgoing" CHECK (not "statement_lines"."outgoing" or ("statement_lines"."reservation_id" is null and "statement_lines"."claim_id" is null and "statement_lines"."state" not in ('held', 'recorded'))) NOT VALID;--> statement-breakpoint
ALTER TABLE "statement_lines" VALIDATE CONSTRAINT "statement_lines_outgoing";
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON bank_holds FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('statement_lines');
--> statement-breakpoint
-- Parts are looked at when a line is counted or no longer is; a statement of ten thousand lines is put on hold without it.
DROP TRIGGER check_line_parts ON statement_lines;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER check_line_parts_new AFTER INSERT ON statement_lines
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.state = 'recorded') EXECUTE FUNCTION check_line_parts();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER check_line_parts AFTER UPDATE OF state, amount, currency ON statement_lines
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.state = 'recorded' OR NEW.state = 'recorded') EXECUTE FUNCTION check_line_parts();
--> statement-breakpoint
-- What an open payment means (domain/bank/statement.ts). What is held counts as if it had come: it is about to.
CREATE OR REPLACE FUNCTION judge_statement_lines(places uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(cardinality(places), 0) = 0 THEN RETURN; END IF;
  PERFORM FROM porudzbine WHERE id = ANY (places) ORDER BY id FOR NO KEY UPDATE;
  UPDATE statement_lines l SET verdict = judged.verdict, together = judged.together
  FROM (
    SELECT line.id,
      CASE
        WHEN place.status = 'otkazano' THEN 'cancelled'
        WHEN place.potvrdjeno THEN 'duplicate'
        WHEN place.status = 'isteklo' THEN 'lapsed'
        WHEN line.currency <> place.valuta THEN 'currency'
        WHEN came.arrived >= place.iznos THEN 'duplicate'
        WHEN said.amount + came.arrived = place.iznos THEN 'exact'
        WHEN said.payments > 1 AND said.amount + came.arrived > place.iznos THEN 'duplicate'
        WHEN line.amount + came.arrived < place.iznos THEN 'part'
        ELSE 'over'
      END AS verdict,
      CASE WHEN said.payments > 1 OR (line.currency = place.valuta AND came.arrived > 0)
        THEN said.amount + CASE WHEN line.currency = place.valuta THEN came.arrived ELSE 0 END END AS together
    FROM statement_lines line
    JOIN porudzbine place ON place.id = line.reservation_id
    JOIN (
      SELECT reservation_id, currency, count(*) FILTER (WHERE state = 'open') AS payments,
        coalesce(sum(amount) FILTER (WHERE state = 'open'), 0) AS amount,
        coalesce(sum(amount) FILTER (WHERE state = 'held' AND decision NOT IN ('return', 'keep')), 0) AS held
      FROM statement_lines WHERE reservation_id = ANY (places) AND state IN ('open', 'held') GROUP BY reservation_id, currency
    ) said ON said.reservation_id = line.reservation_id AND said.currency = line.currency
    CROSS JOIN LATERAL (SELECT place.stiglo + CASE WHEN line.currency = place.valuta THEN said.held ELSE 0 END AS arrived) came
    WHERE line.reservation_id = ANY (places) AND line.state = 'open'
  ) judged
  WHERE l.id = judged.id AND (l.verdict, l.together) IS DISTINCT FROM (judged.verdict, judged.together);
END $$;
--> statement-breakpoint
-- The same of what was asked for orders. What names a claim that another took the place of is for the order all the same.
CREATE FUNCTION judge_lines_of_orders(asked uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(cardinality(asked), 0) = 0 THEN RETURN; END IF;
  PERFORM FROM orders WHERE id = ANY (asked) ORDER BY id FOR NO KEY UPDATE;
  UPDATE statement_lines l SET verdict = judged.verdict, together = judged.together
  FROM (
    WITH named AS (
      SELECT line.id, line.amount, line.currency, line.state, line.decision, c.order_id
      FROM claims c JOIN statement_lines line ON line.claim_id = c.id
      WHERE c.order_id = ANY (asked) AND line.state IN ('open', 'held')
    ), said AS (
      SELECT order_id, currency, count(*) FILTER (WHERE state = 'open') AS payments,
        coalesce(sum(amount) FILTER (WHERE state = 'open'), 0) AS amount,
        coalesce(sum(amount) FILTER (WHERE state = 'held' AND decision NOT IN ('return', 'keep')), 0) AS held
      FROM named GROUP BY order_id, currency
    )
    SELECT line.id,
      CASE
        WHEN o.status = 'paid' THEN 'duplicate'
        WHEN claim.state IS DISTINCT FROM 'live' OR claim.way <> 'transfer' THEN 'lapsed'
        WHEN line.currency <> claim.currency THEN 'currency'
        WHEN came.arrived >= claim.amount THEN 'duplicate'
        WHEN said.amount + came.arrived = claim.amount THEN 'exact'
        WHEN said.payments > 1 AND said.amount + came.arrived > claim.amount THEN 'duplicate'
        WHEN line.amount + came.arrived < claim.amount THEN 'part'
        ELSE 'over'
      END AS verdict,
      CASE WHEN said.payments > 1 OR (line.currency = claim.currency AND came.arrived > 0)
        THEN said.amount + CASE WHEN line.currency = claim.currency THEN came.arrived ELSE 0 END END AS together
    FROM named line
    JOIN orders o ON o.id = line.order_id
    JOIN said ON said.order_id = line.order_id AND said.currency = line.currency
    LEFT JOIN LATERAL (
      SELECT amount, currency, state, way FROM claims WHERE order_id = o.id AND state <> 'replaced'
      ORDER BY state = 'live' DESC, created_at DESC LIMIT 1
    ) claim ON true
    CROSS JOIN LATERAL (
      SELECT coalesce((SELECT sum(amount) FROM fulfilments WHERE order_id = o.id AND NOT surplus AND currency = claim.currency), 0)
        + CASE WHEN line.currency = claim.currency THEN said.held ELSE 0 END AS arrived
    ) came
    WHERE line.state = 'open'
  ) judged
  WHERE l.id = judged.id AND (l.verdict, l.together) IS DISTINCT FROM (judged.verdict, judged.together);
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION judge_new_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM judge_statement_lines(array(SELECT DISTINCT reservation_id FROM new_lines WHERE reservation_id IS NOT NULL));
  PERFORM judge_lines_of_orders(array(SELECT DISTINCT order_id FROM claims JOIN new_lines ON new_lines.claim_id = claims.id));
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Once for a statement that changes many lines. The verdicts it writes fire it again, and then nothing else has changed.
DROP TRIGGER judge_changed_line ON statement_lines;
--> statement-breakpoint
DROP FUNCTION judge_changed_line();
--> statement-breakpoint
CREATE FUNCTION judge_changed_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE places uuid[]; asked uuid[]; nobodys uuid[];
BEGIN
  SELECT array_agg(DISTINCT place) FILTER (WHERE place IS NOT NULL), array_agg(DISTINCT claim) FILTER (WHERE claim IS NOT NULL),
    array_agg(DISTINCT id) FILTER (WHERE is_nobodys)
  INTO places, asked, nobodys FROM (
    SELECT n.id, place, claim, n.reservation_id IS NULL AND n.claim_id IS NULL AND n.state = 'open' AND NOT n.outgoing AS is_nobodys
    FROM new_lines n JOIN old_lines o USING (id)
    CROSS JOIN LATERAL (VALUES (o.reservation_id, o.claim_id), (n.reservation_id, n.claim_id)) target (place, claim)
    WHERE (o.reservation_id, o.claim_id, o.state) IS DISTINCT FROM (n.reservation_id, n.claim_id, n.state)
  ) changed;
  IF nobodys IS NOT NULL THEN
    UPDATE statement_lines SET verdict = 'unknown', together = NULL
    WHERE id = ANY (nobodys) AND (verdict <> 'unknown' OR together IS NOT NULL);
  END IF;
  PERFORM judge_statement_lines(places);
  IF asked IS NOT NULL THEN
    PERFORM judge_lines_of_orders(array(SELECT DISTINCT order_id FROM claims WHERE id = ANY (asked)));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER judge_changed_lines AFTER UPDATE ON statement_lines REFERENCING OLD TABLE AS old_lines NEW TABLE AS new_lines
  FOR EACH STATEMENT EXECUTE FUNCTION judge_changed_lines();
--> statement-breakpoint
-- Every event of an order is written after its facts and counts its version up.
CREATE FUNCTION judge_lines_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM claims c JOIN statement_lines l ON l.claim_id = c.id WHERE c.order_id = NEW.id AND l.state = 'open') THEN
    PERFORM judge_lines_of_orders(ARRAY[NEW.id]);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER judge_lines_of_order AFTER UPDATE OF version ON orders FOR EACH ROW
  WHEN (NEW.way = 'transfer' OR OLD.way = 'transfer') EXECUTE FUNCTION judge_lines_of_order();
--> statement-breakpoint
-- As before; what a part counts for an order is in the books as its payment.
CREATE OR REPLACE VIEW book_facts AS
  WITH came AS NOT MATERIALIZED (
    SELECT key, order_id, profile_id, amount::bigint AS amount, currency, moment, credited, 'card_provider' AS debit FROM booked_payments
    UNION ALL
    SELECT key, order_id, profile_id, amount, currency, moment, credited, 'bank' FROM booked_transfers
  )
  SELECT 'payment' AS kind, key AS reference, 'company' AS entity, currency, order_id AS concerns, profile_id, moment,
    debit, credited AS credit, amount
  FROM came WHERE amount <> 0
  UNION ALL
  SELECT 'refund', r.id, 'company', r.currency, p.order_id, p.profile_id, r.created_at,
    CASE p.credited WHEN 'sales' THEN 'refunds' ELSE 'customer' END, p.debit, r.amount
  FROM refunds r JOIN came p ON p.key = r.payment_key
  WHERE r.stands AND NOT EXISTS (SELECT FROM disputes WHERE disputes.id = r.id)
  UNION ALL
  SELECT 'dispute', d.id, 'company', d.currency, p.order_id, p.profile_id, d.created_at,
    CASE WHEN d.state = 'open' THEN 'disputed' WHEN p.credited = 'sales' THEN 'refunds' ELSE 'customer' END, 'card_provider', d.amount
  FROM disputes d JOIN came p ON p.key = d.payment_key WHERE d.state <> 'won'
  UNION ALL
  SELECT 'reservation', id::text, 'organiser', valuta, id, NULL, coalesce(confirmed_at, updated_at), 'customer', 'sales', iznos
  FROM porudzbine WHERE potvrdjeno
  UNION ALL
  SELECT 'difference', d.id::text, 'organiser', d.currency, place.id, NULL, d.decided_at, 'differences', 'customer', d.missing
  FROM accepted_differences d JOIN porudzbine place ON place.id = d.reservation_id WHERE place.potvrdjeno
  UNION ALL
  SELECT 'part', part.id::text, part.entity, part.currency, coalesce(place.id, claim.order_id), NULL, part.decided_at,
    CASE WHEN part.line_id IS NULL THEN 'in_transit' ELSE 'bank' END,
    CASE WHEN part.state = 'owed' THEN 'owed' WHEN part.currency = place.valuta THEN 'customer' ELSE 'differences' END, part.amount
  FROM payment_parts part LEFT JOIN porudzbine place ON place.id = part.reservation_id LEFT JOIN claims claim ON claim.id = part.claim_id
  WHERE part.state <> 'returned' AND (part.claim_id IS NULL OR part.state = 'owed');
