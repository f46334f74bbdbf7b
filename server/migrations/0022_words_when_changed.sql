-- An order writes the buyer's form into the profile, which mostly says what is there already: what a person is searched by
-- is folded and indexed again only when it differs.
DROP TRIGGER keep_profile_words ON profiles;
--> statement-breakpoint
CREATE TRIGGER keep_new_profile_words AFTER INSERT ON profiles FOR EACH ROW EXECUTE FUNCTION keep_profile_words();
--> statement-breakpoint
CREATE TRIGGER keep_profile_words AFTER UPDATE OF first_name, last_name, username, email, referral_code, company_name, pibfirme, mbfirme, phone
  ON profiles FOR EACH ROW
  WHEN ((OLD.first_name, OLD.last_name, OLD.username, OLD.email, OLD.referral_code, OLD.company_name, OLD.pibfirme, OLD.mbfirme, OLD.phone)
    IS DISTINCT FROM
    (NEW.first_name, NEW.last_name, NEW.username, NEW.email, NEW.referral_code, NEW.company_name, NEW.pibfirme, NEW.mbfirme, NEW.phone))
  EXECUTE FUNCTION keep_profile_words();
