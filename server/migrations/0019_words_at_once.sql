-- Words that are waiting to enter a GIN index are read one by one at every search; with up to 4 MB of them, half a second
-- at a hundred thousand people. People are written rarely and searched at every letter, so their words enter at once.
ALTER INDEX profile_words_trigrams SET (fastupdate = off);
--> statement-breakpoint
-- Those that wait already are let in now.
SELECT gin_clean_pending_list('profile_words_trigrams'::regclass);
