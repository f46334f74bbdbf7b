CREATE TABLE "courier_payout_parcels" (
	"line_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"amount" bigint NOT NULL,
	"times" integer NOT NULL,
	"shipment_id" uuid,
	"payment_key" text,
	CONSTRAINT "courier_payout_parcels_line_id_reference_pk" PRIMARY KEY("line_id","reference"),
	CONSTRAINT "courier_payout_parcels_times" CHECK ("courier_payout_parcels"."times" > 0)
);
--> statement-breakpoint
CREATE TABLE "courier_payouts" (
	"line_id" uuid PRIMARY KEY NOT NULL,
	"courier" text NOT NULL,
	"reference" text NOT NULL,
	"question" text NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"leased_until" timestamp with time zone,
	"answer" text DEFAULT '' NOT NULL,
	"answered_at" timestamp with time zone,
	"kept" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "courier_payouts_question" CHECK ("courier_payouts"."question" in ('waiting', 'unnamed', 'answered')),
	CONSTRAINT "courier_payouts_courier" CHECK ("courier_payouts"."courier" in ('own', 'd-express', 'before_records')),
	CONSTRAINT "courier_payouts_kept" CHECK ("courier_payouts"."kept" >= 0),
	CONSTRAINT "courier_payouts_named" CHECK (("courier_payouts"."question" = 'unnamed') = ("courier_payouts"."reference" = '')),
	CONSTRAINT "courier_payouts_answered" CHECK (("courier_payouts"."question" = 'answered') = ("courier_payouts"."answered_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "statement_lines" DROP CONSTRAINT "statement_lines_verdict";--> statement-breakpoint
ALTER TABLE "bank_holds" ADD COLUMN "parcels" text[];--> statement-breakpoint
ALTER TABLE "courier_payout_parcels" ADD CONSTRAINT "courier_payout_parcels_line_id_courier_payouts_line_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."courier_payouts"("line_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courier_payout_parcels" ADD CONSTRAINT "courier_payout_parcels_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courier_payout_parcels" ADD CONSTRAINT "courier_payout_parcels_payment_key_fulfilments_key_fk" FOREIGN KEY ("payment_key") REFERENCES "public"."fulfilments"("key") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courier_payouts" ADD CONSTRAINT "courier_payouts_line_id_statement_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."statement_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "courier_payout_parcels_named" ON "courier_payout_parcels" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "courier_payout_parcels_of_shipment" ON "courier_payout_parcels" USING btree ("shipment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "courier_payout_parcels_once" ON "courier_payout_parcels" USING btree ("payment_key");--> statement-breakpoint
CREATE INDEX "courier_payouts_due" ON "courier_payouts" USING btree ("next_at") WHERE "courier_payouts"."question" = 'waiting';--> statement-breakpoint
CREATE INDEX "fulfilments_collected" ON "fulfilments" USING btree ("order_id") WHERE "fulfilments"."receipt" = 'collected';--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_verdict" CHECK ("statement_lines"."verdict" in ('exact', 'part', 'over', 'currency', 'lapsed', 'duplicate', 'cancelled', 'unknown', 'courier', 'outgoing')) NOT VALID;--> statement-breakpoint
ALTER TABLE "statement_lines" VALIDATE CONSTRAINT "statement_lines_verdict";
--> statement-breakpoint
-- What a parcel that a courier names means (domain/bank/courier-payouts.ts). A transfer that is decided on and not carried out yet counts:
-- it is about to pay.
CREATE VIEW courier_payout_findings AS
  SELECT named.line_id, named.reference, named.amount, parcel.order_id, payment.key AS payment_key,
    coalesce(payment.amount, parcel.collect_amount) AS expected, named.payment_key IS NOT NULL AS settled,
    CASE
      WHEN parcel.collect_amount IS NULL THEN 'unknown'
      WHEN payment.key IS NULL THEN 'early'
      WHEN named.payment_key IS NULL AND other.pays THEN 'paid'
      WHEN named.times > 1 OR other.names THEN 'twice'
      WHEN named.amount < payment.amount THEN 'less'
      WHEN named.amount > payment.amount THEN 'more'
      ELSE 'matches'
    END AS finding
  FROM courier_payout_parcels named
  LEFT JOIN shipments parcel ON parcel.id = named.shipment_id
  LEFT JOIN fulfilments payment ON payment.key = 'cash:' || named.reference AND payment.order_id = parcel.order_id
  CROSS JOIN LATERAL (
    SELECT
      coalesce(bool_or(same.payment_key IS NOT NULL OR (line.state = 'held' AND hold.decision = 'confirm'
        AND (same.reference = ANY (hold.parcels) OR (hold.parcels IS NULL AND hold.line_id IS NULL)))), false) AS pays,
      coalesce(bool_or(line.state = 'open'), false) AS names
    FROM courier_payout_parcels same JOIN statement_lines line ON line.id = same.line_id LEFT JOIN bank_holds hold ON hold.id = line.hold_id
    WHERE same.reference = named.reference AND same.line_id <> named.line_id AND same.shipment_id = named.shipment_id
  ) other;
--> statement-breakpoint
-- Delivered on the day of the newest parcel of a transfer or before, collected, and in no transfer that has paid it or waits.
CREATE VIEW courier_payout_missing AS
  SELECT payout.line_id, parcel.id AS shipment_id, parcel.order_id, o.number || '-' || parcel.n AS reference, payment.amount
  FROM courier_payouts payout
  CROSS JOIN LATERAL (
    SELECT (max(paid.delivered_at) AT TIME ZONE 'Europe/Belgrade')::date AS day
    FROM courier_payout_parcels named JOIN shipments paid ON paid.id = named.shipment_id WHERE named.line_id = payout.line_id
  ) newest
  JOIN fulfilments payment ON payment.receipt = 'collected'
  JOIN orders o ON o.id = payment.order_id
  JOIN shipments parcel ON parcel.order_id = o.id AND payment.key = 'cash:' || o.number || '-' || parcel.n AND parcel.courier = payout.courier
    AND (parcel.delivered_at AT TIME ZONE 'Europe/Belgrade')::date <= newest.day
  WHERE payout.question = 'answered' AND NOT EXISTS (
    SELECT FROM courier_payout_parcels named JOIN statement_lines line ON line.id = named.line_id
    WHERE named.shipment_id = parcel.id AND (named.payment_key IS NOT NULL OR line.state IN ('open', 'held'))
  );
--> statement-breakpoint
-- A transfer agrees when every parcel does, to the para, and together they are what came.
CREATE FUNCTION judge_courier_lines(lines uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(cardinality(lines), 0) = 0 THEN RETURN; END IF;
  UPDATE statement_lines l SET verdict = judged.verdict, together = NULL
  FROM (
    SELECT line.id, CASE WHEN payout.question = 'answered' AND said.all_match AND said.amount = line.amount THEN 'exact' ELSE 'courier' END AS verdict
    FROM statement_lines line JOIN courier_payouts payout ON payout.line_id = line.id
    CROSS JOIN LATERAL (
      SELECT coalesce(bool_and(found.finding = 'matches'), false) AS all_match, sum(found.amount) AS amount
      FROM courier_payout_findings found WHERE found.line_id = line.id
    ) said
    WHERE line.id = ANY (lines) AND line.state = 'open' AND line.claim_id IS NULL AND line.reservation_id IS NULL
  ) judged
  WHERE l.id = judged.id AND (l.verdict <> judged.verdict OR l.together IS NOT NULL);
END $$;
--> statement-breakpoint
-- Lines that name one of the parcels of these lines, those lines too.
CREATE FUNCTION judge_lines_beside(lines uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM judge_courier_lines(array(
    SELECT DISTINCT same.line_id FROM courier_payout_parcels named JOIN courier_payout_parcels same USING (reference)
    WHERE named.line_id = ANY (lines) ORDER BY same.line_id));
END $$;
--> statement-breakpoint
CREATE FUNCTION judge_courier_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM judge_courier_lines(ARRAY[NEW.line_id]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER judge_courier_payout AFTER INSERT OR UPDATE ON courier_payouts FOR EACH ROW EXECUTE FUNCTION judge_courier_payout();
--> statement-breakpoint
CREATE FUNCTION judge_payout_parcels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM judge_courier_lines(array(
    SELECT line_id FROM changed UNION SELECT same.line_id FROM changed JOIN courier_payout_parcels same USING (reference)));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER judge_payout_parcels_new AFTER INSERT ON courier_payout_parcels REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION judge_payout_parcels();
--> statement-breakpoint
CREATE TRIGGER judge_payout_parcels AFTER UPDATE ON courier_payout_parcels REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION judge_payout_parcels();
--> statement-breakpoint
CREATE TRIGGER judge_payout_parcels_gone AFTER DELETE ON courier_payout_parcels REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION judge_payout_parcels();
--> statement-breakpoint
-- Delivered after the courier has named it.
CREATE FUNCTION judge_collected_parcel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM judge_courier_lines(array(SELECT line_id FROM courier_payout_parcels WHERE reference = substr(NEW.key, 6)));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER judge_collected_parcel AFTER INSERT ON fulfilments FOR EACH ROW
  WHEN (NEW.way = 'cash_on_delivery') EXECUTE FUNCTION judge_collected_parcel();
--> statement-breakpoint
-- As before; a line that a courier made goes back to what its parcels come to.
CREATE OR REPLACE FUNCTION judge_changed_lines() RETURNS trigger LANGUAGE plpgsql AS $$
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
    WHERE id = ANY (nobodys) AND (verdict <> 'unknown' OR together IS NOT NULL)
      AND NOT EXISTS (SELECT FROM courier_payouts WHERE line_id = statement_lines.id);
    PERFORM judge_courier_lines(nobodys);
  END IF;
  PERFORM judge_lines_beside(array(
    SELECT n.id FROM new_lines n JOIN old_lines o USING (id) JOIN courier_payouts payout ON payout.line_id = n.id
    WHERE o.state <> n.state));
  PERFORM judge_statement_lines(places);
  IF asked IS NOT NULL THEN
    PERFORM judge_lines_of_orders(array(SELECT DISTINCT order_id FROM claims WHERE id = ANY (asked)));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- As before; what a courier has kept of the parcels that a line paid never came.
CREATE OR REPLACE FUNCTION check_parts_of(line uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE wanted bigint; counted bigint; foreign_money boolean;
BEGIN
  SELECT CASE WHEN state = 'recorded' THEN amount + coalesce((SELECT kept FROM courier_payouts WHERE line_id = line), 0) ELSE 0 END
    INTO wanted FROM statement_lines WHERE id = line;
  SELECT coalesce(sum(part.amount), 0), coalesce(bool_or(part.currency <> l.currency), false) INTO counted, foreign_money
    FROM payment_parts part JOIN statement_lines l ON l.id = part.line_id WHERE part.line_id = line;
  IF counted <> coalesce(wanted, 0) OR foreign_money THEN
    RAISE EXCEPTION 'parts of statement line % make %, not %', line, counted, wanted USING ERRCODE = 'check_violation';
  END IF;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON courier_payouts FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('statement_lines');
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON courier_payout_parcels FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('statement_lines');
--> statement-breakpoint
-- As before; a line of a statement takes the place of a person's word.
CREATE OR REPLACE VIEW booked_cash AS
  SELECT f.key, f.order_id, o.profile_id, f.amount, f.currency, f.at AS moment,
    CASE WHEN f.receipt = 'received' AND NOT f.surplus THEN 'sales' ELSE 'customer' END AS credited,
    CASE WHEN f.receipt <> 'received' THEN 'courier'
      WHEN EXISTS (SELECT FROM courier_payout_parcels paid WHERE paid.payment_key = f.key) THEN 'bank'
      ELSE 'in_transit' END AS debit
  FROM fulfilments f JOIN orders o ON o.id = f.order_id WHERE f.way = 'cash_on_delivery';
--> statement-breakpoint
-- As before, with what couriers have kept.
CREATE OR REPLACE VIEW book_facts AS
  WITH came AS NOT MATERIALIZED (
    SELECT key, order_id, profile_id, amount::bigint AS amount, currency, moment, credited, 'card_provider' AS debit FROM booked_payments
    UNION ALL
    SELECT key, order_id, profile_id, amount, currency, moment, credited, 'bank' FROM booked_transfers
    UNION ALL
    SELECT key, order_id, profile_id, amount, currency, moment, credited, debit FROM booked_cash
  )
  SELECT 'payment' AS kind, key AS reference, 'company' AS entity, currency, order_id AS concerns, profile_id, moment,
    debit, credited AS credit, amount
  FROM came WHERE amount <> 0
  UNION ALL
  SELECT 'refund', r.id, 'company', r.currency, p.order_id, p.profile_id, r.created_at,
    CASE p.credited WHEN 'sales' THEN 'refunds' ELSE 'customer' END,
    CASE p.debit WHEN 'card_provider' THEN 'card_provider' ELSE 'owed' END, r.amount
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
  WHERE part.state <> 'returned' AND (part.claim_id IS NULL OR part.state = 'owed')
  UNION ALL
  SELECT 'payout', p.id::text, p.entity, p.currency, p.order_id, o.profile_id, p.created_at, 'owed', 'bank', p.amount
  FROM payouts p JOIN orders o ON o.id = p.order_id WHERE p.state = 'done'
  UNION ALL
  SELECT 'reward', s.id::text, 'company', 'RSD', NULL, s.profile_id, m.closed_at, 'rewards', 'viewers', s.amount
  FROM reward_statements s JOIN reward_months m ON m.month = s.month WHERE s.amount <> 0
  UNION ALL
  SELECT 'payout', p.id::text, p.entity, p.currency, NULL, s.profile_id, p.created_at, 'viewers', line.account, line.amount
  FROM payouts p JOIN reward_statements s ON s.id = p.statement_id
    CROSS JOIN LATERAL (VALUES ('bank', p.amount), ('tax', s.tax)) line (account, amount)
  WHERE p.state = 'done' AND line.amount <> 0
  UNION ALL
  SELECT 'fee', payout.line_id::text, 'company', 'RSD', NULL, NULL, line.decided_at, 'fees', 'bank', payout.kept
  FROM courier_payouts payout JOIN statement_lines line ON line.id = payout.line_id WHERE payout.kept <> 0;
