-- Where a device was put when it was received, and which shelves hold new ones.
ALTER TABLE "stock_devices" ADD COLUMN "shelf" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "stock_devices_shelf" ON "stock_devices" USING btree ("shelf") WHERE "stock_devices"."place" = 'stock' and not "stock_devices"."is_opened" and "stock_devices"."shelf" <> '';
