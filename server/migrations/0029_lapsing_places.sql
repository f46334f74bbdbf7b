ALTER TABLE "porudzbine" ADD COLUMN "scarce" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "porudzbine" ADD COLUMN "lapses_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "porudzbine" ADD COLUMN "lapse_announced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "porudzbine" ADD COLUMN "lapsed_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "porudzbine_one_scarce" ON "porudzbine" USING btree ("godina","email") WHERE "porudzbine"."scarce" and "porudzbine"."status" = 'pending';--> statement-breakpoint
ALTER TABLE "porudzbine" ADD CONSTRAINT "porudzbine_isteklo" CHECK ("porudzbine"."status" <> 'isteklo' or "porudzbine"."lapsed_at" is not null);