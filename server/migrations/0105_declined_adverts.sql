CREATE TABLE "declined_adverts" (
	"profile_id" uuid PRIMARY KEY NOT NULL,
	"all" boolean NOT NULL,
	"categories" text[] DEFAULT '{}' NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "declined_adverts_categories" CHECK ("declined_adverts"."categories" <@ array['alcohol', 'betting', 'medicine', 'credit', 'political'])
);
--> statement-breakpoint
ALTER TABLE "declined_adverts" ADD CONSTRAINT "declined_adverts_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;