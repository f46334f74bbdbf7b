-- The audit log stays append-only, with one exception: of people and things that are gone it may forget what it says
-- about them. Who did what, on whom and when stays for good, as ids.
CREATE FUNCTION audit_person_gone(person text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF person = 'visitor' THEN RETURN true; END IF;
  IF person !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN RETURN false; END IF;
  RETURN NOT EXISTS (SELECT FROM auth.users WHERE id = person::uuid);
END $$;
--> statement-breakpoint
CREATE FUNCTION audit_subject_gone(kind text, subject text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF subject !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN RETURN false; END IF;
  RETURN CASE kind
    WHEN 'profile' THEN NOT EXISTS (SELECT FROM auth.users WHERE id = subject::uuid)
    WHEN 'device' THEN NOT EXISTS (SELECT FROM devices WHERE id = subject::uuid)
    WHEN 'reservation' THEN NOT EXISTS (SELECT FROM porudzbine WHERE id = subject::uuid AND email <> '')
    ELSE false
  END;
END $$;
--> statement-breakpoint
CREATE FUNCTION audit_forgets_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.at, NEW.actor, NEW.action, NEW.subject_kind, NEW.subject_id, NEW.request_id)
      IS DISTINCT FROM (OLD.id, OLD.at, OLD.actor, OLD.action, OLD.subject_kind, OLD.subject_id, OLD.request_id)
    OR ((NEW.actor_email, NEW.ip) IS DISTINCT FROM (OLD.actor_email, OLD.ip)
      AND NOT (NEW.actor_email IS NULL AND NEW.ip IS NULL AND audit_person_gone(OLD.actor)))
    OR ((NEW.before, NEW.after) IS DISTINCT FROM (OLD.before, OLD.after)
      AND NOT (NEW.before IS NULL AND NEW.after IS NULL AND audit_subject_gone(OLD.subject_kind, OLD.subject_id)))
  THEN
    RAISE EXCEPTION 'audit_log is append-only' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
DROP TRIGGER append_only ON audit_log;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER forgets_only BEFORE UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_forgets_only();
--> statement-breakpoint
-- What the back office filters by, newest first.
CREATE INDEX audit_log_action ON audit_log (action, id DESC);
--> statement-breakpoint
CREATE INDEX audit_log_actor_email ON audit_log (actor_email text_pattern_ops, id DESC) WHERE actor_email IS NOT NULL;
--> statement-breakpoint
CREATE INDEX mails_in_trouble ON mails (number DESC) WHERE state <> 'sent';
--> statement-breakpoint
CREATE INDEX profiles_companies ON profiles (created_at DESC, id DESC) WHERE is_company;
--> statement-breakpoint
CREATE INDEX profiles_partners ON profiles (created_at DESC, id DESC) WHERE is_partner;
--> statement-breakpoint
CREATE INDEX profiles_installers ON profiles (created_at DESC, id DESC) WHERE is_monter;
--> statement-breakpoint
CREATE INDEX profiles_admins ON profiles (created_at DESC, id DESC) WHERE is_admin;
--> statement-breakpoint
CREATE INDEX profiles_blocked ON profiles (created_at DESC, id DESC) WHERE blocked_at IS NOT NULL;
--> statement-breakpoint
-- A registration that may be somebody's second: the same company numbers, or the same phone however it was written.
CREATE FUNCTION phone_tail(phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN length(regexp_replace(phone, '\D', '', 'g')) >= 8 THEN right(regexp_replace(phone, '\D', '', 'g'), 8) END;
--> statement-breakpoint
CREATE INDEX profiles_phone_tail ON profiles (phone_tail(phone)) WHERE phone IS NOT NULL;
--> statement-breakpoint
CREATE INDEX profiles_tax_number ON profiles (pibfirme) WHERE pibfirme IS NOT NULL;
--> statement-breakpoint
CREATE INDEX profiles_registration_number ON profiles (mbfirme) WHERE mbfirme IS NOT NULL;
