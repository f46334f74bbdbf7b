CREATE INDEX "claims_waiting_by_amount" ON "claims" USING btree ("amount") WHERE "claims"."state" = 'live' and "claims"."way" = 'transfer';
