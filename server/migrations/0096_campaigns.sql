CREATE TABLE "code_openings" (
	"campaign_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"openings" integer NOT NULL,
	CONSTRAINT "code_openings_campaign_id_hour_pk" PRIMARY KEY("campaign_id","hour")
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "url" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "code" text DEFAULT substr(md5(gen_random_uuid()::text), 1, 10) NOT NULL;
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "category" text;
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "sent_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "sendings" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "decided_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "decided_by" uuid;
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "reason" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "name" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "file_id" uuid;
--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "width" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "height" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "bytes" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "shown_file_id" uuid;
--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "sha256" text;
--> statement-breakpoint
ALTER TABLE "code_openings" ADD CONSTRAINT "code_openings_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_decided_by_profiles_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "campaigns" VALIDATE CONSTRAINT "campaigns_decided_by_profiles_id_fk";
--> statement-breakpoint
ALTER TABLE "creatives" ADD CONSTRAINT "creatives_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "creatives" VALIDATE CONSTRAINT "creatives_file_id_files_id_fk";
--> statement-breakpoint
ALTER TABLE "creatives" ADD CONSTRAINT "creatives_shown_file_id_files_id_fk" FOREIGN KEY ("shown_file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "creatives" VALIDATE CONSTRAINT "creatives_shown_file_id_files_id_fk";
--> statement-breakpoint
CREATE INDEX "campaigns_waiting" ON "campaigns" USING btree ("sent_at") WHERE "campaigns"."state" = 'review';
--> statement-breakpoint
CREATE INDEX "creatives_of_file" ON "creatives" USING btree ("file_id");
--> statement-breakpoint
CREATE INDEX "creatives_of_shown_file" ON "creatives" USING btree ("shown_file_id");
--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_code_unique" UNIQUE("code");
--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_category" CHECK ("campaigns"."category" in ('alcohol', 'betting', 'medicine', 'credit', 'political', 'none')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "campaigns" VALIDATE CONSTRAINT "campaigns_category";
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON campaigns FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('campaigns');
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON creatives FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('campaigns');
--> statement-breakpoint
-- A company hears of its own campaigns.
CREATE FUNCTION tell_company_of_campaign() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.profile_id IS NOT NULL THEN
    PERFORM public.note_change('account:' || NEW.profile_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_company_of_campaign AFTER INSERT OR UPDATE ON campaigns FOR EACH ROW EXECUTE FUNCTION tell_company_of_campaign();
