-- People who are searched for are sorted and told apart beside their words, so that finding them reads one small table.
DROP INDEX profile_words_trigrams;
--> statement-breakpoint
TRUNCATE profile_words;
--> statement-breakpoint
ALTER TABLE "profile_words" ADD COLUMN "created_at" timestamp with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "profile_words" ADD COLUMN "name" text NOT NULL;--> statement-breakpoint
ALTER TABLE "profile_words" ADD COLUMN "email" text NOT NULL;--> statement-breakpoint
ALTER TABLE "profile_words" ADD COLUMN "groups" text[] NOT NULL;--> statement-breakpoint
-- Room for a new version of a row in its page: a change of the groups then leaves the indexes alone.
ALTER TABLE profile_words SET (fillfactor = 90);
--> statement-breakpoint
CREATE FUNCTION profile_groups_of(p profiles) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN array_remove(ARRAY[
    CASE WHEN p.is_company THEN 'company' END,
    CASE WHEN p.is_partner THEN 'partner' END,
    CASE WHEN p.is_monter THEN 'installer' END,
    CASE WHEN p.is_admin THEN 'admin' END,
    CASE WHEN p.toberegistered THEN 'waiting' END,
    CASE WHEN p.blocked_at IS NOT NULL THEN 'blocked' END,
    CASE WHEN p.terminates_at IS NOT NULL OR p.closed_at IS NOT NULL THEN 'ending' END,
    CASE WHEN NOT (p.is_company OR p.is_monter) THEN 'others' END], NULL);
--> statement-breakpoint
CREATE FUNCTION profile_name_of(p profiles) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN search_fold(coalesce(p.last_name, '') || ' ' || coalesce(p.first_name, ''));
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_profile_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO profile_words (profile_id, words, created_at, name, email, groups)
  VALUES (NEW.id, profile_words_of(NEW), NEW.created_at, profile_name_of(NEW), lower(NEW.email), profile_groups_of(NEW))
  ON CONFLICT (profile_id) DO UPDATE SET words = excluded.words, created_at = excluded.created_at, name = excluded.name,
    email = excluded.email, groups = excluded.groups;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER keep_profile_words ON profiles;
--> statement-breakpoint
CREATE TRIGGER keep_profile_words AFTER UPDATE OF first_name, last_name, username, email, referral_code, company_name, pibfirme, mbfirme, phone,
    created_at, is_company, is_partner, is_monter, is_admin, toberegistered, blocked_at, terminates_at, closed_at
  ON profiles FOR EACH ROW
  WHEN ((OLD.first_name, OLD.last_name, OLD.username, OLD.email, OLD.referral_code, OLD.company_name, OLD.pibfirme, OLD.mbfirme, OLD.phone,
      OLD.created_at, OLD.is_company, OLD.is_partner, OLD.is_monter, OLD.is_admin, OLD.toberegistered, OLD.blocked_at, OLD.terminates_at, OLD.closed_at)
    IS DISTINCT FROM
    (NEW.first_name, NEW.last_name, NEW.username, NEW.email, NEW.referral_code, NEW.company_name, NEW.pibfirme, NEW.mbfirme, NEW.phone,
      NEW.created_at, NEW.is_company, NEW.is_partner, NEW.is_monter, NEW.is_admin, NEW.toberegistered, NEW.blocked_at, NEW.terminates_at, NEW.closed_at))
  EXECUTE FUNCTION keep_profile_words();
--> statement-breakpoint
INSERT INTO profile_words (profile_id, words, created_at, name, email, groups)
  SELECT id, profile_words_of(p), created_at, profile_name_of(p), lower(email), profile_groups_of(p) FROM profiles p ORDER BY created_at;
--> statement-breakpoint
CREATE INDEX profile_words_trigrams ON profile_words USING gin (words gin_trgm_ops) WITH (fastupdate = off);
--> statement-breakpoint
CREATE INDEX "profile_words_newest" ON "profile_words" USING btree ("created_at","profile_id");--> statement-breakpoint
-- How many rows a word has is estimated from a sample of this size; it decides between fetching them all and walking down the list.
ALTER TABLE profile_words ALTER COLUMN words SET STATISTICS 1000;
--> statement-breakpoint
CREATE INDEX profiles_outside ON profiles (created_at, id) WHERE NOT in_tree AND NOT toberegistered AND blocked_at IS NULL;
--> statement-breakpoint
-- What the other lists are searched by. Their rows are written often and searched rarely: words wait until a few hundred
-- rows' are there and enter together; a search reads those that wait one by one.
CREATE INDEX orders_words ON orders USING gin (search_fold(' ' || email || ' ' || product_name) gin_trgm_ops)
  WITH (gin_pending_list_limit = 256);
--> statement-breakpoint
CREATE INDEX packages_words ON packages
  USING gin (search_fold(' ' || coalesce(company_name, '') || ' ' || email || ' ' || coalesce(invoice_number, '')) gin_trgm_ops)
  WITH (gin_pending_list_limit = 256);
--> statement-breakpoint
CREATE INDEX mails_words ON mails USING gin (search_fold(' ' || "to" || ' ' || coalesce(subject, '')) gin_trgm_ops)
  WITH (gin_pending_list_limit = 256);
--> statement-breakpoint
CREATE INDEX porudzbine_words ON porudzbine USING gin (search_fold(' ' || ime || ' ' || prezime || ' ' || email) gin_trgm_ops)
  WITH (gin_pending_list_limit = 256);
--> statement-breakpoint
CREATE INDEX vaucerkod_words ON vaucerkod USING gin (search_fold(' ' || kod::text || ' ' || coalesce(note, '')) gin_trgm_ops)
  WITH (gin_pending_list_limit = 256);
--> statement-breakpoint
ALTER INDEX orders_words ALTER COLUMN 1 SET STATISTICS 1000;
--> statement-breakpoint
ALTER INDEX mails_words ALTER COLUMN 1 SET STATISTICS 1000;
--> statement-breakpoint
DROP INDEX "audit_log_subject";--> statement-breakpoint
DROP INDEX "audit_log_actor";--> statement-breakpoint
DROP INDEX audit_log_action;
--> statement-breakpoint
DROP INDEX audit_log_actor_email;
--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX audit_log_domain ON audit_log (split_part(action, '.', 1), at, id);
--> statement-breakpoint
CREATE INDEX audit_log_actor_email ON audit_log (actor_email text_pattern_ops, at, id) WHERE actor_email IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "packages_by_amount" ON "packages" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "porudzbine_of_year" ON "porudzbine" USING btree ("godina","created_at","id");--> statement-breakpoint
CREATE INDEX "porudzbine_by_amount" ON "porudzbine" USING btree ("godina","iznos","id");--> statement-breakpoint
CREATE INDEX "orders_by_amount" ON "orders" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "vaucerkod_by_banners" ON "vaucerkod" USING btree ("kol_lbanera","id");--> statement-breakpoint
CREATE INDEX "vaucerkod_unused" ON "vaucerkod" USING btree ("id") WHERE not "vaucerkod"."iskoriscen" and "vaucerkod"."voided_at" is null;--> statement-breakpoint
CREATE INDEX "vaucerkod_used" ON "vaucerkod" USING btree ("id") WHERE "vaucerkod"."iskoriscen";--> statement-breakpoint
CREATE INDEX "vaucerkod_voided" ON "vaucerkod" USING btree ("id") WHERE "vaucerkod"."voided_at" is not null;--> statement-breakpoint
CREATE INDEX "vaucerkod_of_batch" ON "vaucerkod" USING btree ("batch");--> statement-breakpoint
DROP INDEX mails_in_trouble;
--> statement-breakpoint
CREATE INDEX "mails_in_trouble" ON "mails" USING btree ("state","number") WHERE "mails"."state" <> 'sent';
--> statement-breakpoint
CREATE INDEX "porudzbine_confirmed" ON "porudzbine" USING btree ("confirmed_at") WHERE "porudzbine"."confirmed_at" is not null;--> statement-breakpoint
CREATE INDEX "profiles_joined" ON "profiles" USING btree ("joined_network_at") WHERE "profiles"."in_tree";
