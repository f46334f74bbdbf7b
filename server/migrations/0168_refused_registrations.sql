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
