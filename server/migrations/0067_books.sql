CREATE TABLE "book_catch_ups" (
	"asked_at" timestamp with time zone PRIMARY KEY DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "book_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"step" integer NOT NULL,
	"entity" text NOT NULL,
	"currency" text NOT NULL,
	"concerns" uuid,
	"profile_id" uuid,
	"moment" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "book_entries_once" UNIQUE("kind","reference","step"),
	CONSTRAINT "book_entries_entity" CHECK ("book_entries"."entity" in ('company', 'organiser')),
	CONSTRAINT "book_entries_step" CHECK ("book_entries"."step" > 0)
);
--> statement-breakpoint
CREATE TABLE "book_lines" (
	"entry_id" bigint NOT NULL,
	"account" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "book_lines_entry_id_account_pk" PRIMARY KEY("entry_id","account"),
	CONSTRAINT "book_lines_account" CHECK ("book_lines"."account" in ('customer', 'sales', 'refunds', 'bank', 'in_transit', 'card_provider', 'courier', 'fees', 'disputed', 'owed', 'differences', 'rounding')),
	CONSTRAINT "book_lines_amount" CHECK ("book_lines"."amount" <> 0)
);
--> statement-breakpoint
-- Payments that were settled, by the provider's id of the page or of the invoice. What nothing was sold for is the customer's: it
-- came for an account that was closed, or a second time for the same order.
CREATE VIEW booked_payments AS
  WITH sold AS (
    SELECT coalesce(checkout_session_id, id::text) AS key, id AS order_id, profile_id, amount, currency, paid_at AS moment
    FROM orders WHERE kind = 'device' AND status = 'paid'
    UNION ALL
    SELECT payment_key, order_id, profile_id, amount, currency, created_at FROM packages
  )
  SELECT key, sold.order_id, sold.profile_id, sold.amount, sold.currency, sold.moment,
    CASE WHEN fulfilments.returned THEN 'customer' ELSE 'sales' END AS credited
  FROM sold LEFT JOIN fulfilments USING (key)
  UNION ALL
  SELECT f.key, o.id, o.profile_id, o.amount, o.currency, f.at, 'customer'
  FROM fulfilments f JOIN orders o ON o.id = f.order_id
  WHERE NOT EXISTS (SELECT FROM packages WHERE payment_key = f.key)
    AND NOT (o.kind = 'device' AND o.status = 'paid' AND o.checkout_session_id IS NOT DISTINCT FROM f.key);
--> statement-breakpoint
-- What the books must say, counted from what they are of: where they begin, and what they are compared with every night. Each row
-- is an amount from the account `credit` to the account `debit`. What is not settled, not confirmed or not decided is not in them.
CREATE VIEW book_facts AS
  SELECT 'payment' AS kind, key AS reference, 'company' AS entity, currency, order_id AS concerns, profile_id, moment,
    'card_provider' AS debit, credited AS credit, amount::bigint AS amount
  FROM booked_payments WHERE amount <> 0
  UNION ALL
  SELECT 'refund', r.id, 'company', r.currency, p.order_id, p.profile_id, r.created_at,
    CASE p.credited WHEN 'sales' THEN 'refunds' ELSE 'customer' END, 'card_provider', r.amount
  FROM refunds r JOIN booked_payments p ON p.key = r.payment_key
  WHERE r.stands AND NOT EXISTS (SELECT FROM disputes WHERE disputes.id = r.id)
  UNION ALL
  SELECT 'dispute', d.id, 'company', d.currency, p.order_id, p.profile_id, d.created_at,
    CASE WHEN d.state = 'open' THEN 'disputed' WHEN p.credited = 'sales' THEN 'refunds' ELSE 'customer' END, 'card_provider', d.amount
  FROM disputes d JOIN booked_payments p ON p.key = d.payment_key WHERE d.state <> 'won'
  UNION ALL
  SELECT 'reservation', id::text, 'organiser', valuta, id, NULL, coalesce(confirmed_at, updated_at), 'customer', 'sales', iznos
  FROM porudzbine WHERE potvrdjeno
  UNION ALL
  SELECT 'difference', d.id::text, 'organiser', d.currency, place.id, NULL, d.decided_at, 'differences', 'customer', d.missing
  FROM accepted_differences d JOIN porudzbine place ON place.id = d.reservation_id WHERE place.potvrdjeno
  UNION ALL
  SELECT 'part', part.id::text, 'organiser', part.currency, place.id, NULL, part.decided_at,
    CASE WHEN part.line_id IS NULL THEN 'in_transit' ELSE 'bank' END,
    CASE WHEN part.state = 'owed' THEN 'owed' WHEN part.currency = place.valuta THEN 'customer' ELSE 'differences' END, part.amount
  FROM payment_parts part LEFT JOIN porudzbine place ON place.id = part.reservation_id WHERE part.state <> 'returned';
--> statement-breakpoint
-- What the facts come to on an account less what was entered.
CREATE VIEW book_differences AS
  SELECT kind, reference, entity, currency, account, sum(amount)::bigint AS amount,
    max(concerns::text)::uuid AS concerns, max(profile_id::text)::uuid AS profile_id, max(moment) AS moment
  FROM (
    SELECT kind, reference, entity, currency, concerns, profile_id, moment, line.account, line.amount
    FROM book_facts CROSS JOIN LATERAL (VALUES (debit, book_facts.amount), (credit, -book_facts.amount)) line (account, amount)
    UNION ALL
    SELECT e.kind, e.reference, e.entity, e.currency, e.concerns, e.profile_id, NULL, l.account, -l.amount
    FROM book_entries e JOIN book_lines l ON l.entry_id = e.id
  ) both_sides
  GROUP BY kind, reference, entity, currency, account HAVING sum(amount) <> 0;
--> statement-breakpoint
-- What there is already, in one statement and so as of one moment. What an earlier version writes from then on is caught up with.
WITH facts AS MATERIALIZED (SELECT * FROM book_facts),
entries AS (
  INSERT INTO book_entries (kind, reference, step, entity, currency, concerns, profile_id, moment)
  SELECT kind, reference, 1, entity, currency, concerns, profile_id, moment FROM facts ORDER BY moment
  RETURNING id, kind, reference
)
INSERT INTO book_lines (entry_id, account, amount)
SELECT id, line.account, line.amount FROM entries JOIN facts USING (kind, reference)
  CROSS JOIN LATERAL (VALUES (debit, facts.amount), (credit, -facts.amount)) line (account, amount);
--> statement-breakpoint
INSERT INTO book_catch_ups DEFAULT VALUES;
--> statement-breakpoint
CREATE INDEX "book_entries_concerning" ON "book_entries" USING btree ("concerns");
--> statement-breakpoint
ALTER TABLE "book_lines" ADD CONSTRAINT "book_lines_entry_id_book_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."book_entries"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "book_lines" VALIDATE CONSTRAINT "book_lines_entry_id_book_entries_id_fk";
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON book_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON book_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Both triggers speak when the statement ends that wrote entry and lines: an entry balances from the first moment and gets no more lines.
CREATE FUNCTION check_book_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE wrong bigint;
BEGIN
  SELECT id INTO wrong FROM new_entries WHERE NOT EXISTS (SELECT FROM book_lines WHERE entry_id = new_entries.id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'entry % of the books has no lines', wrong USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER has_lines AFTER INSERT ON book_entries REFERENCING NEW TABLE AS new_entries
  FOR EACH STATEMENT EXECUTE FUNCTION check_book_entries();
--> statement-breakpoint
CREATE FUNCTION check_book_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE wrong record;
BEGIN
  SELECT entry_id, sum(amount) AS sum INTO wrong FROM new_lines n GROUP BY entry_id
    HAVING sum(amount) <> 0 OR count(*) <> (SELECT count(*) FROM book_lines l WHERE l.entry_id = n.entry_id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'lines of entry % of the books come to %, or were added to it later', wrong.entry_id, wrong.sum
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER balances AFTER INSERT ON book_lines REFERENCING NEW TABLE AS new_lines
  FOR EACH STATEMENT EXECUTE FUNCTION check_book_lines();
--> statement-breakpoint
-- Brings what the books say about each posting to its lines (server/books/post.ts). One after another, so that each is found by
-- the index whatever the planner believes of the tables; a function, so that the plans are kept.
CREATE FUNCTION post_to_books(postings jsonb, happened timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE posting record; last book_entries;
BEGIN
  FOR posting IN SELECT * FROM jsonb_to_recordset(postings) AS given
    (kind text, reference text, entity text, currency text, concerns uuid, "profileId" uuid, lines jsonb)
  LOOP
    SELECT * INTO last FROM book_entries e WHERE e.kind = posting.kind AND e.reference = posting.reference ORDER BY step DESC LIMIT 1;
    WITH changes AS MATERIALIZED (
      SELECT account, sum(amount) AS amount FROM (
        SELECT key AS account, value::bigint AS amount FROM jsonb_each_text(posting.lines)
        UNION ALL
        SELECT account, -amount FROM book_entries e JOIN book_lines ON entry_id = e.id
        WHERE last.id IS NOT NULL AND e.kind = posting.kind AND e.reference = posting.reference
      ) both_sides GROUP BY account HAVING sum(amount) <> 0
    ), entry AS (
      INSERT INTO book_entries (kind, reference, step, entity, currency, concerns, profile_id, moment)
      SELECT posting.kind, posting.reference, coalesce(last.step, 0) + 1, coalesce(posting.entity, last.entity),
        coalesce(posting.currency, last.currency), coalesce(posting.concerns, last.concerns),
        coalesce(posting."profileId", last.profile_id), happened
      WHERE EXISTS (SELECT FROM changes)
      RETURNING id
    )
    INSERT INTO book_lines (entry_id, account, amount) SELECT entry.id, account, amount FROM entry, changes;
  END LOOP;
END $$;
