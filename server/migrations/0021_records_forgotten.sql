-- The audit log forgets where a request came from once records of access are over, whoever made it.
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
      AND NOT (NEW.before IS NULL AND NEW.after IS NULL AND audit_subject_gone(OLD.subject_kind, OLD.subject_id)))
  THEN
    RAISE EXCEPTION 'audit_log is append-only' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
