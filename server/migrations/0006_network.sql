CREATE TABLE "profile_words" (
	"profile_id" uuid PRIMARY KEY NOT NULL,
	"words" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "profiles_path_unique";--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "network_key" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "network_level" integer GENERATED ALWAYS AS ((octet_length(path) - 4) / 37) STORED;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "joined_network_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "profile_words" ADD CONSTRAINT "profile_words_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "profiles_network_order" ON "profiles" USING btree ("network_level",coalesce("parent_id", '00000000-0000-0000-0000-000000000000'),"joined_network_at","id") WHERE "profiles"."in_tree";--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_tree_has_code" CHECK (not "profiles"."in_tree" or "profiles"."referral_code" is not null);--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_parent_only_in_tree" CHECK ("profiles"."in_tree" or "profiles"."parent_id" is null);