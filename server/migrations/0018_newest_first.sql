-- `DESC` in an index meant `NULLS LAST`, while `ORDER BY … DESC` means nulls first: no list that is newest first could use
-- its index, and sorted the whole table instead. Ascending indexes are read backwards.
DO $$
DECLARE i record;
BEGIN
  FOR i IN SELECT schemaname, indexname, indexdef FROM pg_indexes
           WHERE indexdef LIKE '%DESC NULLS LAST%' AND schemaname IN ('public', 'auth')
  LOOP
    EXECUTE format('DROP INDEX %I.%I', i.schemaname, i.indexname);
    EXECUTE replace(i.indexdef, ' DESC NULLS LAST', '');
  END LOOP;
END $$;
