-- PostgreSQL commits transactions that notify one after the other, each with its own flush to disk. So a change only leaves
-- its topic here; the servers notify of what they find (server/live/listen.ts).
CREATE UNLOGGED TABLE "live_changes" (
	"topic" text NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION note_change(topic text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO public.live_changes VALUES (topic)
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_list_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_change(TG_TABLE_NAME);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_account_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_change('account:' || id) FROM changed;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_pairing_linked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_change('pairing:' || NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_device_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_change('device:' || OLD.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_account_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_change('account:' || NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION auth.tell_session_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_change('account:' || user_id) FROM ended GROUP BY user_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION auth.tell_user_banned() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_change('account:' || NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_change('account:' || profile_id) FROM changed WHERE profile_id IS NOT NULL GROUP BY profile_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_packages_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_change('packages');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_subscriber() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_change('account:' || NEW.profile_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_owner_of_device() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_change('account:' || NEW.profile_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_change('orders');
  PERFORM public.note_change('account:' || profile_id) FROM orders WHERE id = NEW.order_id AND profile_id IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_devices_of_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_change('device:' || id) FROM devices WHERE profile_id = NEW.id AND unlinked_at IS NULL;
  RETURN NULL;
END $$;
