-- The owner's list of TVs hears of a new TV, a new name, an end, and of the first sign of life; not of every later one.
CREATE FUNCTION tell_owner_of_device() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', 'account:' || NEW.profile_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_owner_of_new_device AFTER INSERT ON devices FOR EACH ROW EXECUTE FUNCTION tell_owner_of_device();
--> statement-breakpoint
CREATE TRIGGER tell_owner_of_changed_device AFTER UPDATE ON devices FOR EACH ROW
  WHEN (OLD.name IS DISTINCT FROM NEW.name OR OLD.unlinked_at IS DISTINCT FROM NEW.unlinked_at
    OR (OLD.last_seen_at IS NULL) <> (NEW.last_seen_at IS NULL)) EXECUTE FUNCTION tell_owner_of_device();
