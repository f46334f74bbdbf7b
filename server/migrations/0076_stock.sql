CREATE TABLE "stock_devices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"serial" text NOT NULL,
	"place" text NOT NULL,
	"is_opened" boolean DEFAULT false NOT NULL,
	"order_id" uuid,
	"parcel" text,
	"reason" text,
	"note" text DEFAULT '' NOT NULL,
	"moved_at" timestamp with time zone NOT NULL,
	"moved_by" uuid,
	"intake" integer NOT NULL,
	CONSTRAINT "stock_devices_serial_unique" UNIQUE("serial"),
	CONSTRAINT "stock_devices_places" CHECK ("stock_devices"."place" in ('stock', 'packed', 'courier', 'customer', 'inspection', 'off')),
	CONSTRAINT "stock_devices_reasons" CHECK ("stock_devices"."reason" in ('transport', 'faulty', 'lost', 'gift')),
	CONSTRAINT "stock_devices_out_has_order" CHECK ("stock_devices"."place" not in ('packed', 'courier', 'customer') or "stock_devices"."order_id" is not null),
	CONSTRAINT "stock_devices_off_has_reason" CHECK (("stock_devices"."place" = 'off') = ("stock_devices"."reason" is not null)),
	CONSTRAINT "stock_devices_serial" CHECK ("stock_devices"."serial" ~ '^VDK-[0-9]{2}-[0-9]{6}$')
);
--> statement-breakpoint
CREATE TABLE "stock_intakes" (
	"number" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_intakes_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" uuid NOT NULL,
	"way" text NOT NULL,
	"document" text DEFAULT '' NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"taken_by" uuid,
	CONSTRAINT "stock_intakes_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "stock_limits" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"warn_below" integer NOT NULL,
	"is_low" boolean NOT NULL,
	CONSTRAINT "stock_limits_one_row" CHECK ("stock_limits"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "stock_moves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" uuid NOT NULL,
	"from_place" text,
	"to_place" text NOT NULL,
	"order_id" uuid,
	"parcel" text,
	"reason" text,
	"note" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" uuid
);
--> statement-breakpoint
ALTER TABLE "stock_devices" ADD CONSTRAINT "stock_devices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_devices" ADD CONSTRAINT "stock_devices_moved_by_profiles_id_fk" FOREIGN KEY ("moved_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_devices" ADD CONSTRAINT "stock_devices_intake_stock_intakes_number_fk" FOREIGN KEY ("intake") REFERENCES "public"."stock_intakes"("number") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_intakes" ADD CONSTRAINT "stock_intakes_taken_by_profiles_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_device_id_stock_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."stock_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_by_profiles_id_fk" FOREIGN KEY ("by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_devices_newest" ON "stock_devices" USING btree ("moved_at","serial");--> statement-breakpoint
CREATE INDEX "stock_devices_place" ON "stock_devices" USING btree ("place","moved_at","serial");--> statement-breakpoint
CREATE INDEX "stock_devices_intake" ON "stock_devices" USING btree ("intake");--> statement-breakpoint
CREATE INDEX "stock_devices_order" ON "stock_devices" USING btree ("order_id") WHERE "stock_devices"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "stock_moves_device" ON "stock_moves" USING btree ("device_id","id");--> statement-breakpoint
CREATE INDEX "stock_moves_left" ON "stock_moves" USING btree ("at") WHERE "stock_moves"."to_place" = 'courier';
--> statement-breakpoint
INSERT INTO "stock_limits" ("warn_below", "is_low") VALUES (100, false);
--> statement-breakpoint
-- A device comes in to stock and goes on only where its place leads (domain/stock/rules.ts, a test compares both). Its number and its intake
-- never change; while it has not moved, an intake can be taken back.
CREATE FUNCTION stock_move_allowed() RETURNS trigger LANGUAGE plpgsql AS $$
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
      ('courier', 'inspection'), ('customer', 'inspection'), ('inspection', 'stock'), ('inspection', 'off')) THEN
      RAISE EXCEPTION 'a device does not go from % to %', OLD.place, NEW.place
        USING ERRCODE = 'check_violation', CONSTRAINT = 'stock_move_allowed';
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_move_allowed BEFORE INSERT OR UPDATE OR DELETE ON stock_devices FOR EACH ROW EXECUTE FUNCTION stock_move_allowed();
--> statement-breakpoint
CREATE FUNCTION stock_move_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.stock_moves (device_id, from_place, to_place, order_id, parcel, reason, note, at, by)
  VALUES (NEW.id, CASE WHEN TG_OP = 'UPDATE' THEN OLD.place END, NEW.place, NEW.order_id, NEW.parcel, NEW.reason, NEW.note, NEW.moved_at, NEW.moved_by);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_received AFTER INSERT ON stock_devices FOR EACH ROW EXECUTE FUNCTION stock_move_written();
--> statement-breakpoint
CREATE TRIGGER stock_moved AFTER UPDATE ON stock_devices FOR EACH ROW WHEN (OLD.place <> NEW.place) EXECUTE FUNCTION stock_move_written();
--> statement-breakpoint
-- Moves are changed by nobody: only a foreign key empties who moved, or takes them along with an intake that is taken back.
CREATE FUNCTION stock_moves_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() = 1 THEN
    RAISE EXCEPTION 'moves of devices stay as they were' USING ERRCODE = 'check_violation', CONSTRAINT = 'stock_moves_stay';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_moves_stay BEFORE UPDATE OR DELETE ON stock_moves FOR EACH ROW EXECUTE FUNCTION stock_moves_stay();
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON stock_devices FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('stock');
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON stock_intakes FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('stock');
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON stock_limits FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('stock');
