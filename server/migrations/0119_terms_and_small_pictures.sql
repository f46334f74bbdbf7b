ALTER TABLE "order_refunds" DROP CONSTRAINT "order_refunds_scope";--> statement-breakpoint
ALTER TABLE "order_refunds" DROP CONSTRAINT "order_refunds_reason";--> statement-breakpoint
ALTER TABLE "order_refunds" DROP CONSTRAINT "order_refunds_months";--> statement-breakpoint
ALTER TABLE "order_refunds" ADD COLUMN "period_key" text;--> statement-breakpoint
ALTER TABLE "order_refunds" ADD COLUMN "period_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_refunds" ADD COLUMN "banners" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_refunds" ADD COLUMN "tv_seconds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_refunds" ADD COLUMN "stated_on" date;--> statement-breakpoint
ALTER TABLE "return_pictures" ADD COLUMN "thumb_id" uuid;--> statement-breakpoint
ALTER TABLE "return_pictures" ADD CONSTRAINT "return_pictures_thumb_id_files_id_fk" FOREIGN KEY ("thumb_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_refunds_of_period" ON "order_refunds" USING btree ("period_key") WHERE "order_refunds"."period_key" is not null;--> statement-breakpoint
CREATE INDEX "return_pictures_of_thumb" ON "return_pictures" USING btree ("thumb_id");--> statement-breakpoint
ALTER TABLE "order_refunds" ADD CONSTRAINT "order_refunds_period" CHECK (("order_refunds"."period_key" is not null) = ("order_refunds"."scope" = 'terms') and "order_refunds"."period_amount" between 0 and "order_refunds"."amount"
        and ("order_refunds"."scope" = 'terms' or "order_refunds"."period_amount" = 0)) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_refunds" VALIDATE CONSTRAINT "order_refunds_period";--> statement-breakpoint
ALTER TABLE "order_refunds" ADD CONSTRAINT "order_refunds_units" CHECK ("order_refunds"."banners" >= 0 and "order_refunds"."tv_seconds" >= 0 and ("order_refunds"."scope" = 'terms' or "order_refunds"."banners" + "order_refunds"."tv_seconds" = 0)) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_refunds" VALIDATE CONSTRAINT "order_refunds_units";--> statement-breakpoint
ALTER TABLE "order_refunds" ADD CONSTRAINT "order_refunds_stated" CHECK (("order_refunds"."stated_on" is not null) = ("order_refunds"."reason" = 'terms_withdrawal')) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_refunds" VALIDATE CONSTRAINT "order_refunds_stated";--> statement-breakpoint
ALTER TABLE "order_refunds" ADD CONSTRAINT "order_refunds_scope" CHECK ("order_refunds"."scope" in ('devices', 'months', 'terms', 'amount', 'whole')) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_refunds" VALIDATE CONSTRAINT "order_refunds_scope";--> statement-breakpoint
ALTER TABLE "order_refunds" ADD CONSTRAINT "order_refunds_reason" CHECK ("order_refunds"."reason" in ('withdrawal', 'complaint', 'wrong_payment', 'not_delivered', 'agreement', 'terms_withdrawal', 'terms_end')) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_refunds" VALIDATE CONSTRAINT "order_refunds_reason";--> statement-breakpoint
ALTER TABLE "order_refunds" ADD CONSTRAINT "order_refunds_months" CHECK ("order_refunds"."months" between 0 and 12 and case "order_refunds"."scope" when 'months' then "order_refunds"."months" > 0 when 'terms' then true else "order_refunds"."months" = 0 end) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_refunds" VALIDATE CONSTRAINT "order_refunds_months";
