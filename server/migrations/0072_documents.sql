CREATE TABLE "document_series" (
	"series" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "document_series_series_year_pk" PRIMARY KEY("series","year"),
	CONSTRAINT "document_series_last" CHECK ("document_series"."last" >= 0)
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"nth" bigint GENERATED ALWAYS AS IDENTITY (sequence name "documents_nth_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1) NOT NULL,
	"kind" text NOT NULL,
	"series" text NOT NULL,
	"year" integer,
	"ordinal" integer,
	"number" text NOT NULL,
	"order_id" uuid,
	"package_id" uuid,
	"profile_id" uuid,
	"cited_id" uuid,
	"data" jsonb NOT NULL,
	"data_sha256" text NOT NULL,
	"template" integer NOT NULL,
	"gross" bigint NOT NULL,
	"price" integer NOT NULL,
	"currency" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"kept_until" date NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"file_id" uuid,
	CONSTRAINT "documents_number_unique" UNIQUE("number"),
	CONSTRAINT "documents_ordinal" UNIQUE("series","year","ordinal"),
	CONSTRAINT "documents_state" CHECK ("documents"."state" in ('waiting', 'ready') and ("documents"."state" = 'ready') = ("documents"."file_id" is not null)),
	CONSTRAINT "documents_numbered" CHECK (("documents"."kind" = 'warranty') = ("documents"."ordinal" is null) and ("documents"."ordinal" is null) = ("documents"."year" is null)),
	CONSTRAINT "documents_sha256" CHECK ("documents"."data_sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "documents_price" CHECK ("documents"."price" >= 0)
);
--> statement-breakpoint
ALTER TABLE "restores" ADD COLUMN "documents" jsonb;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "awaits" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "attached" jsonb;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_package_id_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."packages"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_cited_id_documents_id_fk" FOREIGN KEY ("cited_id") REFERENCES "public"."documents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_of_order" ON "documents" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "documents_of_package" ON "documents" USING btree ("package_id");--> statement-breakpoint
CREATE INDEX "documents_of_person" ON "documents" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "documents_citing" ON "documents" USING btree ("cited_id");--> statement-breakpoint
CREATE INDEX "documents_waiting" ON "documents" USING btree ("issued_at") WHERE "documents"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "documents_kept_until" ON "documents" USING btree ("kept_until");--> statement-breakpoint
CREATE INDEX "documents_of_file" ON "documents" USING btree ("file_id");--> statement-breakpoint
CREATE FUNCTION keep_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.kept_until >= (now() AT TIME ZONE 'Europe/Belgrade')::date THEN
      RAISE EXCEPTION 'document % is kept until %', OLD.number, OLD.kept_until USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN OLD;
  END IF;
  IF to_jsonb(NEW) - '{state,file_id,profile_id}'::text[] IS DISTINCT FROM to_jsonb(OLD) - '{state,file_id,profile_id}'::text[]
    OR OLD.state = 'ready' AND (NEW.state, NEW.file_id) IS DISTINCT FROM (OLD.state, OLD.file_id)
    OR NEW.profile_id IS NOT NULL AND NEW.profile_id IS DISTINCT FROM OLD.profile_id
  THEN
    RAISE EXCEPTION 'document % was issued and does not change', OLD.number USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_document BEFORE UPDATE OR DELETE ON documents FOR EACH ROW EXECUTE FUNCTION keep_document();
--> statement-breakpoint
CREATE FUNCTION keep_series() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.last < OLD.last OR (NEW.series, NEW.year) IS DISTINCT FROM (OLD.series, OLD.year) THEN
    RAISE EXCEPTION 'numbers of series % in % were given', OLD.series, OLD.year USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_series BEFORE UPDATE OR DELETE ON document_series FOR EACH ROW EXECUTE FUNCTION keep_series();
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON documents FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('packages');
