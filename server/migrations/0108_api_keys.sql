CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"duties" text[] NOT NULL,
	"writes" boolean NOT NULL,
	"networks" text[] NOT NULL,
	"ends_on" date NOT NULL,
	"hash" "bytea" NOT NULL,
	"ending" text NOT NULL,
	"made_by" uuid,
	"made_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"last_used_from" text,
	"revoked_at" timestamp with time zone,
	"revoked_by" uuid,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash"),
	CONSTRAINT "api_keys_duties" CHECK (cardinality("api_keys"."duties") > 0 and not 'security' = any ("api_keys"."duties")),
	CONSTRAINT "api_keys_hash" CHECK (octet_length("api_keys"."hash") = 32),
	CONSTRAINT "api_keys_ending" CHECK (char_length("api_keys"."ending") = 4)
);
--> statement-breakpoint
CREATE TABLE "idempotent_requests" (
	"key_id" uuid NOT NULL,
	"idempotency_key" text NOT NULL,
	"request" "bytea" NOT NULL,
	"claim" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"status" integer,
	"content_type" text,
	"body" "bytea",
	CONSTRAINT "idempotent_requests_key_id_idempotency_key_pk" PRIMARY KEY("key_id","idempotency_key"),
	CONSTRAINT "idempotent_requests_request" CHECK (octet_length("idempotent_requests"."request") = 32),
	CONSTRAINT "idempotent_requests_answered" CHECK ("idempotent_requests"."status" is not null or "idempotent_requests"."body" is null)
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "key_name" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_made_by_profiles_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_revoked_by_profiles_id_fk" FOREIGN KEY ("revoked_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotent_requests" ADD CONSTRAINT "idempotent_requests_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_maker" ON "api_keys" USING btree ("made_by") WHERE "api_keys"."made_by" is not null;--> statement-breakpoint
CREATE INDEX "api_keys_revoker" ON "api_keys" USING btree ("revoked_by") WHERE "api_keys"."revoked_by" is not null;--> statement-breakpoint
CREATE INDEX "idempotent_requests_oldest" ON "idempotent_requests" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "audit_log_key" ON "audit_log" USING btree ("key_id","at","id") WHERE "audit_log"."key_id" is not null;--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON api_keys FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('api_keys');
