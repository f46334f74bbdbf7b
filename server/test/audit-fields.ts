import { sql } from 'drizzle-orm';
import { auditFields } from '#domain/admin/audit-fields-copy.ts';
import type { Database } from '../platform/db.ts';

/** Fields that a test made the log hold and that it has no name for: the log would show them as they are in the code. */
export async function fieldsWithoutName(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ field: string }>(sql`
    select distinct field from audit_log,
      lateral (select jsonb_object_keys(before) as field where jsonb_typeof(before) = 'object'
        union select jsonb_object_keys(after) where jsonb_typeof(after) = 'object') fields`);
  return rows.map(({ field }) => field).filter((field) => !(field in auditFields));
}
