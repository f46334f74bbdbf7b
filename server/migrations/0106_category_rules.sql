CREATE TABLE "category_rules" (
	"category" text PRIMARY KEY NOT NULL,
	"is_taken" boolean DEFAULT true NOT NULL,
	"from_hour" smallint DEFAULT 0 NOT NULL,
	"to_hour" smallint DEFAULT 24 NOT NULL,
	"venues" text[] DEFAULT '{}' NOT NULL,
	"needs_proof" boolean DEFAULT false NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "category_rules_category" CHECK ("category_rules"."category" in ('alcohol', 'betting', 'medicine', 'credit', 'political')),
	CONSTRAINT "category_rules_hours" CHECK ("category_rules"."from_hour" between 0 and 23 and "category_rules"."to_hour" between 1 and 24 and "category_rules"."from_hour" <> "category_rules"."to_hour")
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "proof" text DEFAULT '' NOT NULL;--> statement-breakpoint
INSERT INTO "category_rules" ("category", "from_hour", "to_hour", "venues", "needs_proof") VALUES
	('alcohol', 20, 6, '{cafe,restaurant}', false),
	('betting', 22, 6, '{cafe,restaurant}', true),
	('medicine', 0, 24, '{}', true),
	('credit', 0, 24, '{}', true),
	('political', 0, 24, '{}', true);
