DROP INDEX "profiles_username_unique";--> statement-breakpoint
-- Of names that already look alike the oldest stays; the others get a few characters more.
UPDATE profiles p SET username = p.username || '-' || left(p.id::text, 4)
  WHERE EXISTS (
    SELECT 1 FROM profiles o
    WHERE translate(lower(o.username), 'авекмнорстухіјѕ', 'abekmhopctyxijs') = translate(lower(p.username), 'авекмнорстухіјѕ', 'abekmhopctyxijs')
      AND (o.created_at, o.id) < (p.created_at, p.id));--> statement-breakpoint
CREATE UNIQUE INDEX "profiles_username_unique" ON "profiles" USING btree (translate(lower("username"), 'авекмнорстухіјѕ', 'abekmhopctyxijs'));