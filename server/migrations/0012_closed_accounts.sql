ALTER TABLE "profiles" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "profiles_closed" ON "profiles" USING btree ("closed_at") WHERE "profiles"."closed_at" is not null;
