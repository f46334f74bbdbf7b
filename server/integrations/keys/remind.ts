import { and, eq, gte, isNull, lte, sql } from 'drizzle-orm';
import { DAY_MS, daysLater } from '#domain/day.ts';
import { REMINDED_DAYS } from '#domain/integrations/keys/rules.ts';
import { pages } from '#domain/pages.ts';
import { dayOf } from '#domain/time.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { apiKeys } from './schema.ts';

const [FIRST] = REMINDED_DAYS;

/** Mails whoever made a key that ends soon: once from fourteen days on, and once from three. */
export async function remindOfEnds({ db, queue, config, now }: Dependencies): Promise<void> {
  const today = dayOf(now());
  const ending = await db
    .select({ key: apiKeys, email: profiles.email })
    .from(apiKeys)
    .innerJoin(profiles, and(eq(profiles.id, apiKeys.madeBy), isNull(profiles.closedAt), isNull(profiles.blockedAt)))
    .where(and(isNull(apiKeys.revokedAt), gte(apiKeys.endsOn, today), lte(apiKeys.endsOn, daysLater(today, FIRST))));
  for (const { key, email } of ending) {
    const due = REMINDED_DAYS.filter((days) => key.endsOn <= daysLater(today, days)).at(-1)!;
    // A key that is made for so few days is not reminded of a day that came before it.
    if (daysLater(key.endsOn, -due) <= dayOf(key.madeAt)) continue;
    await db.transaction((tx) =>
      queueMail(tx, queue, {
        to: email,
        profileId: key.madeBy,
        template: 'integrations.key-ending',
        props: {
          name: key.name,
          ending: key.ending,
          endsOn: key.endsOn,
          link: config.publicUrl + pages.adminKeys.path,
        },
        idempotencyKey: `integrations.key-ending:${key.id}:${due}`,
      }),
    );
  }
}

/** Keys that ended or were revoked more than a year ago; where they were last used from after ninety days. */
export async function purgeKeys({ db, now }: Pick<Dependencies, 'db' | 'now'>, addressDays: number): Promise<void> {
  const ago = (days: number) => sql`${new Date(now().getTime() - days * DAY_MS).toISOString()}::timestamptz`;
  await db.execute(
    sql`delete from ${apiKeys} where ${apiKeys.revokedAt} < ${ago(366)}
      or ${apiKeys.revokedAt} is null and ${apiKeys.endsOn} < ${dayOf(new Date(now().getTime() - 366 * DAY_MS))}`,
  );
  await db.execute(
    sql`update ${apiKeys} set last_used_from = null
      where ${apiKeys.lastUsedFrom} is not null and ${apiKeys.lastUsedAt} < ${ago(addressDays)}`,
  );
}
