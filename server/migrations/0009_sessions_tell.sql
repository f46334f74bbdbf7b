-- A person's streams hear when one of their sessions ends or they are locked out, and look again whether they may go on.
CREATE FUNCTION auth.tell_session_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', 'account:' || user_id) FROM ended GROUP BY user_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_session_ended AFTER DELETE ON auth.sessions REFERENCING OLD TABLE AS ended
  FOR EACH STATEMENT EXECUTE FUNCTION auth.tell_session_ended();
--> statement-breakpoint
CREATE FUNCTION auth.tell_user_banned() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', 'account:' || NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_user_banned AFTER UPDATE OF banned_until ON auth.users FOR EACH ROW
  WHEN (OLD.banned_until IS DISTINCT FROM NEW.banned_until) EXECUTE FUNCTION auth.tell_user_banned();
