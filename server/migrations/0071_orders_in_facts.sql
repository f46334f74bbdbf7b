CREATE TABLE "shipments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"kind" text DEFAULT 'outbound' NOT NULL,
	"courier" text NOT NULL,
	"state" text DEFAULT 'packed' NOT NULL,
	"devices" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shipments_kind" CHECK ("shipments"."kind" in ('outbound', 'resend', 'exchange', 'return')),
	CONSTRAINT "shipments_state" CHECK ("shipments"."state" in ('packed', 'handed_over', 'in_transit', 'delivered', 'refused', 'returned', 'lost', 'damaged', 'cancelled')),
	CONSTRAINT "shipments_n" CHECK ("shipments"."n" > 0),
	CONSTRAINT "shipments_devices" CHECK ("shipments"."devices" > 0)
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"way" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text DEFAULT 'live' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "claims_way" CHECK ("claims"."way" in ('card', 'transfer', 'cash_on_delivery')),
	CONSTRAINT "claims_amount" CHECK ("claims"."amount" > 0),
	CONSTRAINT "claims_state" CHECK ("claims"."state" in ('live', 'replaced', 'cancelled', 'lapsed'))
);
--> statement-breakpoint
CREATE TABLE "order_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"text" text NOT NULL,
	"author_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_notes_text" CHECK ("order_notes"."text" <> '')
);
--> statement-breakpoint
ALTER TABLE "order_notes" ADD CONSTRAINT "order_notes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_notes" ADD CONSTRAINT "order_notes_author_id_profiles_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_notes_of" ON "order_notes" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "order_notes_by" ON "order_notes" USING btree ("author_id");--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "order_id" uuid;--> statement-breakpoint
CREATE INDEX "mails_of_order" ON "mails" USING btree ("order_id") WHERE "mails"."order_id" is not null;--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON order_notes FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('orders');--> statement-breakpoint
UPDATE mails SET order_id = split_part(once_key, ':', 2)::uuid
  WHERE once_key ~ '^orders\.(paid|new-sale|withdrawn|withdrawal-came):[0-9a-f-]{36}$';
--> statement-breakpoint
CREATE TABLE "exchange_rates" (
	"valid_from" date PRIMARY KEY NOT NULL,
	"rate" numeric(10, 4) NOT NULL,
	"set_by" text NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	CONSTRAINT "exchange_rates_rate" CHECK ("exchange_rates"."rate" > 0)
);
--> statement-breakpoint
CREATE TABLE "order_catch_ups" (
	"asked_at" timestamp with time zone PRIMARY KEY DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"moment" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"quantity" integer NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	CONSTRAINT "order_lines_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "order_lines_kind" CHECK ("order_lines"."kind" in ('goods', 'service', 'fee')),
	CONSTRAINT "order_lines_quantity" CHECK ("order_lines"."quantity" > 0),
	CONSTRAINT "order_lines_amount" CHECK ("order_lines"."amount" >= 0)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "way" text DEFAULT 'card' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "rate" numeric(10, 4);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payment_state" text DEFAULT 'unpaid' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "fulfilment_state" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivered_parcels" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "parcels" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "disputed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "way" text DEFAULT 'card' NOT NULL;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "amount" bigint;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "receipt" text DEFAULT 'received' NOT NULL;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "surplus" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shipments_once" ON "shipments" USING btree ("order_id","n");--> statement-breakpoint
CREATE INDEX "shipments_under_way" ON "shipments" USING btree ("state","created_at") WHERE "shipments"."state" not in ('delivered', 'returned', 'cancelled');--> statement-breakpoint
CREATE INDEX "claims_of_order" ON "claims" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "claims_one_live" ON "claims" USING btree ("order_id") WHERE "claims"."state" = 'live';--> statement-breakpoint
CREATE UNIQUE INDEX "order_events_once" ON "order_events" USING btree ("order_id","kind","reference");--> statement-breakpoint
CREATE INDEX "checkouts_processing" ON "checkouts" USING btree ("order_id") WHERE "checkouts"."state" = 'processing';--> statement-breakpoint
CREATE INDEX "fulfilments_of_order" ON "fulfilments" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_way" CHECK ("orders"."way" in ('card', 'transfer', 'cash_on_delivery')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_way";--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payment_state" CHECK ("orders"."payment_state" in ('unpaid', 'processing', 'paid', 'part_refunded', 'refunded', 'due', 'collected', 'settled', 'cancelled')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_payment_state";--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_fulfilment_state" CHECK ("orders"."fulfilment_state" in ('new', 'packed', 'handed_over', 'in_transit', 'delivered', 'refused', 'returned', 'lost', 'damaged')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_fulfilment_state";--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_rate" CHECK ("orders"."rate" > 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_rate";--> statement-breakpoint
ALTER TABLE "fulfilments" ADD CONSTRAINT "fulfilments_amount" CHECK ("fulfilments"."amount" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "fulfilments" VALIDATE CONSTRAINT "fulfilments_amount";--> statement-breakpoint
ALTER TABLE "fulfilments" ADD CONSTRAINT "fulfilments_receipt" CHECK ("fulfilments"."receipt" in ('collected', 'received')) NOT VALID;--> statement-breakpoint
ALTER TABLE "fulfilments" VALIDATE CONSTRAINT "fulfilments_receipt";
--> statement-breakpoint
CREATE TRIGGER touch_updated_at BEFORE UPDATE ON shipments FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON order_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A state moves only as its list says: each argument is one move, "from>to" (domain/orders/states.ts, domain/fulfilment/shipment.ts).
CREATE FUNCTION check_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT OLD.state || '>' || NEW.state = ANY (TG_ARGV) THEN
    RAISE EXCEPTION 'a row of % does not move from % to %', TG_TABLE_NAME, OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER moves BEFORE UPDATE OF state ON claims FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION check_move('live>replaced', 'live>cancelled', 'live>lapsed', 'cancelled>live', 'cancelled>replaced', 'lapsed>live',
    'lapsed>replaced');
--> statement-breakpoint
CREATE TRIGGER moves BEFORE UPDATE OF state ON shipments FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION check_move('packed>handed_over', 'packed>cancelled', 'handed_over>in_transit', 'handed_over>delivered',
    'handed_over>refused', 'handed_over>lost', 'handed_over>damaged', 'in_transit>delivered', 'in_transit>refused', 'in_transit>lost',
    'in_transit>damaged', 'refused>in_transit', 'refused>returned', 'refused>lost', 'refused>damaged', 'lost>in_transit',
    'lost>delivered', 'lost>returned', 'damaged>delivered', 'damaged>returned');
--> statement-breakpoint
-- As before, but for orders without a session at the provider, whose payment goes by the order's own id.
CREATE OR REPLACE VIEW booked_payments AS
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
    AND NOT (o.kind = 'device' AND o.status = 'paid' AND f.key = coalesce(o.checkout_session_id, o.id::text));
--> statement-breakpoint
-- The two states of every order, computed from its facts and from nothing else (docs/orders.md). The money of a package's periods is
-- theirs (`packages`): such an order is paid once its first period is, and what goes back of a period leaves it paid.
CREATE VIEW order_states AS
  SELECT o.id, payment.state AS payment_state,
    CASE WHEN payment.state IN ('paid', 'part_refunded', 'refunded', 'settled') THEN 'paid'
      WHEN payment.state = 'cancelled' THEN 'cancelled' ELSE 'pending' END AS status,
    CASE
      WHEN o.kind <> 'device' OR (payment.state IN ('cancelled', 'refunded') AND parcel.parcels = 0) THEN NULL
      WHEN parcel.covered >= goods.devices THEN parcel.least
      WHEN parcel.failed IS NOT NULL THEN parcel.failed
      ELSE 'new'
    END AS fulfilment_state,
    parcel.delivered AS delivered_parcels, parcel.parcels, money.disputed
  FROM orders o
  CROSS JOIN LATERAL (
    SELECT coalesce(asked.amount, o.amount) AS amount, coalesce(asked.currency, o.currency) AS currency,
      coalesce(asked.state IN ('cancelled', 'lapsed'), o.status = 'cancelled') AS is_over
    FROM (SELECT) one LEFT JOIN LATERAL (
      SELECT amount, currency, state FROM claims WHERE order_id = o.id
      ORDER BY state = 'live' DESC, state <> 'replaced' DESC, created_at DESC LIMIT 1
    ) asked ON true
  ) claim
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(amount) FILTER (WHERE receipt = 'received'), 0) AS received,
      coalesce(sum(amount) FILTER (WHERE receipt = 'collected'), 0) AS collected,
      CASE WHEN o.kind = 'package' THEN 0 ELSE coalesce(sum((
        SELECT least(coalesce(sum(r.amount), 0), came.amount) FROM refunds r WHERE r.payment_key = came.key AND r.stands)), 0) END AS refunded,
      coalesce(bool_or(EXISTS (SELECT FROM disputes d WHERE d.payment_key = came.key AND d.state = 'open')), false) AS disputed
    FROM (
      SELECT key, receipt, coalesce(amount, o.amount) AS amount FROM fulfilments
      WHERE order_id = o.id AND NOT surplus AND coalesce(currency, o.currency) = claim.currency
    ) came
  ) money
  CROSS JOIN LATERAL (
    SELECT CASE
      WHEN money.received > 0 AND money.refunded >= money.received THEN 'refunded'
      WHEN money.received >= claim.amount AND money.refunded > 0 THEN 'part_refunded'
      WHEN money.received >= claim.amount THEN CASE o.way WHEN 'cash_on_delivery' THEN 'settled' ELSE 'paid' END
      WHEN claim.is_over THEN 'cancelled'
      WHEN money.received + money.collected >= claim.amount THEN 'collected'
      WHEN EXISTS (SELECT FROM checkouts c WHERE c.order_id = o.id AND c.state = 'processing') THEN 'processing'
      WHEN o.way = 'cash_on_delivery' THEN 'due'
      ELSE 'unpaid'
    END AS state
  ) payment
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(quantity), 1)::integer AS devices FROM order_lines WHERE order_id = o.id AND kind = 'goods'
  ) goods
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(devices) FILTER (WHERE rank IS NOT NULL), 0) AS covered,
      (array_agg(state ORDER BY rank) FILTER (WHERE rank IS NOT NULL))[1] AS least,
      (array_agg(state ORDER BY n DESC) FILTER (WHERE rank IS NULL))[1] AS failed,
      count(*) FILTER (WHERE rank IS NOT NULL)::integer AS parcels, count(*) FILTER (WHERE state = 'delivered')::integer AS delivered
    FROM (
      SELECT n, devices, state, array_position(ARRAY['packed', 'handed_over', 'in_transit', 'delivered'], state) AS rank
      FROM shipments WHERE order_id = o.id AND kind IN ('outbound', 'resend') AND state <> 'cancelled'
    ) sent
  ) parcel;
--> statement-breakpoint
-- Orders whose columns are not what their facts say: what is kept beside what is computed. Empty, or somebody wrote past the events.
CREATE VIEW order_differences AS
  SELECT o.number, o.payment_state, s.payment_state AS computed_payment, o.fulfilment_state, s.fulfilment_state AS computed_fulfilment
  FROM orders o JOIN order_states s USING (id)
  WHERE (o.payment_state, o.status, o.fulfilment_state, o.delivered_parcels, o.parcels, o.disputed)
    IS DISTINCT FROM (s.payment_state, s.status, s.fulfilment_state, s.delivered_parcels, s.parcels, s.disputed);
--> statement-breakpoint
-- Brings an order's columns to what its facts say.
CREATE FUNCTION refresh_order(refreshed uuid, happened timestamptz, is_news boolean) RETURNS void LANGUAGE sql AS $$
  UPDATE orders o SET payment_state = s.payment_state, status = s.status, fulfilment_state = s.fulfilment_state,
    delivered_parcels = s.delivered_parcels, parcels = s.parcels, disputed = s.disputed, version = o.version + is_news::integer,
    paid_at = CASE WHEN s.status = 'paid' THEN coalesce(o.paid_at, happened) END,
    checkout_key = CASE WHEN s.status = 'pending' THEN o.checkout_key END
  FROM order_states s WHERE o.id = refreshed AND s.id = refreshed
    AND (is_news OR (o.payment_state, o.status, o.fulfilment_state, o.delivered_parcels, o.parcels, o.disputed)
      IS DISTINCT FROM (s.payment_state, s.status, s.fulfilment_state, s.delivered_parcels, s.parcels, s.disputed))
$$;
--> statement-breakpoint
-- Writes what happened, once, and refreshes the order in the same statement: a function, so that the plans are kept.
CREATE FUNCTION enter_order_event(of_order uuid, happened timestamptz, what text, who text, details jsonb, about text)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE is_news boolean;
BEGIN
  INSERT INTO order_events (order_id, moment, kind, actor, facts, reference)
  VALUES (of_order, happened, what, who, details, about)
  ON CONFLICT (order_id, kind, reference) DO NOTHING;
  is_news := FOUND;
  PERFORM refresh_order(of_order, happened, is_news);
  RETURN is_news;
END $$;
--> statement-breakpoint
-- Gives these orders the facts that servers of the version before left out, once. What was paid before parcels were recorded counts as
-- delivered. Answers with how many were refreshed. The orders are locked, so it is called for some at a time.
CREATE FUNCTION catch_up_orders(behind uuid[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE refreshed bigint; began timestamptz := (SELECT min(asked_at) FROM order_catch_ups);
BEGIN
  PERFORM FROM orders WHERE id = ANY (behind) ORDER BY id FOR UPDATE;
  INSERT INTO order_lines (order_id, position, kind, name, quantity, amount, currency)
  SELECT id, 1, CASE kind WHEN 'device' THEN 'goods' ELSE 'service' END, product_name,
    CASE product_name WHEN 'Vidik – 10 uređaja' THEN 10 WHEN 'Vidik – 100 uređaja' THEN 100 ELSE 1 END, amount, currency
  FROM orders WHERE id = ANY (behind) ON CONFLICT DO NOTHING;
  INSERT INTO shipments (order_id, n, courier, state, devices, created_at)
  SELECT o.id, 1, 'before_records', 'delivered', l.quantity, o.paid_at
  FROM orders o JOIN order_lines l ON l.order_id = o.id AND l.kind = 'goods'
  WHERE o.id = ANY (behind) AND o.kind = 'device' AND o.status = 'paid' AND o.paid_at < began
    AND NOT EXISTS (SELECT FROM claims WHERE order_id = o.id)
    AND NOT EXISTS (SELECT FROM fulfilments WHERE order_id = o.id AND returned) ON CONFLICT DO NOTHING;
  INSERT INTO claims (order_id, way, amount, currency, state, created_at)
  SELECT id, way, amount, currency, CASE status WHEN 'cancelled' THEN 'cancelled' ELSE 'live' END, created_at
  FROM orders o WHERE id = ANY (behind) AND NOT EXISTS (SELECT FROM claims WHERE order_id = o.id);
  INSERT INTO fulfilments (key, order_id, source, at, amount, currency)
  SELECT key, order_id, 'webhook', moment, amount, currency FROM booked_payments WHERE order_id = ANY (behind) ON CONFLICT DO NOTHING;
  UPDATE fulfilments f SET amount = b.amount, currency = b.currency, surplus = b.credited <> 'sales' AND NOT f.returned
  FROM booked_payments b WHERE b.order_id = ANY (behind) AND f.order_id = ANY (behind) AND b.key = f.key AND f.amount IS NULL;
  INSERT INTO order_events (order_id, moment, kind, actor, facts, reference)
  SELECT * FROM (
    SELECT id, created_at AS moment, 'placed', coalesce(profile_id::text, 'system'), jsonb_build_object('amount', amount, 'currency', currency), ''
    FROM orders
    UNION ALL
    SELECT order_id, at, CASE WHEN surplus THEN 'overpaid' ELSE 'paid' END, 'stripe',
      jsonb_build_object('amount', amount, 'currency', currency), key
    FROM fulfilments
    UNION ALL
    SELECT order_id, o.updated_at, 'cancelled', 'stripe', '{}', claims.id::text
    FROM claims JOIN orders o ON o.id = order_id WHERE claims.state = 'cancelled'
    UNION ALL
    SELECT f.order_id, r.created_at, 'refunded', 'stripe', jsonb_build_object('amount', r.amount, 'currency', r.currency), r.id
    FROM refunds r JOIN fulfilments f ON f.key = r.payment_key
    WHERE r.stands AND NOT EXISTS (SELECT FROM disputes WHERE disputes.id = r.id)
    UNION ALL
    SELECT f.order_id, d.created_at, CASE d.state WHEN 'open' THEN 'disputed' ELSE 'dispute_' || d.state END, 'stripe',
      jsonb_build_object('amount', d.amount, 'currency', d.currency), d.id
    FROM disputes d JOIN fulfilments f ON f.key = d.payment_key
    UNION ALL
    SELECT order_id, stated_at, 'withdrawn', coalesce(profile_id::text, 'system'), jsonb_build_object('receivedOn', received_on), ''
    FROM withdrawals JOIN orders ON orders.id = order_id
    UNION ALL
    SELECT order_id, created_at, 'delivered_before_records', 'system', '{}', '' FROM shipments WHERE courier = 'before_records'
  ) happened (order_id, moment, kind, actor, facts, reference)
  WHERE order_id = ANY (behind)
  ORDER BY moment
  ON CONFLICT (order_id, kind, reference) DO NOTHING;
  UPDATE orders o SET payment_state = s.payment_state, status = s.status, fulfilment_state = s.fulfilment_state,
    delivered_parcels = s.delivered_parcels, parcels = s.parcels, disputed = s.disputed,
    paid_at = CASE WHEN s.status = 'paid' THEN coalesce(o.paid_at, o.updated_at) END,
    checkout_key = CASE WHEN s.status = 'pending' THEN o.checkout_key END
  FROM order_states s WHERE o.id = ANY (behind) AND s.id = o.id
    AND (o.payment_state, o.status, o.delivered_parcels, o.parcels, o.disputed, o.fulfilment_state)
      IS DISTINCT FROM (s.payment_state, s.status, s.delivered_parcels, s.parcels, s.disputed, s.fulfilment_state);
  GET DIAGNOSTICS refreshed = ROW_COUNT;
  RETURN refreshed;
END $$;
--> statement-breakpoint
INSERT INTO order_catch_ups DEFAULT VALUES;
