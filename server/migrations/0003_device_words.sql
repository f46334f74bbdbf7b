-- A waiting TV hears of its linking, a linked one of its unlinking or new name.
CREATE FUNCTION tell_pairing_linked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', 'pairing:' || NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_pairing_linked AFTER UPDATE OF user_ref ON qrlogin FOR EACH ROW
  WHEN (OLD.user_ref IS DISTINCT FROM NEW.user_ref) EXECUTE FUNCTION tell_pairing_linked();
--> statement-breakpoint
CREATE FUNCTION tell_device_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', 'device:' || OLD.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_device_changed AFTER UPDATE ON devices FOR EACH ROW
  WHEN (OLD.name IS DISTINCT FROM NEW.name OR OLD.unlinked_at IS DISTINCT FROM NEW.unlinked_at) EXECUTE FUNCTION tell_device_changed();
--> statement-breakpoint
CREATE TRIGGER tell_device_deleted AFTER DELETE ON devices FOR EACH ROW EXECUTE FUNCTION tell_device_changed();
