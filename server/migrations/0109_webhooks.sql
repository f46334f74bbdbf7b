CREATE TABLE "webhook_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"endpoint_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"step" smallint,
	"state" text DEFAULT 'waiting' NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"signature" text,
	"outcome" text,
	"status" integer,
	"ms" integer,
	"answer" text DEFAULT '' NOT NULL,
	CONSTRAINT "webhook_deliveries_state" CHECK ("webhook_deliveries"."state" in ('waiting', 'delivered', 'failed')),
	CONSTRAINT "webhook_deliveries_outcome" CHECK ("webhook_deliveries"."outcome" in ('answered', 'redirected', 'late', 'unreachable', 'refused')),
	CONSTRAINT "webhook_deliveries_sent" CHECK (("webhook_deliveries"."state" = 'waiting') = ("webhook_deliveries"."outcome" is null) and ("webhook_deliveries"."outcome" is null or "webhook_deliveries"."sent_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"state" text DEFAULT 'on' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"secret" "bytea" NOT NULL,
	"secret_ending" text NOT NULL,
	"secret_since" timestamp with time zone NOT NULL,
	"old_secret" "bytea",
	"old_secret_ending" text,
	"old_secret_until" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"off_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"served_at" timestamp with time zone,
	"made_by" uuid NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_endpoints_state" CHECK ("webhook_endpoints"."state" in ('on', 'off', 'removed')),
	CONSTRAINT "webhook_endpoints_off" CHECK (("webhook_endpoints"."state" = 'off') = ("webhook_endpoints"."off_at" is not null)),
	CONSTRAINT "webhook_endpoints_wants" CHECK (cardinality("webhook_endpoints"."events") > 0),
	CONSTRAINT "webhook_endpoints_old_secret" CHECK (("webhook_endpoints"."old_secret" is null) = ("webhook_endpoints"."old_secret_until" is null) and ("webhook_endpoints"."old_secret" is null) = ("webhook_endpoints"."old_secret_ending" is null))
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"type" text NOT NULL,
	"object_kind" text NOT NULL,
	"object_id" text NOT NULL,
	"object_version" bigint NOT NULL,
	"changed" text[] NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_webhook_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_attempt" ON "webhook_deliveries" USING btree ("endpoint_id","event_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_one_waits" ON "webhook_deliveries" USING btree ("endpoint_id","event_id") WHERE "webhook_deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("endpoint_id","due_at","id") WHERE "webhook_deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "webhook_deliveries" USING btree ("endpoint_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_state" ON "webhook_deliveries" USING btree ("endpoint_id","state","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_event" ON "webhook_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_leased" ON "webhook_endpoints" USING btree ("leased_until") WHERE "webhook_endpoints"."leased_until" is not null;--> statement-breakpoint
CREATE INDEX "webhook_events_oldest" ON "webhook_events" USING btree ("at");--> statement-breakpoint
-- By hand from here on. The screen of addresses hears of them and of what is sent there.
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON webhook_endpoints FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('webhook_endpoints');
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON webhook_deliveries FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('webhook_endpoints');
