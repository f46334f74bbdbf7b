CREATE TABLE "campaign_tvs" (
	"campaign_id" uuid NOT NULL,
	"tv_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "campaign_tvs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"region" text,
	"venue" text,
	CONSTRAINT "campaign_tvs_campaign_id_tv_id_pk" PRIMARY KEY("campaign_id","tv_id")
);
--> statement-breakpoint
CREATE TABLE "play_days" (
	"campaign_id" uuid NOT NULL,
	"day" date NOT NULL,
	"creative_id" uuid NOT NULL,
	"region" text NOT NULL,
	"venue" text NOT NULL,
	"outcome" text NOT NULL,
	"plays" bigint NOT NULL,
	"units" bigint NOT NULL,
	"repeats" bigint NOT NULL,
	CONSTRAINT "play_days_campaign_id_day_creative_id_region_venue_outcome_pk" PRIMARY KEY("campaign_id","day","creative_id","region","venue","outcome")
);
--> statement-breakpoint
CREATE INDEX "play_hours_new" ON "play_hours" USING btree ("campaign_id","hour") WHERE "play_hours"."shard" >= 0;
--> statement-breakpoint
-- Written by hand from here on.
-- All sums of plays, by day: those that were added up, and those of hours that are not yet.
CREATE VIEW "play_sums" AS
  SELECT "campaign_id", "day", "creative_id", "region", "venue", "outcome", "plays", "units", "repeats" FROM "play_days"
  UNION ALL
  SELECT "campaign_id", ("hour" AT TIME ZONE 'Europe/Belgrade')::date, "creative_id", "region", "venue", "outcome", "plays", "units", "repeats"
  FROM "play_hours" WHERE "shard" >= 0;
--> statement-breakpoint
INSERT INTO "campaign_tvs" ("campaign_id", "tv_id", "region", "venue")
SELECT DISTINCT ON ("campaign_id", "tv_id") "campaign_id", "tv_id", "region", "venue" FROM "plays"
WHERE "outcome" <> 'returned' ORDER BY "campaign_id", "tv_id", "hour";
--> statement-breakpoint
-- The same as before, and the days that were added up.
CREATE OR REPLACE VIEW unit_differences AS
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
  WHERE hour >= (SELECT since FROM kept) AND (coalesce(raw.plays, 0) <> coalesce(summed.plays, 0)
    OR coalesce(raw.units, 0) <> coalesce(summed.units, 0))
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
  WHERE p.l_banners < held.banners OR p.tv_seconds < held.seconds
  UNION ALL
  SELECT 'days are not the sum of their hours', campaign_id
  FROM (SELECT campaign_id, outcome, sum(plays) AS plays, sum(units) AS units FROM play_hours WHERE shard < 0 GROUP BY 1, 2) hours
  FULL JOIN (SELECT campaign_id, outcome, sum(plays) AS plays, sum(units) AS units FROM play_days GROUP BY 1, 2) days
    USING (campaign_id, outcome)
  WHERE coalesce(hours.plays, 0) <> coalesce(days.plays, 0) OR coalesce(hours.units, 0) <> coalesce(days.units, 0);
