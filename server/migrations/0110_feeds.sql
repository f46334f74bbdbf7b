CREATE TABLE "feed_generations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feed_rows" (
	"feed" text NOT NULL,
	"row_id" text NOT NULL,
	"changed_in" "xid8" NOT NULL,
	"removed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "feed_rows_feed_row_id_pk" PRIMARY KEY("feed","row_id"),
	CONSTRAINT "feed_rows_feed" CHECK ("feed_rows"."feed" in ('orders', 'payments', 'people', 'packages', 'reservations', 'vouchers', 'ledger', 'book-entries'))
);
--> statement-breakpoint
CREATE INDEX "feed_rows_order" ON "feed_rows" USING btree ("feed","changed_in","row_id");--> statement-breakpoint

-- What a statement wrote or removed moves behind everything that was there: the arguments are the feed, the column of its key, and
-- `removed`, `part` (a row of another table that belongs to it) or nothing.
CREATE FUNCTION note_feed_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'INSERT INTO feed_rows (feed, row_id, changed_in, removed)
     SELECT DISTINCT %1$L, %2$I::text, pg_current_xact_id(), %3$L::boolean FROM noted WHERE %2$I IS NOT NULL ORDER BY 2
     ON CONFLICT (feed, row_id) DO UPDATE SET changed_in = excluded.changed_in%4$s',
    TG_ARGV[0], TG_ARGV[1], TG_ARGV[2] = 'removed', CASE WHEN TG_ARGV[2] = 'part' THEN '' ELSE ', removed = excluded.removed' END);
  RETURN NULL;
END $$;
--> statement-breakpoint

-- Balances, places in the network and what we count change often and are no columns of the feed.
CREATE FUNCTION note_feed_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO feed_rows (feed, row_id, changed_in, removed)
  SELECT 'people', n.id::text, pg_current_xact_id(), false FROM noted n JOIN noted_before b ON b.id = n.id
  WHERE (n.email, n.username, n.first_name, n.last_name, n.phone, n.address, n.address_number, n.postal_code, n.city, n.country,
      n.company_name, n.pibfirme, n.mbfirme, n."adresa firme", n.is_company, n.is_partner, n.is_monter, n.toberegistered, n.in_tree,
      n.parent_id, n.blocked_at, n.closed_at)
    IS DISTINCT FROM (b.email, b.username, b.first_name, b.last_name, b.phone, b.address, b.address_number, b.postal_code, b.city, b.country,
      b.company_name, b.pibfirme, b.mbfirme, b."adresa firme", b.is_company, b.is_partner, b.is_monter, b.toberegistered, b.in_tree,
      b.parent_id, b.blocked_at, b.closed_at)
  ORDER BY 2
  ON CONFLICT (feed, row_id) DO UPDATE SET changed_in = excluded.changed_in, removed = false;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_feed_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_rows('orders', 'id', '');
--> statement-breakpoint
CREATE TRIGGER orders_feed_update AFTER UPDATE ON orders REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_rows('orders', 'id', '');
--> statement-breakpoint
CREATE TRIGGER orders_feed_delete AFTER DELETE ON orders REFERENCING OLD TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_rows('orders', 'id', 'removed');
--> statement-breakpoint
CREATE TRIGGER fulfilments_feed_insert AFTER INSERT ON fulfilments REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_rows('payments', 'key', '');
--> statement-breakpoint
CREATE TRIGGER fulfilments_feed_update AFTER UPDATE ON fulfilments REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_rows('payments', 'key', '');
--> statement-breakpoint
CREATE TRIGGER fulfilments_feed_delete AFTER DELETE ON fulfilments REFERENCING OLD TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_rows('payments', 'key', 'removed');
--> statement-breakpoint
CREATE TRIGGER profiles_feed_insert AFTER INSERT ON profiles REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_rows('people', 'id', '');
--> statement-breakpoint
CREATE TRIGGER profiles_feed_update AFTER UPDATE ON profiles REFERENCING NEW TABLE AS noted OLD TABLE AS noted_before
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_people();
--> statement-breakpoint
CREATE TRIGGER profiles_feed_delete AFTER DELETE ON profiles REFERENCING OLD TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_rows('people', 'id', 'removed');
--> statement-breakpoint
CREATE TRIGGER packages_feed_insert AFTER INSERT ON packages REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_rows('packages', 'id', '');
--> statement-breakpoint
CREATE TRIGGER packages_feed_update AFTER UPDATE ON packages REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_rows('packages', 'id', '');
--> statement-breakpoint
CREATE TRIGGER packages_feed_delete AFTER DELETE ON packages REFERENCING OLD TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_rows('packages', 'id', 'removed');
--> statement-breakpoint
CREATE TRIGGER porudzbine_feed_insert AFTER INSERT ON porudzbine REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_rows('reservations', 'id', '');
--> statement-breakpoint
CREATE TRIGGER porudzbine_feed_update AFTER UPDATE ON porudzbine REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_rows('reservations', 'id', '');
--> statement-breakpoint
CREATE TRIGGER porudzbine_feed_delete AFTER DELETE ON porudzbine REFERENCING OLD TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_rows('reservations', 'id', 'removed');
--> statement-breakpoint
CREATE TRIGGER vaucerkod_feed_insert AFTER INSERT ON vaucerkod REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_rows('vouchers', 'id', '');
--> statement-breakpoint
CREATE TRIGGER vaucerkod_feed_update AFTER UPDATE ON vaucerkod REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_rows('vouchers', 'id', '');
--> statement-breakpoint
CREATE TRIGGER vaucerkod_feed_delete AFTER DELETE ON vaucerkod REFERENCING OLD TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_rows('vouchers', 'id', 'removed');
--> statement-breakpoint
CREATE TRIGGER ledger_feed_insert AFTER INSERT ON ledger REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_rows('ledger', 'id', '');
--> statement-breakpoint
CREATE TRIGGER book_entries_feed_insert AFTER INSERT ON book_entries REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_rows('book-entries', 'id', '');
--> statement-breakpoint
CREATE TRIGGER order_lines_feed_insert AFTER INSERT ON order_lines REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_rows('orders', 'order_id', 'part');
--> statement-breakpoint
CREATE TRIGGER order_lines_feed_update AFTER UPDATE ON order_lines REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_rows('orders', 'order_id', 'part');
--> statement-breakpoint
CREATE TRIGGER order_lines_feed_delete AFTER DELETE ON order_lines REFERENCING OLD TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_rows('orders', 'order_id', 'part');
--> statement-breakpoint
CREATE TRIGGER refunds_feed_insert AFTER INSERT ON refunds REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_rows('payments', 'payment_key', 'part');
--> statement-breakpoint
CREATE TRIGGER refunds_feed_update AFTER UPDATE ON refunds REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_rows('payments', 'payment_key', 'part');
--> statement-breakpoint
CREATE TRIGGER refunds_feed_delete AFTER DELETE ON refunds REFERENCING OLD TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION note_feed_rows('payments', 'payment_key', 'part');
--> statement-breakpoint

-- Begins the feeds anew with what is there; readers are told to begin anew too.
CREATE FUNCTION restart_feeds() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM feed_rows;
  DELETE FROM feed_generations;
  INSERT INTO feed_generations DEFAULT VALUES;
  INSERT INTO feed_rows (feed, row_id, changed_in)
  SELECT feed, row_id, pg_current_xact_id() FROM (
    SELECT 'orders', id::text FROM orders
    UNION ALL SELECT 'payments', key::text FROM fulfilments
    UNION ALL SELECT 'people', id::text FROM profiles
    UNION ALL SELECT 'packages', id::text FROM packages
    UNION ALL SELECT 'reservations', id::text FROM porudzbine
    UNION ALL SELECT 'vouchers', id::text FROM vaucerkod
    UNION ALL SELECT 'ledger', id::text FROM ledger
    UNION ALL SELECT 'book-entries', id::text FROM book_entries
  ) AS present (feed, row_id);
END $$;
--> statement-breakpoint
SELECT restart_feeds();
