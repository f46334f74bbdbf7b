CREATE TABLE "viewer_days" (
	"profile_id" uuid NOT NULL,
	"day" date NOT NULL,
	"tv_id" uuid NOT NULL,
	"banners" integer DEFAULT 0 NOT NULL,
	"tv_seconds" integer DEFAULT 0 NOT NULL,
	"corrected_at" timestamp with time zone,
	CONSTRAINT "viewer_days_profile_id_day_tv_id_pk" PRIMARY KEY("profile_id","day","tv_id"),
	CONSTRAINT "viewer_days_counted" CHECK ("viewer_days"."banners" >= 0 and "viewer_days"."tv_seconds" >= 0)
);
--> statement-breakpoint
CREATE TABLE "reward_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reward_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"profile_id" uuid NOT NULL,
	"month" date NOT NULL,
	"tv_id" uuid,
	"day" date,
	"step" integer DEFAULT 1 NOT NULL,
	"objection_id" uuid,
	"rule_id" uuid,
	"banners" integer NOT NULL,
	"tv_seconds" integer NOT NULL,
	"amount" bigint NOT NULL,
	"moment" timestamp with time zone NOT NULL,
	CONSTRAINT "reward_entries_objection_id_unique" UNIQUE("objection_id"),
	CONSTRAINT "reward_entries_once" UNIQUE("profile_id","day","tv_id","step"),
	CONSTRAINT "reward_entries_of_one" CHECK (("reward_entries"."day" is null) = ("reward_entries"."tv_id" is null) and ("reward_entries"."day" is null) = ("reward_entries"."objection_id" is not null)),
	CONSTRAINT "reward_entries_month" CHECK (extract(day from "reward_entries"."month") = 1)
);
--> statement-breakpoint
CREATE TABLE "reward_months" (
	"month" date PRIMARY KEY NOT NULL,
	"viewers" integer NOT NULL,
	"amount" bigint NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	"closed_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reward_objections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"statement_id" uuid NOT NULL,
	"text" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"due_on" date NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"answered_by" text,
	CONSTRAINT "reward_objections_statement_id_unique" UNIQUE("statement_id"),
	CONSTRAINT "reward_objections_answered" CHECK (("reward_objections"."answer" is null) = ("reward_objections"."answered_at" is null))
);
--> statement-breakpoint
CREATE TABLE "reward_payees" (
	"profile_id" uuid PRIMARY KEY NOT NULL,
	"payee" text DEFAULT '' NOT NULL,
	"account" text,
	"named_at" timestamp with time zone,
	"tax_number" "bytea",
	"tax_number_at" timestamp with time zone,
	CONSTRAINT "reward_payees_account" CHECK ("reward_payees"."account" is null or ("reward_payees"."account" ~ '^[0-9]{18}$' and "reward_payees"."payee" <> ''))
);
--> statement-breakpoint
CREATE TABLE "reward_proofs" (
	"day" date PRIMARY KEY NOT NULL,
	"proven_at" timestamp with time zone NOT NULL,
	"differences" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reward_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"valid_from" date NOT NULL,
	"banner" bigint NOT NULL,
	"tv_second" bigint NOT NULL,
	"ceiling" bigint NOT NULL,
	"smallest" bigint NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"published_by" text NOT NULL,
	"recalled_at" timestamp with time zone,
	"recalled_by" text,
	CONSTRAINT "reward_rules_amounts" CHECK ("reward_rules"."banner" >= 0 and "reward_rules"."tv_second" >= 0 and "reward_rules"."ceiling" > 0 and "reward_rules"."smallest" > 0)
);
--> statement-breakpoint
CREATE TABLE "reward_statements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"profile_id" uuid NOT NULL,
	"month" date NOT NULL,
	"banners" bigint NOT NULL,
	"tv_seconds" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"carried" bigint NOT NULL,
	"smallest" bigint NOT NULL,
	"state" text NOT NULL,
	"carried_into" uuid,
	"hold_reason" text,
	"hold_note" text DEFAULT '' NOT NULL,
	"invoice_number" text,
	"payee" text DEFAULT '' NOT NULL,
	"account" text,
	"tax_rate" integer,
	"tax" bigint,
	"paid_on" date,
	"returned_at" timestamp with time zone,
	CONSTRAINT "reward_statements_once" UNIQUE("profile_id","month"),
	CONSTRAINT "reward_statements_state" CHECK ("reward_statements"."state" in ('payable', 'paid', 'carried', 'held')),
	CONSTRAINT "reward_statements_hold" CHECK ("reward_statements"."hold_reason" in ('suspected', 'company', 'gone', 'staff')),
	CONSTRAINT "reward_statements_held" CHECK (("reward_statements"."state" = 'held') = ("reward_statements"."hold_reason" is not null)),
	CONSTRAINT "reward_statements_carry" CHECK ("reward_statements"."carried_into" is null or "reward_statements"."state" = 'carried'),
	CONSTRAINT "reward_statements_account" CHECK ("reward_statements"."account" is null or ("reward_statements"."account" ~ '^[0-9]{18}$' and "reward_statements"."payee" <> '')),
	CONSTRAINT "reward_statements_tax" CHECK (("reward_statements"."tax" is null) = ("reward_statements"."tax_rate" is null)),
	CONSTRAINT "reward_statements_paid" CHECK (("reward_statements"."state" = 'paid') = ("reward_statements"."paid_on" is not null))
);
--> statement-breakpoint
CREATE TABLE "reward_tax_rates" (
	"valid_from" date PRIMARY KEY NOT NULL,
	"rate" integer NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	"set_by" text NOT NULL,
	CONSTRAINT "reward_tax_rates_rate" CHECK ("reward_tax_rates"."rate" between 0 and 9999)
);
--> statement-breakpoint
ALTER TABLE "book_lines" DROP CONSTRAINT "book_lines_account";--> statement-breakpoint
ALTER TABLE "payouts" ALTER COLUMN "refund_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "statement_id" uuid;--> statement-breakpoint
ALTER TABLE "leases" ADD COLUMN "profile_id" uuid;--> statement-breakpoint
ALTER TABLE "reward_entries" ADD CONSTRAINT "reward_entries_rule_id_reward_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."reward_rules"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reward_objections" ADD CONSTRAINT "reward_objections_statement_id_reward_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."reward_statements"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reward_payees" ADD CONSTRAINT "reward_payees_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reward_statements" ADD CONSTRAINT "reward_statements_carried_into_reward_statements_id_fk" FOREIGN KEY ("carried_into") REFERENCES "public"."reward_statements"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "viewer_days_by_day" ON "viewer_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "viewer_days_corrected" ON "viewer_days" USING btree ("corrected_at") WHERE "viewer_days"."corrected_at" is not null;--> statement-breakpoint
CREATE INDEX "reward_entries_of_month" ON "reward_entries" USING btree ("month","profile_id");--> statement-breakpoint
CREATE INDEX "reward_objections_due" ON "reward_objections" USING btree ("due_on") WHERE "reward_objections"."answered_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "reward_rules_one_a_day" ON "reward_rules" USING btree ("valid_from") WHERE "reward_rules"."recalled_at" is null;--> statement-breakpoint
CREATE INDEX "reward_statements_of_month" ON "reward_statements" USING btree ("month","id");--> statement-breakpoint
CREATE INDEX "reward_statements_waiting" ON "reward_statements" USING btree ("profile_id") WHERE "reward_statements"."state" = 'payable';--> statement-breakpoint
CREATE INDEX "reward_statements_to_carry" ON "reward_statements" USING btree ("profile_id") WHERE "reward_statements"."state" = 'carried' and "reward_statements"."carried_into" is null;--> statement-breakpoint
CREATE INDEX "reward_statements_carried" ON "reward_statements" USING btree ("carried_into") WHERE "reward_statements"."carried_into" is not null;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_statement_id_reward_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."reward_statements"("id") ON DELETE restrict ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "payouts" VALIDATE CONSTRAINT "payouts_statement_id_reward_statements_id_fk";--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_one_live_reward" ON "payouts" USING btree ("statement_id") WHERE "payouts"."state" in ('account', 'ready', 'listed', 'done');--> statement-breakpoint
ALTER TABLE "book_lines" ADD CONSTRAINT "book_lines_account" CHECK ("book_lines"."account" in ('customer', 'sales', 'refunds', 'bank', 'in_transit', 'card_provider', 'courier', 'fees', 'disputed', 'owed', 'rewards', 'viewers', 'tax', 'differences', 'rounding')) NOT VALID;--> statement-breakpoint
ALTER TABLE "book_lines" VALIDATE CONSTRAINT "book_lines_account";--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_of_one" CHECK (num_nonnulls("payouts"."refund_id", "payouts"."statement_id") = 1 and ("payouts"."refund_id" is null) = ("payouts"."order_id" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "payouts" VALIDATE CONSTRAINT "payouts_of_one";
--> statement-breakpoint
-- Written by hand from here on. A rule changes by its recall alone, and the books of rewards only grow.
CREATE FUNCTION refuse_change_of_reward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what % says of rewards does not change', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER frozen BEFORE UPDATE ON reward_rules FOR EACH ROW
  WHEN (OLD.recalled_at IS NOT NULL OR to_jsonb(OLD) - '{recalled_at,recalled_by}'::text[] <> to_jsonb(NEW) - '{recalled_at,recalled_by}'::text[])
  EXECUTE FUNCTION refuse_change_of_reward();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON reward_rules FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reward_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reward_months FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON reward_statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The numbers of a statement stay; where it is paid, its state and its tax follow what happens.
CREATE TRIGGER frozen BEFORE UPDATE ON reward_statements FOR EACH ROW
  WHEN ((OLD.id, OLD.profile_id, OLD.month, OLD.banners, OLD.tv_seconds, OLD.amount, OLD.carried, OLD.smallest)
    IS DISTINCT FROM (NEW.id, NEW.profile_id, NEW.month, NEW.banners, NEW.tv_seconds, NEW.amount, NEW.carried, NEW.smallest)
    OR OLD.carried_into IS NOT NULL AND NEW.carried_into IS DISTINCT FROM OLD.carried_into)
  EXECUTE FUNCTION refuse_change_of_reward();
--> statement-breakpoint
CREATE TRIGGER moves BEFORE UPDATE OF state ON reward_statements FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION check_move('payable>paid', 'payable>held', 'held>payable', 'held>carried', 'paid>payable');
--> statement-breakpoint
-- Nothing enters a month that is closed.
CREATE FUNCTION refuse_closed_month() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM reward_months WHERE month = NEW.month) THEN
    RAISE EXCEPTION 'the month % is closed', NEW.month USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER open_month BEFORE INSERT ON reward_entries FOR EACH ROW EXECUTE FUNCTION refuse_closed_month();
--> statement-breakpoint
CREATE TRIGGER open_month BEFORE INSERT ON reward_statements FOR EACH ROW EXECUTE FUNCTION refuse_closed_month();
--> statement-breakpoint
-- Days against their plays, the book against days and rules, statements against the book; nothing, unless the program is wrong. The
-- oldest day of which plays are kept may be half gone. The reward is computed here a second time, on purpose.
CREATE VIEW reward_differences AS
  WITH since AS (
    SELECT min(valid_from) AS day FROM reward_rules WHERE recalled_at IS NULL
  ), kept AS (
    SELECT (min(hour) AT TIME ZONE 'Europe/Belgrade')::date + 1 AS day FROM plays
  ), raw AS (
    SELECT p.tv_id, (p.hour AT TIME ZONE 'Europe/Belgrade')::date AS day, count(*) FILTER (WHERE c.kind = 'banner') AS banners,
      coalesce(sum(p.units) FILTER (WHERE c.kind <> 'banner'), 0) AS tv_seconds
    FROM plays p JOIN campaigns c ON c.id = p.campaign_id WHERE p.outcome = 'counted' GROUP BY 1, 2
  ), days AS (
    SELECT tv_id, day, sum(banners) AS banners, sum(tv_seconds) AS tv_seconds FROM viewer_days GROUP BY 1, 2
  ), earned AS (
    SELECT v.profile_id, v.day, v.tv_id, v.banners, v.tv_seconds, v.corrected_at,
      least(r.ceiling, (v.banners * r.banner + v.tv_seconds * r.tv_second + 50) / 100) AS amount
    FROM viewer_days v CROSS JOIN LATERAL (
      SELECT * FROM reward_rules WHERE recalled_at IS NULL AND valid_from <= v.day ORDER BY valid_from DESC LIMIT 1) r
  ), entered AS (
    SELECT profile_id, day, tv_id, sum(banners) AS banners, sum(tv_seconds) AS tv_seconds, sum(amount) AS amount
    FROM reward_entries WHERE day IS NOT NULL GROUP BY 1, 2, 3
  ), lines AS (
    SELECT profile_id, month, sum(banners) AS banners, sum(tv_seconds) AS tv_seconds, sum(amount) AS amount FROM reward_entries GROUP BY 1, 2
  ), carried AS (
    SELECT carried_into AS id, sum(amount + carried) AS amount FROM reward_statements WHERE carried_into IS NOT NULL GROUP BY 1
  )
  SELECT 'days are not their plays' AS what, tv_id || ' ' || day AS id FROM raw FULL JOIN days USING (tv_id, day)
  WHERE day >= (SELECT day FROM since) AND day >= (SELECT day FROM kept)
    AND (coalesce(raw.banners, 0) <> coalesce(days.banners, 0) OR coalesce(raw.tv_seconds, 0) <> coalesce(days.tv_seconds, 0))
  UNION ALL
  SELECT 'the book is not the days by their rules', profile_id || ' ' || tv_id || ' ' || day
  FROM entered LEFT JOIN earned USING (profile_id, day, tv_id)
  WHERE earned.corrected_at IS NULL AND (earned.amount IS DISTINCT FROM entered.amount
    OR earned.banners IS DISTINCT FROM entered.banners OR earned.tv_seconds IS DISTINCT FROM entered.tv_seconds)
  UNION ALL
  SELECT 'a day of a closed month is not in the book', profile_id || ' ' || tv_id || ' ' || day
  FROM earned JOIN reward_months m ON m.month = date_trunc('month', earned.day)::date
  WHERE NOT EXISTS (SELECT FROM reward_entries e WHERE e.profile_id = earned.profile_id AND e.day = earned.day AND e.tv_id = earned.tv_id)
  UNION ALL
  SELECT 'a statement is not its lines', coalesce(s.profile_id, l.profile_id) || ' ' || m.month
  FROM reward_months m JOIN (SELECT * FROM lines) l ON l.month = m.month
    FULL JOIN reward_statements s ON s.month = l.month AND s.profile_id = l.profile_id
  WHERE (m.month IS NOT NULL OR s.id IS NOT NULL) AND (s.amount IS DISTINCT FROM coalesce(l.amount, 0)
    OR s.banners IS DISTINCT FROM coalesce(l.banners, 0) OR s.tv_seconds IS DISTINCT FROM coalesce(l.tv_seconds, 0))
  UNION ALL
  SELECT 'a statement is not what was carried into it', s.id::text
  FROM reward_statements s LEFT JOIN carried c ON c.id = s.id WHERE s.carried <> coalesce(c.amount, 0);
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON reward_statements FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('rewards');
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON reward_rules FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('rewards');
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON reward_tax_rates FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('rewards');
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON reward_proofs FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('rewards');
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON reward_objections FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('rewards');
--> statement-breakpoint
-- As before, with what viewers earned, and what of it left the bank or was withheld.
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
  WHERE p.state = 'done' AND line.amount <> 0;
