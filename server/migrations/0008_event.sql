CREATE TABLE "statement_imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"format" text NOT NULL,
	"line_count" integer NOT NULL,
	"imported_by" text NOT NULL,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "statement_imports_sha256_unique" UNIQUE("sha256")
);
--> statement-breakpoint
CREATE TABLE "statement_lines" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"import_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"fingerprint" text NOT NULL,
	"booked_on" date NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"payer" text NOT NULL,
	"reference" text NOT NULL,
	"purpose" text NOT NULL,
	"reservation_id" uuid,
	"suggested_id" uuid,
	"state" text DEFAULT 'open' NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	CONSTRAINT "statement_lines_fingerprint_unique" UNIQUE("fingerprint"),
	CONSTRAINT "statement_lines_amount" CHECK ("statement_lines"."amount" > 0),
	CONSTRAINT "statement_lines_decided" CHECK (("statement_lines"."state" = 'open') = ("statement_lines"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "statement_mappings" (
	"header" text PRIMARY KEY NOT NULL,
	"mapping" jsonb NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_tickets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reservation_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"count" integer NOT NULL,
	"admitted_at" timestamp with time zone,
	"admitted_by" text,
	"door" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_tickets_position" CHECK ("event_tickets"."position" between 1 and "event_tickets"."count"),
	CONSTRAINT "event_tickets_admitted" CHECK (("event_tickets"."admitted_at" is null) = ("event_tickets"."admitted_by" is null))
);
--> statement-breakpoint
ALTER TABLE "porudzbine" ADD COLUMN "godina" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "porudzbine" ADD COLUMN "reminded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_import_id_statement_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."statement_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_reservation_id_porudzbine_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."porudzbine"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_suggested_id_porudzbine_id_fk" FOREIGN KEY ("suggested_id") REFERENCES "public"."porudzbine"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_tickets" ADD CONSTRAINT "event_tickets_reservation_id_porudzbine_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."porudzbine"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "statement_imports_newest" ON "statement_imports" USING btree ("imported_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_in_file" ON "statement_lines" USING btree ("import_id","position");--> statement-breakpoint
CREATE INDEX "statement_lines_of_reservation" ON "statement_lines" USING btree ("reservation_id");--> statement-breakpoint
CREATE INDEX "statement_lines_suggested" ON "statement_lines" USING btree ("suggested_id");--> statement-breakpoint
CREATE INDEX "statement_lines_open" ON "statement_lines" USING btree ("import_id") WHERE "statement_lines"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "event_tickets_one_of" ON "event_tickets" USING btree ("reservation_id","position");--> statement-breakpoint
CREATE INDEX "porudzbine_waiting" ON "porudzbine" USING btree ("created_at") WHERE "porudzbine"."status" = 'pending';