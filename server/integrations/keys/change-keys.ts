import { and, eq, gte, isNull, ne, sql } from 'drizzle-orm';
import type { ApiKey, NewKey } from '#domain/integrations/keys/contract.ts';
import { dutiesToGive, lastEnd } from '#domain/integrations/keys/rules.ts';
import { pages } from '#domain/pages.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import { lockOpenSessionShared } from '../../auth/sessions/lock-with-session.ts';
import type { Person } from '../../context.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { fingerprint } from '../../platform/secrets/fingerprint.ts';
import { listKeys } from './list-keys.ts';
import { apiKeys } from './schema.ts';
import { endingOf, newSecret } from './secret.ts';

/**
 * Makes a key, which is in the answer and nowhere else, and mails its maker. Asked again with the same id, as after a lost answer, the
 * same key gets another secret, until it is used for the first time.
 */
export function makeKey(
  deps: Dependencies,
  actor: Actor,
  person: Pick<Person, 'id' | 'email' | 'permissions' | 'sessionId'>,
  wanted: NewKey,
): Promise<{ key: ApiKey; secret: string }> {
  const { id, name, duties, writes, networks, endsOn } = wanted;
  const now = deps.now();
  const last = lastEnd(dayOf(now));
  if (endsOn < dayOf(now) || endsOn > last) throw refuse('KEY_END_WRONG', { last });
  const has = dutiesToGive(person.permissions);
  if (duties.some((duty) => !has.includes(duty))) throw refuse('KEY_DUTY_MISSING');
  const secret = newSecret();
  const make = async (tx: Tx) => {
    // Held, so that whoever ends the session at the same time, and with it the keys that it made, sees this one.
    await lockOpenSessionShared(tx, person);
    const named = sql`lower(${apiKeys.name}) = lower(${name})`;
    const isLive = and(isNull(apiKeys.revokedAt), gte(apiKeys.endsOn, dayOf(now)));
    if ((await tx.$count(apiKeys, and(ne(apiKeys.id, id), isLive, named))) > 0) throw refuse('KEY_NAME_TAKEN');
    const said = { name, duties, writes, networks, endsOn };
    const drawn = { ...said, hash: fingerprint(secret), ending: endingOf(secret), madeAt: now };
    const [made] = await tx
      .insert(apiKeys)
      .values({ id, ...drawn, madeBy: person.id })
      .onConflictDoUpdate({
        target: apiKeys.id,
        set: drawn,
        setWhere: and(eq(apiKeys.madeBy, person.id), isNull(apiKeys.lastUsedAt), isNull(apiKeys.revokedAt))!,
      })
      .returning({ id: apiKeys.id });
    if (!made) throw refuse('KEY_GONE');
    await record(tx, actor, {
      action: 'integrations.key-made',
      on: { kind: 'api key', id },
      after: { name, keyDuties: duties, writes, networks, endsOn },
    });
    const { ending } = drawn;
    const link = deps.config.publicUrl + pages.adminKeys.path;
    await queueMail(tx, deps.queue, {
      to: person.email,
      profileId: person.id,
      template: 'integrations.key-made',
      props: { name, ending, endsOn, link, duties: [...duties], writes, at: now.toISOString() },
    });
    const [key] = await listKeys(deps, tx, id);
    return { key: key!, secret };
  };
  // Names are taken one after the other.
  return deps.db.transaction(make, { lock: ['api_keys', 'names'] });
}

/** At once and for good: every server asks the database at each request. */
export async function revokeKey(deps: Dependencies, actor: Actor, id: string): Promise<ApiKey> {
  return deps.db.transaction(async (tx) => {
    const [before] = await tx.select().from(apiKeys).where(eq(apiKeys.id, id)).for('update');
    if (!before) throw refuse('KEY_GONE');
    if (!before.revokedAt) {
      await tx.update(apiKeys).set({ revokedAt: deps.now(), revokedBy: actor.id }).where(eq(apiKeys.id, id));
      await record(tx, actor, {
        action: 'integrations.key-revoked',
        on: { kind: 'api key', id },
        before: { name: before.name, endsOn: before.endsOn },
      });
    }
    const [key] = await listKeys(deps, tx, id);
    return key!;
  });
}
