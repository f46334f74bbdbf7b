CREATE TABLE "campaign_films" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"campaign_id" uuid NOT NULL,
	"file_id" uuid,
	"name" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"refusal" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaign_films_once" UNIQUE("campaign_id","file_id")
);
--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "poster_file_id" uuid;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "length_ms" integer;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "frame_rate" real;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "has_sound" boolean;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "loudness" real;--> statement-breakpoint
ALTER TABLE "campaign_films" ADD CONSTRAINT "campaign_films_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_films" ADD CONSTRAINT "campaign_films_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "campaign_films_of_file" ON "campaign_films" USING btree ("file_id");--> statement-breakpoint
ALTER TABLE "creatives" ADD CONSTRAINT "creatives_poster_file_id_files_id_fk" FOREIGN KEY ("poster_file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "creatives_of_poster_file" ON "creatives" USING btree ("poster_file_id");--> statement-breakpoint
-- A company hears of a film that is ready or refused.
CREATE FUNCTION tell_company_of_film() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE company uuid;
BEGIN
  SELECT profile_id INTO company FROM public.campaigns WHERE id = coalesce(NEW.campaign_id, OLD.campaign_id);
  IF company IS NOT NULL THEN
    PERFORM public.note_change('account:' || company);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_company_of_film AFTER UPDATE OR DELETE ON campaign_films FOR EACH ROW EXECUTE FUNCTION tell_company_of_film();
