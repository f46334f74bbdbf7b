import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/db.ts';

export interface WebhookFigures extends Record<string, unknown> {
  /** Addresses that take what they are told, that do not just now, where everything waits because of it, and that were switched off. */
  on: number;
  failing: number;
  paused: number;
  off: number;
  /** Events that are due at an address that is on and not paused. */
  due: number;
  /** Seconds for which the oldest of those has been due, and for which the address that fails the longest has taken nothing; 0: none. */
  oldest: number;
  failingFor: number;
}

export async function webhookFigures(db: Database): Promise<WebhookFigures> {
  const { rows } = await db.execute<WebhookFigures>(sql`
    select count(*) filter (where state = 'on' and failing_since is null)::integer as on,
      count(*) filter (where state = 'on' and failing_since is not null and paused_until is null)::integer as failing,
      count(*) filter (where state = 'on' and failing_since is not null and paused_until is not null)::integer as paused,
      count(*) filter (where state = 'off')::integer as off,
      coalesce(sum((select count(*) from webhook_deliveries
        where endpoint_id = endpoint.id and webhook_deliveries.state = 'waiting' and due_at <= now()))
        filter (where state = 'on' and paused_until is null), 0)::integer as due,
      coalesce(extract(epoch from now() - min((select min(due_at) from webhook_deliveries
        where endpoint_id = endpoint.id and webhook_deliveries.state = 'waiting' and due_at <= now()))
        filter (where state = 'on' and paused_until is null)), 0)::float8 as oldest,
      coalesce(extract(epoch from now() - min(failing_since) filter (where state = 'on')), 0)::float8 as "failingFor"
    from webhook_endpoints endpoint`);
  return rows[0]!;
}
