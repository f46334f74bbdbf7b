-- Parts of leases and plays are made and dropped by the clock (server/playout/partitions.ts); they have a schema of their own, so that
-- whoever lists our tables meets each of them once.
CREATE SCHEMA partitions;
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"profile_id" uuid,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"schedule" integer[] NOT NULL,
	"regions" text[] DEFAULT '{}' NOT NULL,
	"venues" text[] DEFAULT '{}' NOT NULL,
	"cap" integer,
	"pace" text DEFAULT 'even' NOT NULL,
	"budget" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaigns_kind" CHECK ("campaigns"."kind" in ('banner', 'spot')),
	CONSTRAINT "campaigns_state" CHECK ("campaigns"."state" in ('draft', 'review', 'rejected', 'approved', 'paused', 'withdrawn', 'done')),
	CONSTRAINT "campaigns_pace" CHECK ("campaigns"."pace" in ('even', 'asap')),
	CONSTRAINT "campaigns_times" CHECK ("campaigns"."starts_at" < "campaigns"."ends_at"),
	CONSTRAINT "campaigns_schedule" CHECK (cardinality("campaigns"."schedule") = 7),
	CONSTRAINT "campaigns_budget" CHECK ("campaigns"."budget" > 0 and ("campaigns"."cap" is null or "campaigns"."cap" > 0))
);
--> statement-breakpoint
CREATE TABLE "creatives" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"campaign_id" uuid NOT NULL,
	"seconds" integer NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "creatives_seconds" CHECK ("creatives"."seconds" between 5 and 30)
);
--> statement-breakpoint
CREATE TABLE "closed_hours" (
	"hour" timestamp with time zone PRIMARY KEY NOT NULL,
	"closed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"hour" timestamp with time zone NOT NULL,
	"id" uuid NOT NULL,
	"tv_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"creative_id" uuid NOT NULL,
	"licence_id" uuid NOT NULL,
	"region" text,
	"venue" text,
	"opens_at" timestamp with time zone NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"seconds" smallint NOT NULL,
	"units" smallint NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "leases_hour_id_pk" PRIMARY KEY("hour","id")
) PARTITION BY RANGE ("hour");
--> statement-breakpoint
CREATE TABLE "licences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"profile_id" uuid NOT NULL,
	"tv_id" uuid,
	"ends_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "licences_tv_id_unique" UNIQUE("tv_id")
);
--> statement-breakpoint
CREATE TABLE "play_hours" (
	"campaign_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"creative_id" uuid NOT NULL,
	"region" text NOT NULL,
	"venue" text NOT NULL,
	"outcome" text NOT NULL,
	"shard" smallint NOT NULL,
	"plays" bigint NOT NULL,
	"units" bigint NOT NULL,
	"repeats" bigint NOT NULL,
	CONSTRAINT "play_hours_key" PRIMARY KEY("campaign_id","hour","creative_id","region","venue","outcome","shard")
);
--> statement-breakpoint
CREATE TABLE "plays" (
	"lease_day" date NOT NULL,
	"lease_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"campaign_id" uuid NOT NULL,
	"creative_id" uuid NOT NULL,
	"tv_id" uuid NOT NULL,
	"region" text,
	"venue" text,
	"outcome" text NOT NULL,
	"units" smallint NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"visible_ms" integer,
	"progress_ms" integer,
	"reported_at" timestamp with time zone NOT NULL,
	"repeats" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "plays_lease_day_lease_id_pk" PRIMARY KEY("lease_day","lease_id"),
	CONSTRAINT "plays_outcome" CHECK ("plays"."outcome" in ('counted', 'returned', 'unknown_lease', 'device_blocked', 'late', 'hidden', 'short', 'overlap', 'cap'))
) PARTITION BY RANGE ("lease_day");
--> statement-breakpoint
CREATE TABLE "released_units" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "released_units_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"campaign_id" uuid NOT NULL,
	"units" bigint NOT NULL,
	CONSTRAINT "released_units_some" CHECK ("released_units"."units" > 0)
);
--> statement-breakpoint
CREATE TABLE "revocations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "revocations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"campaign_id" uuid,
	"creative_id" uuid,
	"tv_id" uuid,
	CONSTRAINT "revocations_of_one" CHECK (num_nonnulls("revocations"."campaign_id", "revocations"."creative_id", "revocations"."tv_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "tv_days" (
	"tv_id" uuid NOT NULL,
	"day" date NOT NULL,
	"leased" integer DEFAULT 0 NOT NULL,
	"resolved" integer DEFAULT 0 NOT NULL,
	"banners" integer DEFAULT 0 NOT NULL,
	"tv_seconds" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "tv_days_tv_id_day_pk" PRIMARY KEY("tv_id","day")
);
--> statement-breakpoint
CREATE TABLE "tvs" (
	"tv_id" uuid PRIMARY KEY NOT NULL,
	"region" text,
	"venue" text,
	"confirmed_at" timestamp with time zone,
	"blocked_at" timestamp with time zone,
	CONSTRAINT "tvs_venue" CHECK ("tvs"."venue" in ('household', 'restaurant', 'cafe', 'reception', 'salon'))
);
--> statement-breakpoint
CREATE TABLE "unit_proofs" (
	"day" date PRIMARY KEY NOT NULL,
	"proven_at" timestamp with time zone NOT NULL,
	"differences" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unit_reservations" (
	"campaign_id" uuid PRIMARY KEY NOT NULL,
	"profile_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"budget" bigint NOT NULL,
	"leased" bigint DEFAULT 0 NOT NULL,
	"released" bigint DEFAULT 0 NOT NULL,
	"settled" bigint DEFAULT 0 NOT NULL,
	"silent" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "unit_reservations_unit" CHECK ("unit_reservations"."unit" in ('banner', 'tv_second')),
	CONSTRAINT "unit_reservations_leased" CHECK ("unit_reservations"."leased" - "unit_reservations"."released" between 0 and "unit_reservations"."budget"),
	CONSTRAINT "unit_reservations_settled" CHECK ("unit_reservations"."settled" between 0 and "unit_reservations"."leased" - "unit_reservations"."released")
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creatives" ADD CONSTRAINT "creatives_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licences" ADD CONSTRAINT "licences_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licences" ADD CONSTRAINT "licences_tv_id_devices_id_fk" FOREIGN KEY ("tv_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tvs" ADD CONSTRAINT "tvs_tv_id_devices_id_fk" FOREIGN KEY ("tv_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_reservations" ADD CONSTRAINT "unit_reservations_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "campaigns_of_company" ON "campaigns" USING btree ("profile_id","created_at");--> statement-breakpoint
CREATE INDEX "campaigns_shown" ON "campaigns" USING btree ("ends_at") WHERE "campaigns"."state" = 'approved';--> statement-breakpoint
CREATE INDEX "creatives_of_campaign" ON "creatives" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "leases_of_tv" ON "leases" USING btree ("tv_id");--> statement-breakpoint
CREATE INDEX "licences_of_person" ON "licences" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "plays_of_tv" ON "plays" USING btree ("tv_id","hour");--> statement-breakpoint
CREATE INDEX "plays_by_hour" ON "plays" USING brin ("hour");--> statement-breakpoint
CREATE INDEX "plays_not_counted" ON "plays" USING btree ("campaign_id","hour") WHERE "plays"."outcome" not in ('counted', 'returned');--> statement-breakpoint
CREATE INDEX "revocations_by_time" ON "revocations" USING btree ("at");--> statement-breakpoint
CREATE INDEX "unit_reservations_of_company" ON "unit_reservations" USING btree ("profile_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_shown_once" ON "ledger" USING btree ("reference") WHERE "ledger"."reason" = 'shown';;
--> statement-breakpoint
-- What the raw rows of adverts say against their sums, balances and reservations; nothing, unless the program is wrong.
CREATE VIEW unit_differences AS
  WITH raw AS (
    SELECT campaign_id, hour, outcome, count(*) AS plays, sum(units) AS units FROM plays GROUP BY 1, 2, 3
  ), summed AS (
    SELECT campaign_id, hour, outcome, sum(plays) AS plays, sum(units) AS units FROM play_hours GROUP BY 1, 2, 3
  ), kept AS (
    SELECT min(hour) AS since FROM plays
  ), counted AS (
    SELECT campaign_id, sum(units) AS units, sum(units) FILTER (WHERE closed_hours.hour IS NOT NULL) AS closed
    FROM summed LEFT JOIN closed_hours USING (hour) WHERE outcome = 'counted' GROUP BY 1
  ), open AS (
    SELECT l.campaign_id, sum(l.units) AS units FROM leases l
    WHERE NOT EXISTS (SELECT FROM closed_hours c WHERE c.hour = l.hour)
      AND NOT EXISTS (SELECT FROM plays p WHERE p.lease_day = (l.hour AT TIME ZONE 'UTC')::date AND p.lease_id = l.id
        AND p.reported_at <= l.closes_at + interval '72 hours')
    GROUP BY 1
  ), waiting AS (
    SELECT campaign_id, sum(units) AS units FROM released_units GROUP BY 1
  ), shown AS (
    SELECT split_part(reference, '/', 1)::uuid AS campaign_id, -sum(delta) AS units FROM ledger WHERE reason = 'shown' GROUP BY 1
  )
  SELECT 'sums are not their plays' AS what, campaign_id AS id FROM raw FULL JOIN summed USING (campaign_id, hour, outcome)
  WHERE hour >= (SELECT since FROM kept) AND (raw.plays IS DISTINCT FROM summed.plays OR raw.units IS DISTINCT FROM summed.units)
  UNION ALL
  SELECT 'taken units are not counted or leased', r.campaign_id FROM unit_reservations r
    LEFT JOIN counted USING (campaign_id) LEFT JOIN open USING (campaign_id) LEFT JOIN waiting USING (campaign_id)
  WHERE r.leased - r.released - coalesce(waiting.units, 0) <> coalesce(counted.units, 0) + coalesce(open.units, 0)
  UNION ALL
  SELECT 'settled units are not the counted ones of closed hours', r.campaign_id FROM unit_reservations r
    LEFT JOIN counted USING (campaign_id) LEFT JOIN shown USING (campaign_id)
  WHERE r.settled <> coalesce(counted.closed, 0) OR r.settled <> coalesce(shown.units, 0)
  UNION ALL
  SELECT 'campaigns hold more than the balance', p.id FROM profiles p JOIN (
    SELECT profile_id, coalesce(sum(budget - settled) FILTER (WHERE unit = 'banner'), 0) AS banners,
      coalesce(sum(budget - settled) FILTER (WHERE unit = 'tv_second'), 0) AS seconds
    FROM unit_reservations GROUP BY 1) held ON held.profile_id = p.id
  WHERE p.l_banners < held.banners OR p.tv_seconds < held.seconds;
