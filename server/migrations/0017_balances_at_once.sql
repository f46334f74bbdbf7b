-- Entries written together move each balance once: a rush of vouchers is one update of the people, not one for each entry.
DROP TRIGGER move_balance ON ledger;
--> statement-breakpoint
DROP FUNCTION move_balance();
--> statement-breakpoint
CREATE FUNCTION move_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE profiles p SET l_banners = p.l_banners + moved.banners, tv_seconds = p.tv_seconds + moved.seconds
  FROM (
    SELECT profile_id,
           coalesce(sum(delta) FILTER (WHERE unit = 'banner'), 0) AS banners,
           coalesce(sum(delta) FILTER (WHERE unit = 'tv_second'), 0) AS seconds
    FROM entered GROUP BY profile_id
  ) moved
  WHERE p.id = moved.profile_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER move_balances AFTER INSERT ON ledger REFERENCING NEW TABLE AS entered
  FOR EACH STATEMENT EXECUTE FUNCTION move_balances();
