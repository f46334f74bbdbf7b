CREATE TABLE "checkouts" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_key" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"question" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "disputes_amount" CHECK ("disputes"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "provider_tasks" (
	"object_id" text NOT NULL,
	"kind" text NOT NULL,
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"asked" integer DEFAULT 1 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "paused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "returned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "checkouts_open" ON "checkouts" USING btree ("order_id") WHERE "checkouts"."state" = 'open';--> statement-breakpoint
CREATE INDEX "disputes_of_payment" ON "disputes" USING btree ("payment_key");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_tasks_once" ON "provider_tasks" USING btree ("kind","object_id");--> statement-breakpoint
CREATE INDEX "provider_tasks_due" ON "provider_tasks" USING btree ("next_at") WHERE "provider_tasks"."done_at" is null;--> statement-breakpoint
-- Staff see at once that something cannot be done at Stripe, and that it is done at last.
CREATE TRIGGER tell_problem AFTER UPDATE ON provider_tasks
  FOR EACH ROW WHEN (NEW.failures > 1 OR OLD.failures > 1) EXECUTE FUNCTION tell_packages_changed();
--> statement-breakpoint
-- Pages that were paid before pages were written down.
INSERT INTO checkouts (id, order_id, mode, state, created_at)
SELECT checkout_session_id, id, 'payment', 'paid', created_at FROM orders WHERE checkout_session_id IS NOT NULL;
--> statement-breakpoint
-- Subscriptions of accounts that were closed, erased or blocked before, and whose end was given up.
INSERT INTO provider_tasks (kind, object_id)
SELECT 'match-subscription', s.id FROM subscriptions s LEFT JOIN profiles p ON p.id = s.profile_id
WHERE s.status NOT IN ('canceled', 'incomplete_expired')
  AND (p.id IS NULL OR p.closed_at IS NOT NULL OR p.blocked_at IS NOT NULL);
