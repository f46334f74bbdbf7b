-- The dashboard says how old the last backup is and whether a restored shop is held.
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON backups FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('upkeep');
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON restores FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('upkeep');
