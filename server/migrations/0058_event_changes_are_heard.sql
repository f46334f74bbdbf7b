-- What is done with the whole event, and what guests choose then, belong to the list of reservations.
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON event_changes FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('porudzbine');
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON event_choices FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('porudzbine');
