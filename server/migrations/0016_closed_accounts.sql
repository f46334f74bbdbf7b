ALTER TABLE "profiles" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "profiles_closed" ON "profiles" USING btree ("closed_at") WHERE "profiles"."closed_at" is not null;
--> statement-breakpoint
ALTER TABLE "auth"."users" ADD COLUMN "mailbox_proven_at" timestamp with time zone;--> statement-breakpoint
UPDATE "auth"."users" SET "mailbox_proven_at" = "email_confirmed_at" WHERE "confirmation_sent_at" IS NOT NULL;
