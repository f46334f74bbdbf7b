CREATE SEQUENCE "public"."stripe_questions" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_key" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"stands" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "period_end" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "refunded" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "amount" integer NOT NULL;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "currency" text NOT NULL;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "question" bigint NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "checkout_key" text;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "stripe_events" ADD COLUMN "resolved_at" timestamp with time zone;
--> statement-breakpoint
CREATE INDEX "refunds_of_payment" ON "refunds" USING btree ("payment_key");
--> statement-breakpoint
CREATE INDEX "packages_of_subscription" ON "packages" USING btree ("subscription_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_open_checkout" ON "orders" USING btree ("profile_id","checkout_key") WHERE "orders"."checkout_key" is not null;
--> statement-breakpoint
CREATE INDEX "orders_pending" ON "orders" USING btree ("created_at") WHERE "orders"."status" = 'pending';
--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_refunded" CHECK ("packages"."refunded" between 0 and "packages"."amount");
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_open_is_pending" CHECK ("orders"."checkout_key" is null or "orders"."status" = 'pending');
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refunded" CHECK ("orders"."refunded" between 0 and "orders"."amount");