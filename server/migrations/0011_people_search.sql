-- The back office finds people by phone and company, too. A phone is known by its last digits, however it was written.
CREATE OR REPLACE FUNCTION keep_profile_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO profile_words (profile_id, words)
  VALUES (NEW.id, profile_words_of(NEW))
  ON CONFLICT (profile_id) DO UPDATE SET words = excluded.words;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION profile_words_of(p profiles) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN search_fold(' ' || concat_ws(' ', p.first_name, p.last_name, p.username, p.email, p.referral_code,
    p.company_name, p.pibfirme, p.mbfirme, p.phone, regexp_replace(regexp_replace(p.phone, '\D', '', 'g'), '^00', ''),
    '0' || substr(regexp_replace(p.phone, '\D', '', 'g'), 4)));
--> statement-breakpoint
DROP TRIGGER keep_profile_words ON profiles;
--> statement-breakpoint
CREATE TRIGGER keep_profile_words AFTER INSERT OR UPDATE OF first_name, last_name, username, email, referral_code, company_name, pibfirme, mbfirme, phone
  ON profiles FOR EACH ROW EXECUTE FUNCTION keep_profile_words();
--> statement-breakpoint
UPDATE profile_words w SET words = profile_words_of(p) FROM profiles p WHERE p.id = w.profile_id;
--> statement-breakpoint
CREATE INDEX profiles_by_name ON profiles (search_fold(coalesce(last_name, '') || ' ' || coalesce(first_name, '')), id);
--> statement-breakpoint
CREATE INDEX profiles_by_email ON profiles (lower(email), id);
--> statement-breakpoint
CREATE INDEX profiles_by_banners ON profiles (l_banners DESC, id DESC);
