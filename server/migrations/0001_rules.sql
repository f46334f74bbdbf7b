-- Rules that hold whoever writes: timestamps, append-only books, balances, and who is told about changes.

CREATE FUNCTION touch_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := now();
  RETURN NEW;
END $$;
--> statement-breakpoint
DO $$
DECLARE t record;
BEGIN
  FOR t IN SELECT table_schema, table_name FROM information_schema.columns
           WHERE column_name = 'updated_at' AND table_schema IN ('public', 'auth')
  LOOP
    EXECUTE format('CREATE TRIGGER touch_updated_at BEFORE UPDATE ON %I.%I FOR EACH ROW EXECUTE FUNCTION touch_updated_at()', t.table_schema, t.table_name);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The balance is the ledger's sum: it moves with an entry and in no other way.
CREATE FUNCTION move_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.unit = 'banner' THEN
    UPDATE profiles SET l_banners = l_banners + NEW.delta WHERE id = NEW.profile_id;
  ELSE
    UPDATE profiles SET tv_seconds = tv_seconds + NEW.delta WHERE id = NEW.profile_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER move_balance AFTER INSERT ON ledger FOR EACH ROW EXECUTE FUNCTION move_balance();
--> statement-breakpoint
CREATE FUNCTION guard_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'a balance changes only through the ledger' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER guard_balance BEFORE UPDATE ON profiles FOR EACH ROW
  WHEN (OLD.l_banners IS DISTINCT FROM NEW.l_banners OR OLD.tv_seconds IS DISTINCT FROM NEW.tv_seconds)
  EXECUTE FUNCTION guard_balance();
--> statement-breakpoint
CREATE TRIGGER guard_new_balance BEFORE INSERT ON profiles FOR EACH ROW
  WHEN (NEW.l_banners <> 0 OR NEW.tv_seconds <> 0)
  EXECUTE FUNCTION guard_balance();
--> statement-breakpoint
-- Live updates: one word per changed list and statement; PostgreSQL folds equal words of one transaction.
CREATE FUNCTION tell_list_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', TG_TABLE_NAME);
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['orders', 'packages', 'profiles', 'porudzbine']
  LOOP
    EXECUTE format('CREATE TRIGGER tell_list_changed AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH STATEMENT EXECUTE FUNCTION tell_list_changed()', t);
  END LOOP;
END $$;
--> statement-breakpoint
-- A person's own screens hear of their own account: approval, deletion, rights.
CREATE FUNCTION tell_account_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', 'account:' || id) FROM changed;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_account_updated AFTER UPDATE ON profiles REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_account_changed();
--> statement-breakpoint
CREATE TRIGGER tell_account_deleted AFTER DELETE ON profiles REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_account_changed();
