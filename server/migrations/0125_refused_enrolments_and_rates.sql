ALTER TABLE "profiles" ADD COLUMN "enrolment_refused" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_enrolment_refused" CHECK ("profiles"."enrolment_refused" in ('REFERRAL_CODE_INVALID', 'REFERRAL_CODE_INACTIVE', 'REFERRAL_LIMIT_REACHED', 'OWN_REFERRAL_CODE')) NOT VALID;--> statement-breakpoint
ALTER TABLE "profiles" VALIDATE CONSTRAINT "profiles_enrolment_refused";
--> statement-breakpoint
-- Written by hand from here on.
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON exchange_rates FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('exchange_rates');
