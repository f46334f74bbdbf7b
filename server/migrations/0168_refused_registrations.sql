-- What earlier registrations that were refused, or that nobody confirmed, left behind: what was agreed to, under their address, and what the
-- log said of them before the entry of the end, which keeps its reason. Acceptances of anybody who is gone go as by erasing.
DELETE FROM acceptances a
WHERE a.occasion = 'registration' AND a.user_id IS NOT NULL AND NOT EXISTS (SELECT FROM auth.users u WHERE u.id = a.user_id);
--> statement-breakpoint
UPDATE audit_log said SET before = NULL, after = NULL
FROM audit_log ended
WHERE ended.action IN ('accounts.rejected', 'accounts.unconfirmed-removed') AND ended.subject_kind = 'profile'
  AND said.subject_id = ended.subject_id AND said.subject_kind = 'profile' AND said.id < ended.id
  AND (said.before IS NOT NULL OR said.after IS NOT NULL) AND audit_subject_gone('profile', said.subject_id);
--> statement-breakpoint
-- As before (migration 0098), and what was carried on is paid to whoever closes the account.
CREATE OR REPLACE TRIGGER moves BEFORE UPDATE OF state ON reward_statements FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION check_move('payable>paid', 'payable>held', 'held>payable', 'held>carried', 'paid>payable', 'carried>payable');
--> statement-breakpoint
-- Where a reward that was calculated is paid, and by which number its tax is, stay until then, also when the person is gone.
ALTER TABLE reward_payees DROP CONSTRAINT reward_payees_profile_id_profiles_id_fk;
