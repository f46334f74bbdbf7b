-- The member network's rules, for whoever writes (docs/network.md tells them in prose). A writer says who stands under
-- whom (parent_id, in_tree); the path is the database's own work.

ALTER TABLE profiles ADD CONSTRAINT profiles_parent_fk FOREIGN KEY (parent_id) REFERENCES profiles (id) DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
CREATE FUNCTION network_label(id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN replace(id::text, '-', '_');
--> statement-breakpoint
CREATE FUNCTION network_short_label(id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN left(id::text, 6);
--> statement-breakpoint
-- One writer at a time, held to the end of the transaction: two opposite moves cannot both be right.
CREATE FUNCTION lock_network() RETURNS void LANGUAGE sql AS $$ SELECT pg_advisory_xact_lock(hashtext('network')) $$;
--> statement-breakpoint
CREATE FUNCTION network_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_network();
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Before the first row is touched, so that nobody waits here while holding a member's row.
CREATE TRIGGER network_lock_update BEFORE UPDATE OF id, parent_id, in_tree, path ON profiles FOR EACH STATEMENT EXECUTE FUNCTION network_lock();
--> statement-breakpoint
CREATE TRIGGER network_lock_delete BEFORE DELETE ON profiles FOR EACH STATEMENT EXECUTE FUNCTION network_lock();
--> statement-breakpoint
CREATE FUNCTION network_place() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  above profiles;
BEGIN
  IF NOT NEW.in_tree THEN
    IF TG_OP = 'UPDATE' AND EXISTS (SELECT FROM profiles WHERE parent_id = NEW.id) THEN
      RAISE EXCEPTION 'a member with a downline cannot leave the network'
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'network_leaves_nobody_behind';
    END IF;
    NEW.path := NULL;
    NEW.network_key := NULL;
    NEW.joined_network_at := NULL;
    RETURN NEW;
  END IF;

  -- An older snapshot would not see what the lock has just let through.
  IF current_setting('transaction_isolation') NOT IN ('read committed', 'read uncommitted') THEN
    RAISE EXCEPTION 'the network is written in READ COMMITTED transactions only' USING ERRCODE = 'invalid_transaction_state';
  END IF;
  PERFORM lock_network();

  IF NEW.parent_id IS NULL THEN
    NEW.path := 'root.' || network_label(NEW.id);
    NEW.network_key := network_short_label(NEW.id);
  ELSE
    SELECT * INTO above FROM profiles WHERE id = NEW.parent_id AND in_tree;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'the upline is not in the network'
        USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'network_upline_in_tree';
    END IF;
    -- Walked by parent_id, not read from the path: other rows of this statement may have moved already.
    IF TG_OP = 'UPDATE' AND EXISTS (
      WITH RECURSIVE up AS (
        SELECT id, parent_id FROM profiles WHERE id = NEW.parent_id
        UNION
        SELECT p.id, p.parent_id FROM up JOIN profiles p ON p.id = up.parent_id
      )
      SELECT FROM up WHERE up.id = NEW.id
    ) THEN
      RAISE EXCEPTION 'a member cannot stand under their own downline'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'network_no_cycle';
    END IF;
    NEW.path := above.path || '.' || network_label(NEW.id);
    NEW.network_key := above.network_key || network_short_label(NEW.id);
  END IF;
  NEW.joined_network_at := coalesce(NEW.joined_network_at, clock_timestamp());
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER network_place_new BEFORE INSERT ON profiles FOR EACH ROW
  WHEN (NEW.in_tree OR NEW.path IS NOT NULL OR NEW.network_key IS NOT NULL) EXECUTE FUNCTION network_place();
--> statement-breakpoint
CREATE TRIGGER network_place BEFORE UPDATE OF parent_id, in_tree ON profiles FOR EACH ROW
  WHEN (OLD.parent_id IS DISTINCT FROM NEW.parent_id OR OLD.in_tree IS DISTINCT FROM NEW.in_tree)
  EXECUTE FUNCTION network_place();
--> statement-breakpoint
-- A moved member takes the whole subtree along.
CREATE FUNCTION network_carry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH RECURSIVE below AS (
    SELECT c.id, m.path || '.' || network_label(c.id) AS path, m.network_key || network_short_label(c.id) AS key
    FROM profiles m JOIN profiles c ON c.parent_id = m.id WHERE m.id = NEW.id
    UNION ALL
    SELECT c.id, b.path || '.' || network_label(c.id), b.key || network_short_label(c.id)
    FROM below b JOIN profiles c ON c.parent_id = b.id
  )
  UPDATE profiles p SET path = below.path, network_key = below.key
  FROM below WHERE p.id = below.id AND p.path IS DISTINCT FROM below.path;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER network_carry AFTER UPDATE OF parent_id ON profiles FOR EACH ROW
  WHEN (OLD.in_tree AND NEW.in_tree AND OLD.parent_id IS DISTINCT FROM NEW.parent_id)
  EXECUTE FUNCTION network_carry();
--> statement-breakpoint
CREATE FUNCTION network_refuse_path() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a path follows from parent_id and is not written' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'network_path_follows';
END $$;
--> statement-breakpoint
CREATE TRIGGER network_path_follows BEFORE UPDATE OF id, path, network_key ON profiles FOR EACH ROW
  WHEN (pg_trigger_depth() = 0 AND (OLD.id <> NEW.id
    OR ((OLD.path IS DISTINCT FROM NEW.path OR OLD.network_key IS DISTINCT FROM NEW.network_key)
    AND OLD.parent_id IS NOT DISTINCT FROM NEW.parent_id AND OLD.in_tree = NEW.in_tree)))
  EXECUTE FUNCTION network_refuse_path();
--> statement-breakpoint
-- The direct downline of a deleted member rises to the nearest upline that stays.
CREATE FUNCTION network_lift() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH RECURSIVE heir AS (
    SELECT id, parent_id FROM gone WHERE in_tree
    UNION ALL
    SELECT h.id, g.parent_id FROM heir h JOIN gone g ON g.id = h.parent_id
  )
  UPDATE profiles c SET parent_id = h.parent_id FROM heir h
  WHERE c.parent_id = h.id AND NOT EXISTS (SELECT FROM gone WHERE gone.id = h.parent_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER network_lift AFTER DELETE ON profiles REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION network_lift();
--> statement-breakpoint
-- People whose upline's upline moved have nothing new on their own screens: ten thousand of them are not told.
DROP TRIGGER tell_account_updated ON profiles;
--> statement-breakpoint
CREATE FUNCTION tell_account_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', 'account:' || NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_account_updated AFTER UPDATE ON profiles FOR EACH ROW
  WHEN (OLD.path IS NOT DISTINCT FROM NEW.path OR OLD.parent_id IS DISTINCT FROM NEW.parent_id)
  EXECUTE FUNCTION tell_account_updated();
--> statement-breakpoint
-- A subtree is a range of keys. A whole path in the index would cost six times the space (534 bytes a member in a network
-- of a million) and stop at 73 levels, because an entry may not exceed 2,704 bytes. Beyond 400 levels the index narrows no
-- further; the row's own path always decides.
CREATE INDEX profiles_network_path ON profiles (left(network_key, 2400) text_pattern_ops) WHERE in_tree;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Words as people type them in a hurry: any case, without diacritics, "dj" for "đ". Independent of the database's locale.
CREATE FUNCTION search_fold(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN replace(lower(translate(words, 'čćšžđČĆŠŽĐ', 'ccszdccszd')), 'dj', 'd');
--> statement-breakpoint
-- Begins with a space, so that ' ma' finds a beginning of any word.
CREATE FUNCTION keep_profile_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO profile_words (profile_id, words)
  VALUES (NEW.id, search_fold(' ' || concat_ws(' ', NEW.first_name, NEW.last_name, NEW.username, NEW.email, NEW.referral_code)))
  ON CONFLICT (profile_id) DO UPDATE SET words = excluded.words;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_profile_words AFTER INSERT OR UPDATE OF first_name, last_name, username, email, referral_code ON profiles
  FOR EACH ROW EXECUTE FUNCTION keep_profile_words();
--> statement-breakpoint
INSERT INTO profile_words (profile_id, words)
  SELECT id, search_fold(' ' || concat_ws(' ', first_name, last_name, username, email, referral_code)) FROM profiles;
--> statement-breakpoint
CREATE INDEX profile_words_trigrams ON profile_words USING gin (words gin_trgm_ops);
