ALTER TABLE "order_refunds" ADD COLUMN "label_price" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_refunds" ADD CONSTRAINT "order_refunds_label" CHECK ("order_refunds"."label_price" >= 0 and ("order_refunds"."scope" = 'devices' or "order_refunds"."label_price" = 0)) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_refunds" VALIDATE CONSTRAINT "order_refunds_label";
