import { DUTIES } from '#domain/access.ts';
import { staffCopy as copy } from '#domain/accounts/staff/copy.ts';
import { dutyNames } from '#domain/accounts/staff/duty-copy.ts';
import { common } from '#domain/copy.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, recordExport } from '../../platform/audit.ts';
import { type Cell, csvFile, csvLines } from '../../platform/spreadsheet.ts';
import { listStaff } from './list-staff.ts';

const HEADER = [
  copy.columns.person,
  copy.columns.email,
  ...DUTIES.map((duty) => dutyNames[duty]),
  copy.columns.changed,
];

/** Who of the staff has which duty, as a file for a spreadsheet. */
export async function exportStaff(deps: Dependencies, actor: Actor): Promise<File> {
  const rows = await listStaff(deps);
  await recordExport(deps.db, actor, { action: 'accounts.exported', list: 'staff', chosen: {}, rows: rows.length });
  const lines = rows.map(({ name, email, isSuperAdmin, duties, changedAt }): Cell[] => [
    name,
    email,
    ...DUTIES.map((duty) => (isSuperAdmin || (duties ?? DUTIES).includes(duty) ? common.yes : '')),
    changedAt && { at: changedAt },
  ]);
  return csvFile(copy.exportFile(dayOf(deps.now())), [csvLines([HEADER, ...lines])]);
}
