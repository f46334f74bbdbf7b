-- How many TVs play is read of fourteen days, not of all years.
CREATE INDEX IF NOT EXISTS "tv_days_by_day" ON "tv_days" USING btree ("day");
