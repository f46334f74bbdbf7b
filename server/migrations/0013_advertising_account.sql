ALTER TABLE "packages" ADD COLUMN "invoice_number" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "retry_at" timestamp with time zone;--> statement-breakpoint
-- The list of sold packages shows the subscription's state and the events that need a person, the account page its own subscriptions.
CREATE FUNCTION tell_packages_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', 'packages');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION tell_subscriber() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', 'account:' || NEW.profile_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_packages_changed AFTER INSERT OR UPDATE OR DELETE ON subscriptions
  FOR EACH STATEMENT EXECUTE FUNCTION tell_packages_changed();
--> statement-breakpoint
CREATE TRIGGER tell_subscriber AFTER INSERT OR UPDATE ON subscriptions
  FOR EACH ROW WHEN (NEW.profile_id IS NOT NULL) EXECUTE FUNCTION tell_subscriber();
--> statement-breakpoint
CREATE TRIGGER tell_problem AFTER UPDATE ON stripe_events
  FOR EACH ROW WHEN (NEW.problem IS NOT NULL) EXECUTE FUNCTION tell_packages_changed();
