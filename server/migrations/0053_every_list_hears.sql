-- Every list hears of the tables it shows (domain/live/rules.ts): those that are a list of their own by their name, parts of
-- a list by that list's.
CREATE FUNCTION tell_topic() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_change(TG_ARGV[0]);
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  part text[];
BEGIN
  FOREACH part SLICE 1 IN ARRAY ARRAY[
    ['vaucerkod', 'vaucerkod'], ['mails', 'mails'], ['audit_log', 'audit_log'], ['tasks', 'tasks'],
    ['event_details', 'event_details'],
    ['event_tickets', 'porudzbine'], ['event_places', 'porudzbine'], ['event_claims', 'porudzbine'],
    ['statement_lines', 'statement_lines'], ['statement_imports', 'statement_lines'],
    ['payment_parts', 'statement_lines'], ['accepted_differences', 'statement_lines']]
  LOOP
    EXECUTE format('CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH STATEMENT EXECUTE FUNCTION tell_topic(%L)', part[1], part[2]);
  END LOOP;
END $$;
--> statement-breakpoint
-- A problem is heard of when it is gone, too.
DROP TRIGGER tell_problem ON stripe_events;
--> statement-breakpoint
CREATE TRIGGER tell_problem AFTER UPDATE ON stripe_events
  FOR EACH ROW WHEN (NEW.problem IS NOT NULL OR OLD.problem IS NOT NULL) EXECUTE FUNCTION tell_packages_changed();
