CREATE TABLE "event_claims" (
	"reservation_id" uuid PRIMARY KEY NOT NULL,
	"naziv" text NOT NULL,
	"pib" text NOT NULL,
	"mb" text NOT NULL,
	"adresa" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_details" (
	"godina" integer PRIMARY KEY NOT NULL,
	"directions" jsonb,
	"timetable" jsonb,
	"version" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_places" (
	"reservation_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"ime" text NOT NULL,
	"prezime" text NOT NULL,
	"given_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_places_reservation_id_position_pk" PRIMARY KEY("reservation_id","position"),
	CONSTRAINT "event_places_position" CHECK ("event_places"."position" between 1 and 10)
);
--> statement-breakpoint
ALTER TABLE "event_claims" ADD CONSTRAINT "event_claims_reservation_id_porudzbine_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."porudzbine"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_places" ADD CONSTRAINT "event_places_reservation_id_porudzbine_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."porudzbine"("id") ON DELETE cascade ON UPDATE no action;