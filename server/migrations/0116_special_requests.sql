CREATE TABLE "special_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"profile_id" uuid NOT NULL,
	"company" text NOT NULL,
	"contact" text NOT NULL,
	"month" date NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"answered_by" text,
	"closed_at" timestamp with time zone,
	"closed_by" text,
	CONSTRAINT "special_requests_answered" CHECK (("special_requests"."answer" is null) = ("special_requests"."answered_at" is null)),
	CONSTRAINT "special_requests_month" CHECK (extract(day from "special_requests"."month") = 1)
);
--> statement-breakpoint
ALTER TABLE "special_requests" ADD CONSTRAINT "special_requests_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "special_requests_of_company" ON "special_requests" USING btree ("profile_id","made_at");--> statement-breakpoint
CREATE UNIQUE INDEX "special_requests_one_open" ON "special_requests" USING btree ("profile_id") WHERE "special_requests"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "special_requests_open" ON "special_requests" USING btree ("made_at") WHERE "special_requests"."closed_at" is null;--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON special_requests FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('campaigns');
--> statement-breakpoint
CREATE TRIGGER tell_company_of_request AFTER INSERT OR UPDATE ON special_requests FOR EACH ROW EXECUTE FUNCTION tell_company_of_run();
