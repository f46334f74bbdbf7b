ALTER TABLE "licences" ADD COLUMN "kind" text;--> statement-breakpoint
UPDATE "licences" SET "kind" = 'grace';--> statement-breakpoint
ALTER TABLE "licences" ALTER COLUMN "kind" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "licences" ADD COLUMN "serial" text;--> statement-breakpoint
ALTER TABLE "licences" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "licences" ADD COLUMN "code_hash" "bytea";--> statement-breakpoint
ALTER TABLE "licences" ADD COLUMN "code_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tvs" ADD COLUMN "region_changes" timestamp with time zone[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "licences" ADD CONSTRAINT "licences_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "licences" VALIDATE CONSTRAINT "licences_order_id_orders_id_fk";--> statement-breakpoint
CREATE INDEX "licences_of_order" ON "licences" USING btree ("order_id") WHERE "licences"."order_id" is not null;--> statement-breakpoint
ALTER TABLE "licences" ADD CONSTRAINT "licences_serial_unique" UNIQUE("serial");--> statement-breakpoint
ALTER TABLE "licences" ADD CONSTRAINT "licences_code_hash_unique" UNIQUE("code_hash");--> statement-breakpoint
ALTER TABLE "licences" ADD CONSTRAINT "licences_kind" CHECK ("licences"."kind" in ('serial', 'unnumbered', 'grace')) NOT VALID;--> statement-breakpoint
ALTER TABLE "licences" VALIDATE CONSTRAINT "licences_kind";--> statement-breakpoint
ALTER TABLE "licences" ADD CONSTRAINT "licences_serial" CHECK (("licences"."kind" = 'serial') = ("licences"."serial" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "licences" VALIDATE CONSTRAINT "licences_serial";--> statement-breakpoint
ALTER TABLE "licences" ADD CONSTRAINT "licences_code" CHECK (("licences"."code_hash" is null) = ("licences"."code_ends_at" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "licences" VALIDATE CONSTRAINT "licences_code";--> statement-breakpoint
-- TVs that are linked already go on for sixty days; until then their owners say on which device they run (decision 198).
INSERT INTO "licences" ("profile_id", "tv_id", "kind", "ends_at")
  SELECT d.profile_id, d.id, 'grace', now() + interval '60 days' FROM "devices" d
  WHERE d.unlinked_at IS NULL AND NOT EXISTS (SELECT FROM "licences" l WHERE l.tv_id = d.id);--> statement-breakpoint
-- The owner's list of TVs hears of a place or a licence that changed, also who had the licence before.
CREATE FUNCTION tell_owner_of_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_change('account:' || profile_id) FROM devices WHERE id = NEW.tv_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_owner_of_place AFTER INSERT OR UPDATE ON tvs FOR EACH ROW EXECUTE FUNCTION tell_owner_of_place();
--> statement-breakpoint
CREATE FUNCTION tell_owner_of_licence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_change('account:' || NEW.profile_id);
  IF TG_OP = 'UPDATE' AND OLD.profile_id <> NEW.profile_id THEN
    PERFORM public.note_change('account:' || OLD.profile_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_owner_of_licence AFTER INSERT OR UPDATE ON licences FOR EACH ROW EXECUTE FUNCTION tell_owner_of_licence();
