-- What an order is searched by: also the numbers of a company that orders devices, the phone of one that orders a package, and whoever
-- takes the parcel.
DROP INDEX orders_words;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION order_words(number bigint, email text, product_name text, delivery jsonb) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN search_fold(' ' || number::text || ' ' || email || ' ' || product_name
    || coalesce(' ' || (delivery ->> 'firstName'), '') || coalesce(' ' || (delivery ->> 'lastName'), '')
    || coalesce(' ' || (delivery ->> 'companyName'), '') || coalesce(' ' || (delivery ->> 'company_name'), '')
    || coalesce(' ' || (delivery ->> 'companyTaxNumber'), '') || coalesce(' ' || (delivery ->> 'companyRegistrationNumber'), '')
    || coalesce(' ' || (delivery ->> 'company_tax_number'), '') || coalesce(' ' || (delivery ->> 'company_registration_number'), '')
    || coalesce(' ' || (delivery ->> 'recipientName'), ''))
    || coalesce(phone_words(delivery ->> 'phone'), '') || coalesce(phone_words(delivery ->> 'recipientPhone'), '')
    || coalesce(phone_words(delivery ->> 'company_contact'), '');
--> statement-breakpoint
CREATE INDEX orders_words ON orders USING gin (order_words(number, email, product_name, delivery) gin_trgm_ops)
  WITH (gin_pending_list_limit = 256);
--> statement-breakpoint
ALTER INDEX orders_words ALTER COLUMN 1 SET STATISTICS 1000;
