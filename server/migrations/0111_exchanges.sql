CREATE TABLE "exchanges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"serial" text NOT NULL,
	"first_delivered_on" date NOT NULL,
	"state" text NOT NULL,
	"goodwill" boolean DEFAULT false NOT NULL,
	"reason" text NOT NULL,
	"resolution" text DEFAULT '' NOT NULL,
	"label" text,
	"shipment_id" uuid,
	"replacement" text,
	"asked_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone,
	CONSTRAINT "exchanges_state" CHECK ("exchanges"."state" in ('waiting', 'ready', 'packed', 'sent', 'done', 'cancelled')),
	CONSTRAINT "exchanges_serial" CHECK ("exchanges"."serial" ~ '^VDK-[0-9]{2}-[0-9]{6}$'),
	CONSTRAINT "exchanges_received" CHECK ("exchanges"."state" in ('waiting', 'cancelled') or "exchanges"."received_at" is not null),
	CONSTRAINT "exchanges_packed" CHECK (("exchanges"."shipment_id" is null) = ("exchanges"."replacement" is null)),
	CONSTRAINT "exchanges_sent" CHECK ("exchanges"."state" not in ('packed', 'sent', 'done') or "exchanges"."shipment_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exchanges_of_order" ON "exchanges" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "exchanges_of_shipment" ON "exchanges" USING btree ("shipment_id");--> statement-breakpoint
CREATE INDEX "exchanges_ready" ON "exchanges" USING btree ("order_id") WHERE "exchanges"."state" = 'ready';--> statement-breakpoint
CREATE UNIQUE INDEX "exchanges_one_open" ON "exchanges" USING btree ("serial") WHERE "exchanges"."state" not in ('done', 'cancelled');--> statement-breakpoint
CREATE TRIGGER moves BEFORE UPDATE OF state ON exchanges FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION check_move('waiting>ready', 'waiting>cancelled', 'ready>packed', 'ready>sent', 'ready>done', 'ready>cancelled',
    'packed>ready', 'packed>sent', 'sent>ready', 'sent>done');
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON exchanges FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('orders');
--> statement-breakpoint
-- A complaint may end with another device.
ALTER TABLE "returns" DROP CONSTRAINT "returns_outcome";--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_outcome" CHECK ("returns"."outcome" in ('money', 'repaired', 'exchanged', 'rejected')) NOT VALID;--> statement-breakpoint
ALTER TABLE "returns" VALIDATE CONSTRAINT "returns_outcome";
--> statement-breakpoint
-- As before (migration 0076), and a device that was looked at may go back to the customer whose it is.
CREATE OR REPLACE FUNCTION stock_move_allowed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.place <> 'stock' THEN
      RAISE EXCEPTION 'a device is received into stock' USING ERRCODE = 'check_violation', CONSTRAINT = 'stock_move_allowed';
    END IF;
  ELSIF TG_OP = 'DELETE' THEN
    IF (SELECT count(*) FROM public.stock_moves WHERE device_id = OLD.id) > 1 THEN
      RAISE EXCEPTION 'a device that has moved stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'stock_move_allowed';
    END IF;
    RETURN OLD;
  ELSE
    IF NEW.serial <> OLD.serial OR NEW.intake <> OLD.intake THEN
      RAISE EXCEPTION 'number and intake of a device stay' USING ERRCODE = 'check_violation', CONSTRAINT = 'stock_move_allowed';
    END IF;
    IF NEW.place <> OLD.place AND (OLD.place, NEW.place) NOT IN (
      ('stock', 'packed'), ('stock', 'off'), ('packed', 'stock'), ('packed', 'courier'), ('courier', 'customer'),
      ('courier', 'inspection'), ('customer', 'inspection'), ('inspection', 'stock'), ('inspection', 'off'),
      ('inspection', 'customer')) THEN
      RAISE EXCEPTION 'a device does not go from % to %', OLD.place, NEW.place
        USING ERRCODE = 'check_violation', CONSTRAINT = 'stock_move_allowed';
    END IF;
  END IF;
  RETURN NEW;
END $$;
