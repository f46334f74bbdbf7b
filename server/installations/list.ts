import { and, asc, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { INSTALLATIONS_SHOWN } from '#domain/installations/rules.ts';
import { memberName } from '#domain/network/rules.ts';
import { profiles } from '../accounts/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { activeInstallerCondition } from './assign.ts';
import { describeAssigned, describeInstallation } from './describe.ts';
import { installations } from './schema.ts';

/** Those that are over: what installers earn is worked out from their records. */
const LATEST = 100;
const isOpen = and(isNull(installations.recordedAt), isNull(installations.cancelledAt));
const overAt = sql`coalesce(${installations.recordedAt}, ${installations.cancelledAt})`;

/** The person's own: those to come by their time, then the others, newest first. */
export async function ownInstallations({ db, now }: Dependencies, installerId: string) {
  const rows = await db
    .select()
    .from(installations)
    .where(eq(installations.installerId, installerId))
    .orderBy(sql`${overAt} desc nulls first`, asc(installations.agreedAt))
    .limit(INSTALLATIONS_SHOWN);
  return rows.map((row) => describeInstallation(row, now()));
}

/** What staff have given to whom, and what became of the last. */
export async function listInstallations({ db, now }: Dependencies) {
  const read = () =>
    db
      .select({ row: installations, installer: profiles })
      .from(installations)
      .leftJoin(profiles, eq(profiles.id, installations.installerId));
  const [open, over] = await Promise.all([
    read().where(isOpen).orderBy(asc(installations.agreedAt), asc(installations.number)).limit(INSTALLATIONS_SHOWN),
    read()
      .where(or(isNotNull(installations.recordedAt), isNotNull(installations.cancelledAt)))
      .orderBy(desc(overAt), desc(installations.number))
      .limit(LATEST),
  ]);
  const shown = (rows: typeof open) => rows.map(({ row, installer }) => describeAssigned(row, installer, now()));
  return { open: shown(open), over: shown(over) };
}

/** As the list of people is sorted by name. */
const NAME = sql`serbian_latin(coalesce(${profiles.lastName}, '') || ' ' || coalesce(${profiles.firstName}, ''))`;

/** All of them, because one is chosen here, in the order of the Serbian alphabet, in whichever script a name is written. */
export async function listInstallers({ db }: Dependencies) {
  const rows = await db
    .select()
    .from(profiles)
    .where(activeInstallerCondition)
    .orderBy(sql`${NAME} collate serbian`, asc(profiles.id));
  return rows.map((row) => ({ id: row.id, name: memberName(row), city: row.city ?? '', email: row.email }));
}
