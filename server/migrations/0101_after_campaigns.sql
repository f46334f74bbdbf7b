CREATE TABLE "low_balances" (
	"profile_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	"last_entry" bigint NOT NULL,
	CONSTRAINT "low_balances_profile_id_unit_pk" PRIMARY KEY("profile_id","unit"),
	CONSTRAINT "low_balances_unit" CHECK ("low_balances"."unit" in ('banner', 'tv_second'))
);
--> statement-breakpoint
CREATE TABLE "report_objections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"campaign_id" uuid NOT NULL,
	"text" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"due_on" date NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"answered_by" text,
	CONSTRAINT "report_objections_answered" CHECK (("report_objections"."answer" is null) = ("report_objections"."answered_at" is null))
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "told_done_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "low_balances" ADD CONSTRAINT "low_balances_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_objections" ADD CONSTRAINT "report_objections_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_objections_of_campaign" ON "report_objections" USING btree ("campaign_id");--> statement-breakpoint
CREATE UNIQUE INDEX "report_objections_one_waits" ON "report_objections" USING btree ("campaign_id") WHERE "report_objections"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "report_objections_due" ON "report_objections" USING btree ("due_on") WHERE "report_objections"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "campaigns_to_tell" ON "campaigns" USING btree ("updated_at") WHERE "campaigns"."state" = 'done' and "campaigns"."told_done_at" is null;--> statement-breakpoint
-- What ended before this version is told of no more, but for campaigns of which numbers may still come.
UPDATE campaigns SET told_done_at = updated_at WHERE state = 'done' AND updated_at < now() - interval '4 days';
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON report_objections FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('campaigns');
--> statement-breakpoint
-- A company hears of the answer to its objection.
CREATE FUNCTION tell_company_of_objection() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE company uuid;
BEGIN
  SELECT profile_id INTO company FROM public.campaigns WHERE id = NEW.campaign_id;
  IF company IS NOT NULL THEN
    PERFORM public.note_change('account:' || company);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_company_of_objection AFTER INSERT OR UPDATE ON report_objections FOR EACH ROW EXECUTE FUNCTION tell_company_of_objection();
