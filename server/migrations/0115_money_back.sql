ALTER TABLE "order_refunds" DROP CONSTRAINT "order_refunds_scope";--> statement-breakpoint
ALTER TABLE "package_advances" DROP CONSTRAINT "package_advances_done";--> statement-breakpoint
ALTER TABLE "payouts" DROP CONSTRAINT "payouts_of_one";--> statement-breakpoint
ALTER TABLE "order_refunds" ADD COLUMN "months" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "package_advances" ADD COLUMN "months_back" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "part_id" uuid;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "payer_account" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_part_id_payment_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."payment_parts"("id") ON DELETE restrict ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "payouts" VALIDATE CONSTRAINT "payouts_part_id_payment_parts_id_fk";--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_one_live_part" ON "payouts" USING btree ("part_id") WHERE "payouts"."state" in ('account', 'ready', 'listed', 'done');--> statement-breakpoint
CREATE INDEX "payouts_of_part" ON "payouts" USING btree ("part_id");--> statement-breakpoint
ALTER TABLE "order_refunds" ADD CONSTRAINT "order_refunds_scope" CHECK ("order_refunds"."scope" in ('devices', 'months', 'amount', 'whole')) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_refunds" VALIDATE CONSTRAINT "order_refunds_scope";--> statement-breakpoint
ALTER TABLE "order_refunds" ADD CONSTRAINT "order_refunds_months" CHECK ("order_refunds"."months" between 0 and 12 and ("order_refunds"."months" > 0) = ("order_refunds"."scope" = 'months')) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_refunds" VALIDATE CONSTRAINT "order_refunds_months";--> statement-breakpoint
ALTER TABLE "package_advances" ADD CONSTRAINT "package_advances_back" CHECK ("package_advances"."months_back" between 0 and "package_advances"."months" - "package_advances"."credited") NOT VALID;--> statement-breakpoint
ALTER TABLE "package_advances" VALIDATE CONSTRAINT "package_advances_back";--> statement-breakpoint
ALTER TABLE "package_advances" ADD CONSTRAINT "package_advances_done" CHECK ("package_advances"."credited" + "package_advances"."months_back" < "package_advances"."months" or "package_advances"."next_on" is null) NOT VALID;--> statement-breakpoint
ALTER TABLE "package_advances" VALIDATE CONSTRAINT "package_advances_done";--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_of_one" CHECK (num_nonnulls("payouts"."refund_id", "payouts"."statement_id", "payouts"."part_id") = 1 and ("payouts"."refund_id" is null) = ("payouts"."order_id" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "payouts" VALIDATE CONSTRAINT "payouts_of_one";--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_payer_account" CHECK ("statement_lines"."payer_account" ~ '^[0-9]{18}$') NOT VALID;--> statement-breakpoint
ALTER TABLE "statement_lines" VALIDATE CONSTRAINT "statement_lines_payer_account";
--> statement-breakpoint
-- As before; of a package that was paid ahead what goes back of its months counts for the order. What goes back of a period by card leaves
-- the order paid.
CREATE OR REPLACE VIEW order_states AS
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
      coalesce(sum((
        SELECT least(coalesce(sum(r.amount), 0), came.amount) FROM refunds r WHERE r.payment_key = came.key AND r.stands))
        FILTER (WHERE o.kind <> 'package' OR came.way = 'transfer'), 0) AS refunded,
      coalesce(bool_or(EXISTS (SELECT FROM disputes d WHERE d.payment_key = came.key AND d.state = 'open')), false) AS disputed
    FROM (
      SELECT key, way, receipt, coalesce(amount, o.amount) AS amount FROM fulfilments
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
