ALTER TABLE "mails" ADD COLUMN "profile_id" uuid;--> statement-breakpoint
CREATE INDEX "mails_of_account" ON "mails" USING btree ("profile_id") WHERE "mails"."profile_id" is not null;--> statement-breakpoint
-- Whose mail it was, where that is known for sure: these are written to accounts only, and the account was there already.
UPDATE mails m SET profile_id = u.id FROM auth.users u
  WHERE u.email = m."to" AND m.created_at >= u.created_at AND m.template <> 'accounts.email-change'
    AND m.template <> 'accounts.registration-waiting' AND m.template ~ '^(accounts|advertising|devices|vouchers)\.';
--> statement-breakpoint
UPDATE mails m SET profile_id = o.profile_id FROM orders o
  WHERE o.profile_id IS NOT NULL AND m.once_key IN ('orders.paid:' || o.id, 'orders.withdrawn:' || o.id);
--> statement-breakpoint
-- Mails with the links of a reservation and of its tickets keep nothing once they are sent, like every mail that opens a door.
UPDATE mails SET props = '{}', html = NULL, text = NULL
  WHERE state = 'sent' AND template IN ('events.reserved', 'events.reminder', 'events.confirmed');
--> statement-breakpoint
-- What strangers tried and what somebody searched for have an age, like the addresses they came from. Everything else in
-- the audit log stays.
CREATE FUNCTION audit_attempt(action text) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN action IN ('accounts.sign-in-failed', 'accounts.verification-failed', 'accounts.password-proof-failed',
    'accounts.factor-refused', 'accounts.link-not-sent', 'accounts.sign-up-repeated');
--> statement-breakpoint
CREATE FUNCTION audit_drops_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (audit_attempt(OLD.action) AND OLD.at < now() - interval '1 day') THEN
    RAISE EXCEPTION 'audit_log is append-only' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
DROP TRIGGER append_only ON audit_log;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER drops_only BEFORE DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_drops_only();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION audit_forgets_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.at, NEW.actor, NEW.action, NEW.subject_kind, NEW.subject_id, NEW.request_id)
      IS DISTINCT FROM (OLD.id, OLD.at, OLD.actor, OLD.action, OLD.subject_kind, OLD.subject_id, OLD.request_id)
    OR (NEW.actor_email IS DISTINCT FROM OLD.actor_email
      AND NOT (NEW.actor_email IS NULL AND NEW.ip IS NULL AND audit_person_gone(OLD.actor)))
    OR (NEW.ip IS DISTINCT FROM OLD.ip
      AND NOT (NEW.ip IS NULL AND (OLD.at < now() - interval '1 day'
        OR (NEW.actor_email IS NULL AND audit_person_gone(OLD.actor)))))
    OR ((NEW.before, NEW.after) IS DISTINCT FROM (OLD.before, OLD.after)
      AND NOT (NEW.before IS NULL AND NEW.after IS NULL AND audit_subject_gone(OLD.subject_kind, OLD.subject_id))
      AND NOT (OLD.subject_kind = 'list' AND OLD.at < now() - interval '1 day'
        AND NEW.before IS NOT DISTINCT FROM OLD.before AND NEW.after = OLD.after - 'search'))
  THEN
    RAISE EXCEPTION 'audit_log is append-only' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- An entry about a voucher kept the address of whoever redeemed it, which nothing could take out again.
ALTER TABLE audit_log DISABLE TRIGGER forgets_only;
--> statement-breakpoint
UPDATE audit_log SET after = after - 'by' WHERE action = 'vouchers.redeemed' AND after ? 'by';
--> statement-breakpoint
ALTER TABLE audit_log ENABLE TRIGGER forgets_only;
