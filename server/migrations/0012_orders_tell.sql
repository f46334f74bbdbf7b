-- A buyer's own screens hear that an order of theirs was paid or called off.
CREATE FUNCTION tell_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', 'account:' || profile_id) FROM changed WHERE profile_id IS NOT NULL GROUP BY profile_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_buyer AFTER UPDATE ON orders REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_owner();
