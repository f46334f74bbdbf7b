CREATE TABLE "tasks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "tasks_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" uuid,
	"kind" text NOT NULL,
	"profile_id" uuid,
	"order_id" uuid NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"due_on" date NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tasks_number_unique" UNIQUE("number"),
	CONSTRAINT "tasks_key_unique" UNIQUE("key"),
	CONSTRAINT "tasks_answered" CHECK (("tasks"."answer" is null) = ("tasks"."answered_at" is null)),
	CONSTRAINT "tasks_kind" CHECK ("tasks"."kind" in ('special-start', 'benefits', 'complaint')),
	CONSTRAINT "tasks_complaint_has_key" CHECK (("tasks"."kind" = 'complaint') = ("tasks"."key" is not null))
);
--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "chosen_product" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "news_agreed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_once_an_order" ON "tasks" USING btree ("order_id","kind") WHERE "tasks"."kind" <> 'complaint';--> statement-breakpoint
CREATE INDEX "tasks_open" ON "tasks" USING btree ("due_on","number") WHERE "tasks"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_of_order" ON "tasks" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "tasks_of_person" ON "tasks" USING btree ("profile_id");