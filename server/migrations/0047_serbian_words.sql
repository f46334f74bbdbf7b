-- Names in the order of the Serbian alphabet (č, ć, dž, đ, lj, nj, š, ž are letters of their own), whatever the database's
-- locale. PostgreSQL's packages all come with ICU.
CREATE COLLATION serbian (provider = icu, locale = 'sr-Latn');
--> statement-breakpoint
-- Cyrillic letters as Latin ones; other text is left alone. domain/fold.ts does the same.
CREATE FUNCTION serbian_latin(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN words ~ '[Ѐ-ӿ]' THEN
    replace(replace(replace(replace(replace(replace(
      translate(words, 'абвгдђежзијйклмнопрстћуфхцчшѓќАБВГДЂЕЖЗИЈЙКЛМНОПРСТЋУФХЦЧШЃЌ',
        'abvgdđežzijjklmnoprstćufhcčšgkABVGDĐEŽZIJJKLMNOPRSTĆUFHCČŠGK'),
      'љ', 'lj'), 'њ', 'nj'), 'џ', 'dž'), 'Љ', 'Lj'), 'Њ', 'Nj'), 'Џ', 'Dž')
    ELSE words END;
--> statement-breakpoint
-- Words as people type them in a hurry: any case and script, without marks, "dj" for "đ". Independent of the database's
-- locale. Most words are ASCII or have Serbian marks only, which is much quicker to fold than everything else.
CREATE OR REPLACE FUNCTION search_fold(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN octet_length(words) = char_length(words) THEN replace(lower(words), 'dj', 'd')
    ELSE replace(lower(translate(
      CASE WHEN words ~ '[^\u0001-\u007FčćšžđČĆŠŽĐ–„“”]'
        THEN regexp_replace(normalize(serbian_latin(words), NFKD), '[\u0300-\u036F]', '', 'g') ELSE words END,
      'čćšžđČĆŠŽĐ', 'ccszdccszd')), 'dj', 'd') END;
--> statement-breakpoint
-- A phone's digits as they are dialled from abroad and at home, however they were written: "064/123-45-67" is
-- " 0641234567 381641234567". A number without a country's prefix is a Serbian one.
CREATE FUNCTION phone_words(phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN ' ' || regexp_replace(regexp_replace(
    regexp_replace(regexp_replace(replace(phone, '(0)', ''), '\D', '', 'g'), '^00', ''),
    '^0(\d{5,})$', '\& 381\1'), '^([1-9]\d\d)(\d{5,})$', '\& 0\2');
--> statement-breakpoint
CREATE OR REPLACE FUNCTION profile_words_of(p profiles) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN search_fold(' ' || concat_ws(' ', p.first_name, p.last_name, p.username, p.email, p.referral_code,
    p.company_name, p.pibfirme, p.mbfirme)) || coalesce(phone_words(p.phone), '');
--> statement-breakpoint
CREATE OR REPLACE FUNCTION profile_name_of(p profiles) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN serbian_latin(coalesce(p.last_name, '') || ' ' || coalesce(p.first_name, ''));
--> statement-breakpoint
DROP INDEX profile_words_trigrams;
--> statement-breakpoint
ALTER TABLE profile_words ALTER COLUMN name TYPE text COLLATE serbian;
--> statement-breakpoint
UPDATE profile_words w SET words = profile_words_of(p), name = profile_name_of(p) FROM profiles p WHERE p.id = w.profile_id;
--> statement-breakpoint
CREATE INDEX profile_words_trigrams ON profile_words USING gin (words gin_trgm_ops) WITH (fastupdate = off);
--> statement-breakpoint
DROP INDEX profiles_by_name;
--> statement-breakpoint
CREATE INDEX profiles_by_name ON profiles
  (serbian_latin(coalesce(last_name, '') || ' ' || coalesce(first_name, '')) COLLATE serbian, id);
--> statement-breakpoint
-- Reservations are found by phone as well.
DROP INDEX porudzbine_words;
--> statement-breakpoint
CREATE INDEX porudzbine_words ON porudzbine
  USING gin ((search_fold(' ' || ime || ' ' || prezime || ' ' || email) || phone_words(telefon)) gin_trgm_ops)
  WITH (gin_pending_list_limit = 256);
--> statement-breakpoint
REINDEX INDEX orders_words;
--> statement-breakpoint
REINDEX INDEX packages_words;
--> statement-breakpoint
REINDEX INDEX mails_words;
--> statement-breakpoint
REINDEX INDEX vaucerkod_words;
