ALTER TABLE "order_events" ADD COLUMN "key_id" uuid;--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "key_name" text;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "paused_until" timestamp with time zone;--> statement-breakpoint
-- As before, and with which key of a program.
CREATE FUNCTION enter_order_event(of_order uuid, happened timestamptz, what text, who text, details jsonb, about text,
  by_key uuid, by_key_named text)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE is_news boolean;
BEGIN
  INSERT INTO order_events (order_id, moment, kind, actor, facts, reference, key_id, key_name)
  VALUES (of_order, happened, what, who, details, about, by_key, by_key_named)
  ON CONFLICT (order_id, kind, reference) DO NOTHING;
  is_news := FOUND;
  PERFORM refresh_order(of_order, happened, is_news);
  RETURN is_news;
END $$;
--> statement-breakpoint
-- Of servers of the version before, and by hand.
CREATE OR REPLACE FUNCTION enter_order_event(of_order uuid, happened timestamptz, what text, who text, details jsonb, about text)
RETURNS boolean LANGUAGE sql AS $$
  SELECT enter_order_event(of_order, happened, what, who, details, about, NULL, NULL)
$$;
