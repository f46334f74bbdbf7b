CREATE TABLE "auth"."link_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"ip" text,
	"request_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."throttles" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
ALTER TABLE "auth"."users" ADD COLUMN "vouched_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "link_requests_created" ON "auth"."link_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mfa_challenges_factor" ON "auth"."mfa_challenges" USING btree ("factor_id");