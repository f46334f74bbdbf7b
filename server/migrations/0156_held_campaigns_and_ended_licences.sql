-- What staff paused its company does not let go on (decision 316).
ALTER TABLE "campaigns" ADD COLUMN "is_held_by_staff" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- The licence of an erased person stays with its number alone, so that the device stays used up.
ALTER TABLE "licences" ALTER COLUMN "profile_id" DROP NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_owner_of_licence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.profile_id IS NOT NULL THEN
    PERFORM public.note_change('account:' || NEW.profile_id);
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.profile_id <> NEW.profile_id THEN
    PERFORM public.note_change('account:' || OLD.profile_id);
  END IF;
  RETURN NULL;
END $$;
