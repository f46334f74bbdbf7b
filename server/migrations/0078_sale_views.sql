CREATE TABLE "sale_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"is_shared" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sale_views" ADD CONSTRAINT "sale_views_owner_id_profiles_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sale_views_of" ON "sale_views" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "sale_views_shared" ON "sale_views" USING btree ("created_at") WHERE "sale_views"."is_shared";--> statement-breakpoint
CREATE INDEX "orders_refunded" ON "orders" USING btree ("created_at") WHERE "orders"."refunded" > 0;--> statement-breakpoint
-- What an order is searched by: its number, address and product, and who and what phone its form names.
CREATE FUNCTION order_words(number bigint, email text, product_name text, delivery jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN search_fold(' ' || number::text || ' ' || email || ' ' || product_name
    || coalesce(' ' || (delivery ->> 'firstName'), '') || coalesce(' ' || (delivery ->> 'lastName'), '')
    || coalesce(' ' || (delivery ->> 'companyName'), '') || coalesce(' ' || (delivery ->> 'company_name'), '')
    || coalesce(' ' || (delivery ->> 'company_tax_number'), '') || coalesce(' ' || (delivery ->> 'company_registration_number'), ''))
    || coalesce(phone_words(delivery ->> 'phone'), '');
--> statement-breakpoint
DROP INDEX orders_words;
--> statement-breakpoint
CREATE INDEX orders_words ON orders USING gin (order_words(number, email, product_name, delivery) gin_trgm_ops)
  WITH (gin_pending_list_limit = 256);
--> statement-breakpoint
ALTER INDEX orders_words ALTER COLUMN 1 SET STATISTICS 1000;
