CREATE TABLE "return_pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"return_id" uuid,
	"file_id" uuid NOT NULL,
	"added_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "return_pictures" ADD CONSTRAINT "return_pictures_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_pictures" ADD CONSTRAINT "return_pictures_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_pictures" ADD CONSTRAINT "return_pictures_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "return_pictures_of_order" ON "return_pictures" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "return_pictures_of_return" ON "return_pictures" USING btree ("return_id");--> statement-breakpoint
CREATE INDEX "return_pictures_of_file" ON "return_pictures" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "return_pictures_not_asked" ON "return_pictures" USING btree ("added_at") WHERE "return_pictures"."return_id" is null;--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON return_pictures FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('orders');
--> statement-breakpoint
-- A buyer who writes at a desk and takes pictures with a phone sees them at the desk.
CREATE FUNCTION tell_buyer_of_picture() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE buyer uuid;
BEGIN
  SELECT profile_id INTO buyer FROM public.orders WHERE id = coalesce(NEW.order_id, OLD.order_id);
  IF buyer IS NOT NULL THEN
    PERFORM public.note_change('account:' || buyer);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_buyer_of_picture AFTER INSERT OR DELETE ON return_pictures FOR EACH ROW EXECUTE FUNCTION tell_buyer_of_picture();
--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "missed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "shipments_missed" ON "shipments" USING btree ("order_id") WHERE "shipments"."missed_at" is not null;--> statement-breakpoint
ALTER TABLE "courier_messages" DROP CONSTRAINT "courier_messages_news";--> statement-breakpoint
ALTER TABLE "courier_messages" ADD CONSTRAINT "courier_messages_news" CHECK ("courier_messages"."news" in ('picked up', 'transit', 'out', 'delivered', 'refused', 'returning', 'returned', 'problem', 'delayed', 'failed', 'missed', 'cancelled')) NOT VALID;--> statement-breakpoint
ALTER TABLE "courier_messages" VALIDATE CONSTRAINT "courier_messages_news";
