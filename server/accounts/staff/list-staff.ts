import { and, desc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { Duty } from '#domain/access.ts';
import { DUTIES } from '#domain/access.ts';
import type { DutyChange, StaffCandidate, StaffRow } from '#domain/accounts/staff/contract.ts';
import { staffCopy } from '#domain/accounts/staff/copy.ts';
import { mfaFactors } from '../../auth/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import type { Database } from '../../platform/db.ts';
import { wordSearchCondition } from '../../platform/list.ts';
import { profiles, profileWords, staffDuties, staffMembers } from '../schema.ts';

type Of = Pick<Dependencies, 'db' | 'config'>;

const nameIn = (person: Record<'firstName' | 'lastName' | 'username', AnyPgColumn>) =>
  sql<string>`coalesce(nullif(trim(concat_ws(' ', ${person.firstName}, ${person.lastName})), ''), ${person.username})`;
const hasSecondStep = sql<boolean>`exists (select from ${mfaFactors} where ${mfaFactors.userId} = ${profiles.id} and ${mfaFactors.status} = 'verified')`;
const changer = alias(profiles, 'changer');

/** The super-admin first, then by name; those from before there were duties last. */
export async function listStaff({ db, config }: Of): Promise<StaffRow[]> {
  const isSuperAdmin = eq(profiles.email, config.superAdmin.email);
  const rows = await db
    .select({
      id: profiles.id,
      name: nameIn(profiles),
      email: profiles.email,
      isSuperAdmin: sql<boolean>`${isSuperAdmin}`,
      duties: sql<
        Duty[]
      >`array(select ${staffDuties.duty} from ${staffDuties} where ${staffDuties.profileId} = ${profiles.id})`,
      version: staffMembers.version,
      hasSecondStep,
      isBlocked: sql<boolean>`${profiles.blockedAt} is not null`,
      changedAt: staffMembers.changedAt,
      changedBy: sql<string | null>`case when ${changer.id} is not null then ${nameIn(changer)} end`,
      adminSince: sql`(select max(${auditLog.at}) from ${auditLog} where ${auditLog.subjectId} = ${profiles.id}::text
        and ${auditLog.action} = 'accounts.role-changed' and ${auditLog.after} ->> 'isAdmin' = 'true')`.mapWith(
        auditLog.at,
      ),
    })
    .from(profiles)
    .leftJoin(staffMembers, eq(staffMembers.profileId, profiles.id))
    .leftJoin(changer, eq(changer.id, staffMembers.changedBy))
    .where(and(isNull(profiles.closedAt), or(profiles.isAdmin, isSuperAdmin)))
    .orderBy(
      desc(isSuperAdmin),
      sql`${staffMembers.version} is null`,
      sql`serbian_latin(${nameIn(profiles)}) collate serbian`,
      profiles.id,
    );
  return rows.map(({ adminSince, ...row }) => ({
    ...row,
    duties: row.version === null ? null : DUTIES.filter((duty) => row.duties.includes(duty)),
    changedAt: row.changedAt ?? (row.isSuperAdmin ? null : adminSince),
  }));
}

const CANDIDATES_SHOWN = 8;
/** Every duty of somebody is at most one entry of a save. */
const ENTRIES = CANDIDATES_SHOWN * DUTIES.length;

/** The last changes, one for each person of a save. */
export async function lastDutyChanges(db: Database): Promise<DutyChange[]> {
  const actor = alias(profiles, 'actor');
  const entries = await db
    .select({
      at: auditLog.at,
      action: auditLog.action,
      save: sql<string>`coalesce(${auditLog.requestId}::text, ${auditLog.at}::text) || ${auditLog.subjectId}`,
      name: sql<string | null>`case when ${profiles.id} is not null then ${nameIn(profiles)} end`,
      by: sql<string | null>`case when ${actor.id} is not null then ${nameIn(actor)} else ${auditLog.actorEmail} end`,
      duty: sql<Duty>`coalesce(${auditLog.before} ->> 'duty', ${auditLog.after} ->> 'duty')`,
      reason: sql<string>`coalesce(${auditLog.after} ->> 'reason', '')`,
    })
    .from(auditLog)
    .leftJoin(profiles, eq(sql`${profiles.id}::text`, auditLog.subjectId))
    .leftJoin(actor, eq(sql`${actor.id}::text`, auditLog.actor))
    .where(inArray(auditLog.action, ['accounts.duty-given', 'accounts.duty-taken']))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(ENTRIES);
  const saves = new Map<string, DutyChange>();
  for (const { at, action, save, name, by, duty, reason } of entries) {
    const change = saves.get(save) ?? {
      at,
      name: name ?? staffCopy.erased,
      given: [],
      taken: [],
      reason,
      by: by ?? staffCopy.erased,
    };
    change[action === 'accounts.duty-given' ? 'given' : 'taken'].unshift(duty);
    saves.set(save, change);
  }
  return [...saves.values()].slice(0, CANDIDATES_SHOWN);
}

const MAX_CANDIDATES = 10;

export function findCandidates({ db, config }: Of, text: string): Promise<StaffCandidate[]> {
  const words: SQL | undefined = wordSearchCondition(profileWords.words, text);
  return db
    .select({ id: profiles.id, name: nameIn(profiles), email: profiles.email, hasSecondStep })
    .from(profiles)
    .innerJoin(profileWords, eq(profileWords.profileId, profiles.id))
    .where(
      and(
        words,
        eq(profiles.isAdmin, false),
        eq(profiles.toBeRegistered, false),
        isNull(profiles.blockedAt),
        isNull(profiles.closedAt),
        ne(profiles.email, config.superAdmin.email),
      ),
    )
    .orderBy(desc(profiles.createdAt), desc(profiles.id))
    .limit(MAX_CANDIDATES);
}
