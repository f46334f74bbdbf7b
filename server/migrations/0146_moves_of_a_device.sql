-- How often a device moved is counted with its licence, so that a TV that is linked again does not begin anew.
ALTER TABLE "licences" ADD COLUMN "region" text;--> statement-breakpoint
ALTER TABLE "licences" ADD COLUMN "region_changes" timestamp with time zone[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE licences SET region = tvs.region, region_changes = tvs.region_changes FROM tvs WHERE tvs.tv_id = licences.tv_id AND tvs.region IS NOT NULL;
