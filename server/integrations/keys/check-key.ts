import { eq, sql } from 'drizzle-orm';
import ipaddr from 'ipaddr.js';
import { isAtLeast, levelOf, type Permission, permissionsOf } from '#domain/access.ts';
import { permissionsOfKey } from '#domain/integrations/keys/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import { profiles } from '../../accounts/schema.ts';
import { signInBlock } from '../../auth/account.ts';
import { users } from '../../auth/schema.ts';
import { personColumns } from '../../auth/sessions/person-columns.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Database } from '../../platform/db.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { fingerprint } from '../../platform/secrets/fingerprint.ts';
import { apiKeys } from './schema.ts';
import { isWhole } from './secret.ts';

/** Milliseconds between two writings of when a key was last used. */
const NOTED_MS = 60_000;

/** A key that was let in, and whoever made it. */
export interface CheckedKey {
  id: string;
  name: string;
  writes: boolean;
  /** What it may do now: what its duties allow, of what its maker may do. */
  permissions: ReadonlySet<Permission>;
  maker: typeof profiles.$inferSelect;
}

/**
 * Asked of the database at every request, so that a revoked key, or one whose maker lost a duty, is out at the next one. Throws
 * `KEY_REFUSED`, or `KEY_FORBIDDEN` from a network that is not its own.
 */
export async function checkKey(deps: Dependencies, token: string, ip: string): Promise<CheckedKey> {
  if (!isWhole(token)) throw refuse('KEY_REFUSED', { why: 'malformed' });
  const now = deps.now();
  const [found] = await keyQuery(deps.db).execute({ hash: fingerprint(token) });
  if (!found) throw refuse('KEY_REFUSED', { why: 'unknown' });
  const { key, user, profile, duties, hasFactor } = found;
  if (key.revokedAt) throw refuse('KEY_REFUSED', { why: 'revoked' });
  if (key.endsOn < dayOf(now)) throw refuse('KEY_REFUSED', { why: 'ended' });
  if (!user || !profile) throw refuse('KEY_REFUSED', { why: 'owner' });
  const level = levelOf({ ...profile, emailConfirmed: user.emailConfirmedAt !== null }, deps.config.superAdmin.email);
  const isFit = !user.mustChangePassword && (hasFactor || !deps.config.requireAdminMfa);
  if (!isFit || !isAtLeast(level, 'admin') || signInBlock(user, profile, now))
    throw refuse('KEY_REFUSED', { why: 'owner' });
  if (!isAmong(key.networks, ip)) throw refuse('KEY_FORBIDDEN', { why: 'network' });
  await noteUse(deps.db, key, ip, now);
  const permissions = permissionsOfKey(key.duties, permissionsOf(level, duties));
  return { id: key.id, name: key.name, writes: key.writes, permissions, maker: profile };
}

/** Prepared, as the query of sessions is. */
const keyQuery = perInstance((db: Database) =>
  db
    .select({
      key: apiKeys,
      ...personColumns,
    })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.madeBy))
    .leftJoin(profiles, eq(profiles.id, apiKeys.madeBy))
    .where(eq(apiKeys.hash, sql.placeholder('hash')))
    .prepare('api key'),
);

/** One address is a network of its own. */
function isAmong(networks: readonly string[], ip: string): boolean {
  if (networks.length === 0) return true;
  if (!ipaddr.isValid(ip)) return false;
  const from = ipaddr.process(ip);
  return networks.some((network) => {
    const [range, bits] = network.includes('/')
      ? ipaddr.parseCIDR(network)
      : [ipaddr.parse(network), network.includes(':') ? 128 : 32];
    return range.kind() === from.kind() && from.match([range, bits] as never);
  });
}

async function noteUse(
  db: Database,
  { id, lastUsedAt }: Pick<typeof apiKeys.$inferSelect, 'id' | 'lastUsedAt'>,
  ip: string,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - NOTED_MS);
  if (lastUsedAt && lastUsedAt > before) return;
  await db.execute(sql`
    update ${apiKeys} set last_used_at = ${now.toISOString()}::timestamptz, last_used_from = ${ip}
    where ${apiKeys.id} = ${id} and (${apiKeys.lastUsedAt} is null or ${apiKeys.lastUsedAt} <= ${before.toISOString()}::timestamptz)`);
}
