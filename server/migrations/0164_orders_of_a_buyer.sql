-- What a person's orders come to is read from their index, and what came back is found among all that is under way without reading it.
CREATE INDEX IF NOT EXISTS "orders_of_buyer" ON "orders" USING btree ("profile_id","created_at","id","status","amount","refunded");
--> statement-breakpoint
DROP INDEX "orders_of_person";
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "orders_came_back" ON "orders" USING btree ("created_at") WHERE "orders"."fulfilment_state" in ('refused', 'returned')
          and "orders"."payment_state" in ('paid', 'part_refunded', 'settled', 'due', 'collected');
