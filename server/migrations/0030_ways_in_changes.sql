CREATE TABLE "auth"."account_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"about" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"removed" jsonb,
	"browser" text,
	"system" text,
	"network" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"undo_hash" "bytea" NOT NULL,
	"undo_ends_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"seen_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"outcome" text,
	CONSTRAINT "account_changes_closed" CHECK (("auth"."account_changes"."closed_at" is null) = ("auth"."account_changes"."outcome" is null))
);
--> statement-breakpoint
CREATE TABLE "auth"."known_devices" (
	"user_id" uuid NOT NULL,
	"device_hash" "bytea" NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_devices_user_id_device_hash_pk" PRIMARY KEY("user_id","device_hash")
);
--> statement-breakpoint
ALTER TABLE "auth"."sessions" ADD COLUMN "newest_used" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "auth"."account_changes" ADD CONSTRAINT "account_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_changes_link" ON "auth"."account_changes" USING btree ("undo_hash");--> statement-breakpoint
CREATE INDEX "account_changes_user" ON "auth"."account_changes" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "account_changes_at" ON "auth"."account_changes" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "account_changes_one_recovery" ON "auth"."account_changes" USING btree ("user_id") WHERE "auth"."account_changes"."kind" = 'second-step-recovery' and "auth"."account_changes"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "account_changes_moved_from" ON "auth"."account_changes" USING btree (("about" ->> 'from')) WHERE "auth"."account_changes"."kind" = 'address';--> statement-breakpoint
CREATE INDEX "known_devices_seen" ON "auth"."known_devices" USING btree ("last_seen_at");