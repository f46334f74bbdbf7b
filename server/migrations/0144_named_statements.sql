-- As before, but a statement without any line is named as well, and not nothing at all.
CREATE OR REPLACE VIEW reward_differences AS
  WITH since AS (
    SELECT min(valid_from) AS day FROM reward_rules WHERE recalled_at IS NULL
  ), kept AS (
    SELECT (min(hour) AT TIME ZONE 'Europe/Belgrade')::date + 1 AS day FROM plays
  ), raw AS (
    SELECT p.tv_id, (p.hour AT TIME ZONE 'Europe/Belgrade')::date AS day, count(*) FILTER (WHERE c.kind = 'banner') AS banners,
      coalesce(sum(p.units) FILTER (WHERE c.kind <> 'banner'), 0) AS tv_seconds
    FROM plays p JOIN campaigns c ON c.id = p.campaign_id WHERE p.outcome = 'counted' GROUP BY 1, 2
  ), days AS (
    SELECT tv_id, day, sum(banners) AS banners, sum(tv_seconds) AS tv_seconds FROM viewer_days GROUP BY 1, 2
  ), earned AS (
    SELECT v.profile_id, v.day, v.tv_id, v.banners, v.tv_seconds, v.corrected_at,
      least(r.ceiling, (v.banners * r.banner + v.tv_seconds * r.tv_second + 50) / 100) AS amount
    FROM viewer_days v CROSS JOIN LATERAL (
      SELECT * FROM reward_rules WHERE recalled_at IS NULL AND valid_from <= v.day ORDER BY valid_from DESC LIMIT 1) r
  ), entered AS (
    SELECT profile_id, day, tv_id, sum(banners) AS banners, sum(tv_seconds) AS tv_seconds, sum(amount) AS amount
    FROM reward_entries WHERE day IS NOT NULL GROUP BY 1, 2, 3
  ), lines AS (
    SELECT profile_id, month, sum(banners) AS banners, sum(tv_seconds) AS tv_seconds, sum(amount) AS amount FROM reward_entries GROUP BY 1, 2
  ), carried AS (
    SELECT carried_into AS id, sum(amount + carried) AS amount FROM reward_statements WHERE carried_into IS NOT NULL GROUP BY 1
  )
  SELECT 'days are not their plays' AS what, tv_id || ' ' || day AS id FROM raw FULL JOIN days USING (tv_id, day)
  WHERE day >= (SELECT day FROM since) AND day >= (SELECT day FROM kept)
    AND (coalesce(raw.banners, 0) <> coalesce(days.banners, 0) OR coalesce(raw.tv_seconds, 0) <> coalesce(days.tv_seconds, 0))
  UNION ALL
  SELECT 'the book is not the days by their rules', profile_id || ' ' || tv_id || ' ' || day
  FROM entered LEFT JOIN earned USING (profile_id, day, tv_id)
  WHERE earned.corrected_at IS NULL AND (earned.amount IS DISTINCT FROM entered.amount
    OR earned.banners IS DISTINCT FROM entered.banners OR earned.tv_seconds IS DISTINCT FROM entered.tv_seconds)
  UNION ALL
  SELECT 'a day of a closed month is not in the book', profile_id || ' ' || tv_id || ' ' || day
  FROM earned JOIN reward_months m ON m.month = date_trunc('month', earned.day)::date
  WHERE NOT EXISTS (SELECT FROM reward_entries e WHERE e.profile_id = earned.profile_id AND e.day = earned.day AND e.tv_id = earned.tv_id)
  UNION ALL
  SELECT 'a statement is not its lines', coalesce(s.profile_id, l.profile_id) || ' ' || coalesce(m.month, s.month)
  FROM reward_months m JOIN (SELECT * FROM lines) l ON l.month = m.month
    FULL JOIN reward_statements s ON s.month = l.month AND s.profile_id = l.profile_id
  WHERE (m.month IS NOT NULL OR s.id IS NOT NULL) AND (s.amount IS DISTINCT FROM coalesce(l.amount, 0)
    OR s.banners IS DISTINCT FROM coalesce(l.banners, 0) OR s.tv_seconds IS DISTINCT FROM coalesce(l.tv_seconds, 0))
  UNION ALL
  SELECT 'a statement is not what was carried into it', s.id::text
  FROM reward_statements s LEFT JOIN carried c ON c.id = s.id WHERE s.carried <> coalesce(c.amount, 0);
