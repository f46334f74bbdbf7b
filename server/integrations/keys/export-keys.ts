import { dutyList } from '#domain/accounts/staff/duty-copy.ts';
import { keysCopy as copy } from '#domain/integrations/keys/copy.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, recordExport } from '../../platform/audit.ts';
import { type Cell, csvFile, csvLines } from '../../platform/spreadsheet.ts';
import { listKeys } from './list-keys.ts';

/** The keys that are listed, as a file for a spreadsheet. */
export async function exportKeys(deps: Dependencies, actor: Actor): Promise<File> {
  const keys = await listKeys(deps, deps.db);
  await recordExport(deps.db, actor, {
    action: 'integrations.keys-exported',
    list: 'keys',
    chosen: {},
    rows: keys.length,
  });
  const { file } = copy;
  const lines = keys.map((key): Cell[] => [
    key.name,
    copy.masked(key.ending),
    dutyList(key.duties),
    copy.mode(key.writes),
    key.networks.join(', ') || copy.allNetworks,
    key.endsOn,
    copy.states[key.state],
    { at: key.madeAt },
    key.madeBy,
    key.lastUsedAt && { at: key.lastUsedAt },
    key.lastUsedFrom,
    key.revokedAt && { at: key.revokedAt },
    key.revokedBy,
  ]);
  return csvFile(file.name(dayOf(deps.now())), [csvLines([[...file.columns], ...lines])]);
}
