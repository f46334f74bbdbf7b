CREATE TABLE "day_totals" (
	"list" text NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"currency" text NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"refunded" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "day_totals_of_list" ON "day_totals" USING btree ("list","day");--> statement-breakpoint
-- Which day's, kind's and state's total a row is counted in.
CREATE FUNCTION day_in_belgrade(at timestamptz) RETURNS date LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (at AT TIME ZONE 'Europe/Belgrade')::date;
--> statement-breakpoint
CREATE FUNCTION note_order_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO day_totals VALUES ('orders', day_in_belgrade(coalesce(OLD.paid_at, OLD.created_at)), OLD.kind, OLD.status, OLD.currency,
      -1, -OLD.amount, -OLD.refunded);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO day_totals VALUES ('orders', day_in_belgrade(coalesce(NEW.paid_at, NEW.created_at)), NEW.kind, NEW.status, NEW.currency,
      1, NEW.amount, NEW.refunded);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_order_totals AFTER INSERT OR DELETE ON orders FOR EACH ROW EXECUTE FUNCTION note_order_totals();
--> statement-breakpoint
CREATE TRIGGER note_changed_order_totals AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.kind, OLD.status, OLD.currency, OLD.amount, OLD.refunded, OLD.paid_at, OLD.created_at)
    IS DISTINCT FROM (NEW.kind, NEW.status, NEW.currency, NEW.amount, NEW.refunded, NEW.paid_at, NEW.created_at))
  EXECUTE FUNCTION note_order_totals();
--> statement-breakpoint
CREATE FUNCTION note_package_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO day_totals VALUES ('packages', day_in_belgrade(OLD.created_at), OLD.package_name, '', OLD.currency, -1, -OLD.amount, -OLD.refunded);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO day_totals VALUES ('packages', day_in_belgrade(NEW.created_at), NEW.package_name, '', NEW.currency, 1, NEW.amount, NEW.refunded);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_package_totals AFTER INSERT OR DELETE ON packages FOR EACH ROW EXECUTE FUNCTION note_package_totals();
--> statement-breakpoint
CREATE TRIGGER note_changed_package_totals AFTER UPDATE ON packages FOR EACH ROW
  WHEN ((OLD.package_name, OLD.currency, OLD.amount, OLD.refunded, OLD.created_at)
    IS DISTINCT FROM (NEW.package_name, NEW.currency, NEW.amount, NEW.refunded, NEW.created_at))
  EXECUTE FUNCTION note_package_totals();
--> statement-breakpoint
-- The same, counted from the rows: where the totals begin, and what they are compared with every night.
CREATE VIEW counted_day_totals AS
  SELECT 'orders' AS list, day_in_belgrade(coalesce(paid_at, created_at)) AS day, kind, status AS state, currency,
    count(*) AS count, sum(amount)::bigint AS amount, sum(refunded)::bigint AS refunded
  FROM orders GROUP BY 1, 2, 3, 4, 5
  UNION ALL
  SELECT 'packages', day_in_belgrade(created_at), package_name, '', currency, count(*), sum(amount)::bigint, sum(refunded)::bigint
  FROM packages GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
INSERT INTO day_totals (list, day, kind, state, currency, count, amount, refunded) SELECT * FROM counted_day_totals;
