import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import type { TestApp } from './app.ts';

/** Waits until the check passes. The limit ends a test that fails; a busy machine takes seconds for milliseconds of work. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval: 20 });

/** Waits until so many statements wait for a lock that the test holds. */
export const untilBlocked = ({ db }: Pick<TestApp, 'db'>, count = 1): Promise<void> =>
  eventually(async () => {
    const waiting = await db.ask(
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    expect(waiting).toHaveLength(count);
  });

/** Waits until the streams were notified of all that was committed before: changes are notified in the order of commits. */
export async function untilNotified({ db, deps }: Pick<TestApp, 'db' | 'deps'>): Promise<void> {
  const topic = `test:${randomUUID()}`;
  const stop = new AbortController();
  const notifications = deps.live.subscribe([topic], stop.signal)[Symbol.asyncIterator]();
  await db.execute(sql`select note_change(${topic})`);
  await notifications.next();
  stop.abort();
}
