-- Storage that is free on a TV for adverts, in MB, as it said last.
ALTER TABLE tv_screens ADD COLUMN free_megabytes integer;
