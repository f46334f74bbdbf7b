CREATE INDEX "fulfilments_returned" ON "fulfilments" USING btree ("order_id") WHERE "fulfilments"."returned" and not "fulfilments"."surplus";
