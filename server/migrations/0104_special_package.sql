CREATE TABLE "special_days" (
	"run_id" uuid NOT NULL,
	"day" date NOT NULL,
	"instead_of" date,
	"places_leased" integer DEFAULT 0 NOT NULL,
	"further_leased" integer DEFAULT 0 NOT NULL,
	"places_shown" integer DEFAULT 0 NOT NULL,
	"all_shown" integer DEFAULT 0 NOT NULL,
	"counted_at" timestamp with time zone,
	"judged_at" timestamp with time zone,
	"is_kept" boolean,
	CONSTRAINT "special_days_run_id_day_pk" PRIMARY KEY("run_id","day"),
	CONSTRAINT "special_days_appended_once" UNIQUE("run_id","instead_of"),
	CONSTRAINT "special_days_judged" CHECK (("special_days"."judged_at" is null) = ("special_days"."is_kept" is null)),
	CONSTRAINT "special_days_counts" CHECK (least("special_days"."places_leased", "special_days"."further_leased", "special_days"."places_shown", "special_days"."all_shown") >= 0)
);
--> statement-breakpoint
CREATE TABLE "special_places" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "special_places_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"run_id" uuid NOT NULL,
	"tv_id" uuid NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "special_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"profile_id" uuid,
	"campaign_id" uuid,
	"starts_on" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "special_runs_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "special_runs_campaign_id_unique" UNIQUE("campaign_id"),
	CONSTRAINT "special_runs_started" CHECK ("special_runs"."starts_on" is null or "special_runs"."campaign_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "every_minutes" smallint;--> statement-breakpoint
ALTER TABLE "special_days" ADD CONSTRAINT "special_days_run_id_special_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."special_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "special_places" ADD CONSTRAINT "special_places_run_id_special_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."special_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "special_runs" ADD CONSTRAINT "special_runs_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "special_runs" ADD CONSTRAINT "special_runs_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "special_runs" ADD CONSTRAINT "special_runs_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "special_days_open" ON "special_days" USING btree ("day") WHERE "special_days"."judged_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "special_places_once" ON "special_places" USING btree ("run_id","tv_id") WHERE "special_places"."until" is null;--> statement-breakpoint
CREATE INDEX "special_places_of_tv" ON "special_places" USING btree ("tv_id") WHERE "special_places"."until" is null;--> statement-breakpoint
CREATE INDEX "special_runs_of_person" ON "special_runs" USING btree ("profile_id");--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_every_minutes" CHECK (60 % "campaigns"."every_minutes" = 0 and "campaigns"."every_minutes" > 0);--> statement-breakpoint
-- A run for each special package that was sold before there were any.
INSERT INTO "special_runs" ("order_id", "profile_id", "created_at")
SELECT o."id", o."profile_id", min(p."created_at") FROM "orders" o JOIN "packages" p ON p."order_id" = o."id"
WHERE o."kind" = 'special' GROUP BY 1, 2;
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON special_runs FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('campaigns');
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON special_places FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('campaigns');
--> statement-breakpoint
-- Not of what is leased, which changes with every bag.
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OF counted_at OR DELETE ON special_days FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('campaigns');
--> statement-breakpoint
CREATE FUNCTION tell_company_of_run() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  IF NEW.profile_id IS NOT NULL THEN
    PERFORM public.note_change('account:' || NEW.profile_id);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER tell_company_of_run AFTER INSERT OR UPDATE ON special_runs FOR EACH ROW EXECUTE FUNCTION tell_company_of_run();
