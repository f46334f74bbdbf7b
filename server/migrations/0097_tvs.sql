CREATE TABLE "tv_blocks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"tv_id" uuid NOT NULL,
	"blocked_at" timestamp with time zone NOT NULL,
	"blocked_by" uuid,
	"reason" text NOT NULL,
	"banners" integer NOT NULL,
	"tv_seconds" integer NOT NULL,
	"lifted_at" timestamp with time zone,
	"lifted_by" uuid
);
--> statement-breakpoint
CREATE TABLE "tv_hours" (
	"hour" timestamp with time zone PRIMARY KEY NOT NULL,
	"shows" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tv_screens" (
	"tv_id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"version" text NOT NULL,
	"visible" boolean NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"last_error" text DEFAULT '' NOT NULL,
	"error_at" timestamp with time zone,
	"network" "bytea" NOT NULL,
	"network_label" text NOT NULL,
	"shows_since" timestamp with time zone,
	"longest_pause" integer DEFAULT 0 NOT NULL,
	"intervals" integer DEFAULT 0 NOT NULL,
	"interval_mean" double precision DEFAULT 0 NOT NULL,
	"interval_squares" double precision DEFAULT 0 NOT NULL,
	"command" text,
	"command_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	CONSTRAINT "tv_screens_command" CHECK ("tv_screens"."command" in ('reload', 'relink'))
);
--> statement-breakpoint
CREATE TABLE "tv_suspicions" (
	"tv_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"figure" integer NOT NULL,
	"spread" integer DEFAULT 0 NOT NULL,
	"typical" integer DEFAULT 0 NOT NULL,
	"network_label" text DEFAULT '' NOT NULL,
	"cleared_figure" integer,
	"cleared_at" timestamp with time zone,
	"cleared_by" uuid,
	CONSTRAINT "tv_suspicions_tv_id_kind_pk" PRIMARY KEY("tv_id","kind"),
	CONSTRAINT "tv_suspicions_kind" CHECK ("tv_suspicions"."kind" in ('network', 'always', 'rhythm'))
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "told_behind_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tvs" ADD COLUMN "confirmed_by" uuid;--> statement-breakpoint
ALTER TABLE "tvs" ADD COLUMN "confirmed_how" text;--> statement-breakpoint
ALTER TABLE "tvs" ADD COLUMN "counts_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tv_blocks" ADD CONSTRAINT "tv_blocks_tv_id_devices_id_fk" FOREIGN KEY ("tv_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tv_blocks" ADD CONSTRAINT "tv_blocks_blocked_by_profiles_id_fk" FOREIGN KEY ("blocked_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tv_blocks" ADD CONSTRAINT "tv_blocks_lifted_by_profiles_id_fk" FOREIGN KEY ("lifted_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tv_screens" ADD CONSTRAINT "tv_screens_tv_id_devices_id_fk" FOREIGN KEY ("tv_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tv_suspicions" ADD CONSTRAINT "tv_suspicions_tv_id_devices_id_fk" FOREIGN KEY ("tv_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tv_suspicions" ADD CONSTRAINT "tv_suspicions_cleared_by_profiles_id_fk" FOREIGN KEY ("cleared_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tv_blocks_in_force" ON "tv_blocks" USING btree ("tv_id") WHERE "tv_blocks"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "tv_screens_on_network" ON "tv_screens" USING btree ("network");--> statement-breakpoint
ALTER TABLE "tvs" ADD CONSTRAINT "tvs_confirmed_by_profiles_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "tvs" VALIDATE CONSTRAINT "tvs_confirmed_by_profiles_id_fk";--> statement-breakpoint
CREATE INDEX "tvs_waiting" ON "tvs" USING btree ("tv_id") WHERE "tvs"."venue" <> 'household' and "tvs"."confirmed_at" is null;--> statement-breakpoint
ALTER TABLE "tvs" ADD CONSTRAINT "tvs_confirmed_how" CHECK ("tvs"."confirmed_how" in ('photo', 'visit', 'call')) NOT VALID;--> statement-breakpoint
ALTER TABLE "tvs" VALIDATE CONSTRAINT "tvs_confirmed_how";
--> statement-breakpoint
-- Staff's list of TVs hears of places, blocks and what looks odd; what TVs say each minute is read by the clock.
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON tvs FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('tvs');
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON tv_blocks FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('tvs');
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON tv_suspicions FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('tvs');
