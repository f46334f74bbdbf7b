import { and, eq, gt, gte, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Duty, levelOf, permissionsOf } from '#domain/access.ts';
import { monthsLater } from '#domain/day.ts';
import type { ApiKey } from '#domain/integrations/keys/contract.ts';
import { dutiesToGive, KEPT_MONTHS, KEY_STATES, keyState } from '#domain/integrations/keys/rules.ts';
import { memberName } from '#domain/network/rules.ts';
import { dayOf, startOfDay } from '#domain/time.ts';
import { profiles, staffDuties, staffMembers } from '../../accounts/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { apiKeys } from './schema.ts';

/** Keys that are valid, the newest first, then those that ended or were revoked within a year; or one of them. */
export async function listKeys(
  deps: Pick<Dependencies, 'config' | 'now'>,
  db: DatabaseOrTransaction,
  id?: string,
): Promise<ApiKey[]> {
  const today = dayOf(deps.now());
  const keptFrom = monthsLater(today, -KEPT_MONTHS);
  const revoker = alias(profiles, 'revoker');
  const isKept = or(
    and(isNull(apiKeys.revokedAt), gte(apiKeys.endsOn, keptFrom)),
    and(isNotNull(apiKeys.revokedAt), gt(apiKeys.revokedAt, startOfDay(keptFrom))),
  );
  const rows = await db
    .select({
      key: apiKeys,
      maker: profiles,
      revoker,
      given: sql<
        Duty[] | null
      >`case when exists (select from ${staffMembers} where ${staffMembers.profileId} = ${profiles.id})
        then array(select ${staffDuties.duty} from ${staffDuties} where ${staffDuties.profileId} = ${profiles.id}) end`,
    })
    .from(apiKeys)
    .leftJoin(profiles, eq(profiles.id, apiKeys.madeBy))
    .leftJoin(revoker, eq(revoker.id, apiKeys.revokedBy))
    .where(id === undefined ? isKept : eq(apiKeys.id, id));
  const shown = rows.map(({ key, maker, given, revoker: by }): ApiKey => {
    const { hash: _, madeBy: __, revokedBy: ___, ...row } = key;
    const isIn = maker && !maker.blockedAt && !maker.closedAt;
    const level = isIn ? levelOf({ ...maker, emailConfirmed: true }, deps.config.superAdmin.email) : 'visitor';
    const has = dutiesToGive(permissionsOf(level, given));
    return {
      ...row,
      lostDuties: row.duties.filter((duty) => !has.includes(duty)),
      state: keyState({ endsOn: row.endsOn, isRevoked: row.revokedAt !== null }, today),
      madeBy: maker && memberName(maker),
      revokedBy: by && memberName(by),
    };
  });
  const rank = ({ state }: ApiKey) => Math.max(1, KEY_STATES.indexOf(state));
  return shown.sort((one, other) => rank(one) - rank(other) || other.madeAt.getTime() - one.madeAt.getTime());
}
