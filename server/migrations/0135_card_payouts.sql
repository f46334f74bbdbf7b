CREATE TABLE "card_payout_lines" (
	"line_id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"payout_id" text
);
--> statement-breakpoint
CREATE TABLE "card_payouts" (
	"id" text PRIMARY KEY NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint,
	"currency" text NOT NULL,
	"arrives_on" date NOT NULL,
	"state" text NOT NULL,
	"question" bigint NOT NULL,
	"line_id" uuid,
	CONSTRAINT "card_payouts_amount" CHECK ("card_payouts"."amount" > 0),
	CONSTRAINT "card_payouts_state" CHECK ("card_payouts"."state" in ('pending', 'in_transit', 'paid', 'failed')),
	CONSTRAINT "card_payouts_fee" CHECK ("card_payouts"."line_id" is null or "card_payouts"."fee" is not null)
);
--> statement-breakpoint
ALTER TABLE "statement_lines" DROP CONSTRAINT "statement_lines_verdict";--> statement-breakpoint
ALTER TABLE "card_payout_lines" ADD CONSTRAINT "card_payout_lines_line_id_statement_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."statement_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_payout_lines" ADD CONSTRAINT "card_payout_lines_payout_id_card_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."card_payouts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_payouts" ADD CONSTRAINT "card_payouts_line_id_statement_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."statement_lines"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_payout_lines_of_payout" ON "card_payout_lines" USING btree ("payout_id");--> statement-breakpoint
CREATE UNIQUE INDEX "card_payouts_once" ON "card_payouts" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "card_payouts_of_days" ON "card_payouts" USING btree ("arrives_on");--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_verdict" CHECK ("statement_lines"."verdict" in ('exact', 'part', 'over', 'currency', 'lapsed', 'duplicate', 'cancelled', 'unknown', 'courier', 'card', 'outgoing')) NOT VALID;--> statement-breakpoint
ALTER TABLE "statement_lines" VALIDATE CONSTRAINT "statement_lines_verdict";
--> statement-breakpoint
-- What a transfer of the provider means (domain/bank/card-payouts.ts). A line that is decided on and not carried out yet counts: it is
-- about to be that payout.
CREATE VIEW card_payout_findings AS
  SELECT named.line_id, payout.id AS payout_id,
    CASE
      WHEN payout.id IS NULL THEN 'unknown'
      WHEN payout.line_id = named.line_id THEN 'matches'
      WHEN payout.state = 'failed' THEN 'failed'
      WHEN payout.line_id IS NOT NULL OR other.is_held THEN 'paid'
      WHEN other.is_open AND line.state = 'open' THEN 'twice'
      WHEN line.currency <> payout.currency THEN 'currency'
      WHEN line.amount < payout.amount THEN 'less'
      WHEN line.amount > payout.amount THEN 'more'
      WHEN payout.fee IS NULL THEN 'early'
      ELSE 'matches'
    END AS finding
  FROM card_payout_lines named
  JOIN statement_lines line ON line.id = named.line_id
  LEFT JOIN card_payouts payout ON payout.id = named.payout_id
  CROSS JOIN LATERAL (
    SELECT coalesce(bool_or(beside.state = 'held'), false) AS is_held, coalesce(bool_or(beside.state = 'open'), false) AS is_open
    FROM card_payout_lines same JOIN statement_lines beside ON beside.id = same.line_id
    WHERE same.payout_id = named.payout_id AND same.line_id <> named.line_id
  ) other;
--> statement-breakpoint
CREATE FUNCTION judge_card_lines(lines uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(cardinality(lines), 0) = 0 THEN RETURN; END IF;
  UPDATE statement_lines l SET verdict = judged.verdict, together = NULL
  FROM (
    SELECT line.id, CASE found.finding WHEN 'matches' THEN 'exact' ELSE 'card' END AS verdict
    FROM statement_lines line JOIN card_payout_findings found ON found.line_id = line.id
    WHERE line.id = ANY (lines) AND line.state = 'open' AND line.claim_id IS NULL AND line.reservation_id IS NULL
  ) judged
  WHERE l.id = judged.id AND (l.verdict <> judged.verdict OR l.together IS NOT NULL);
END $$;
--> statement-breakpoint
-- These lines and whichever are the same payout.
CREATE FUNCTION judge_card_lines_beside(lines uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM judge_card_lines(array(
    SELECT unnest(lines) UNION
    SELECT same.line_id FROM card_payout_lines named JOIN card_payout_lines same USING (payout_id) WHERE named.line_id = ANY (lines)
    ORDER BY 1));
END $$;
--> statement-breakpoint
CREATE FUNCTION judge_card_payout_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM judge_card_lines(array(
    SELECT NEW.line_id UNION SELECT line_id FROM card_payout_lines
    WHERE payout_id IN (NEW.payout_id, CASE TG_OP WHEN 'UPDATE' THEN OLD.payout_id END) ORDER BY 1));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER judge_card_payout_line AFTER INSERT OR UPDATE ON card_payout_lines FOR EACH ROW EXECUTE FUNCTION judge_card_payout_line();
--> statement-breakpoint
CREATE FUNCTION judge_card_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM judge_card_lines(array(SELECT line_id FROM card_payout_lines WHERE payout_id = NEW.id ORDER BY 1));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER judge_card_payout AFTER UPDATE ON card_payouts FOR EACH ROW EXECUTE FUNCTION judge_card_payout();
--> statement-breakpoint
-- As before; a line that the provider made goes back to what its payout is.
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
      AND NOT EXISTS (SELECT FROM courier_payouts WHERE line_id = statement_lines.id)
      AND NOT EXISTS (SELECT FROM card_payout_lines WHERE line_id = statement_lines.id);
    PERFORM judge_courier_lines(nobodys);
    PERFORM judge_card_lines(nobodys);
  END IF;
  PERFORM judge_lines_beside(array(
    SELECT n.id FROM new_lines n JOIN old_lines o USING (id) JOIN courier_payouts payout ON payout.line_id = n.id
    WHERE o.state <> n.state));
  PERFORM judge_card_lines_beside(array(
    SELECT n.id FROM new_lines n JOIN old_lines o USING (id) JOIN card_payout_lines named ON named.line_id = n.id
    WHERE o.state <> n.state));
  PERFORM judge_statement_lines(places);
  IF asked IS NOT NULL THEN
    PERFORM judge_lines_of_orders(array(SELECT DISTINCT order_id FROM claims WHERE id = ANY (asked)));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- As before; a payout of the provider is of many payments, which were counted when they were made: it has no parts.
CREATE OR REPLACE FUNCTION check_parts_of(line uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE wanted bigint; counted bigint; foreign_money boolean;
BEGIN
  SELECT CASE
      WHEN state <> 'recorded' THEN 0
      WHEN EXISTS (SELECT FROM card_payouts WHERE line_id = line AND card_payouts.amount = statement_lines.amount
        AND card_payouts.currency = statement_lines.currency) THEN 0
      ELSE amount + coalesce((SELECT kept FROM courier_payouts WHERE line_id = line), 0)
    END
    INTO wanted FROM statement_lines WHERE id = line;
  SELECT coalesce(sum(part.amount), 0), coalesce(bool_or(part.currency <> l.currency), false) INTO counted, foreign_money
    FROM payment_parts part JOIN statement_lines l ON l.id = part.line_id WHERE part.line_id = line;
  IF counted <> coalesce(wanted, 0) OR foreign_money THEN
    RAISE EXCEPTION 'parts of statement line % make %, not %', line, counted, wanted USING ERRCODE = 'check_violation';
  END IF;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON card_payouts FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('statement_lines');
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON card_payout_lines FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('statement_lines');
--> statement-breakpoint
-- As before, with payouts of the payment provider and what it has kept.
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
  FROM courier_payouts payout JOIN statement_lines line ON line.id = payout.line_id WHERE payout.kept <> 0
  UNION ALL
  SELECT 'payout', payout.id, 'company', payout.currency, NULL, NULL, line.decided_at, 'bank', 'card_provider', payout.amount
  FROM card_payouts payout JOIN statement_lines line ON line.id = payout.line_id
  UNION ALL
  SELECT 'fee', payout.id, 'company', payout.currency, NULL, NULL, line.decided_at, 'fees', 'card_provider', payout.fee
  FROM card_payouts payout JOIN statement_lines line ON line.id = payout.line_id WHERE payout.fee <> 0;
