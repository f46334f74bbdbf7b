import type { Dependencies } from '../../dependencies.ts';
import type { AskedGauge } from '../../platform/log/metrics.ts';
import type { Server } from '../../platform/servers/alive.ts';
import { keptGauges } from './gauges/kept.ts';
import { openLook } from './gauges/look.ts';
import { processGauges } from './gauges/processes.ts';
import { stateGauges } from './gauges/states.ts';
import { workGauges } from './gauges/work.ts';

/** So long what was read stands for all numbers of one look, and for looks of several who watch. Milliseconds. */
const FRESH_MS = 2_000;

/**
 * The numbers of `/admin/system` for `/metrics`, read when somebody looks. What is said of the whole shop every process says alike;
 * `THIS` is said of one process. A number that cannot be read is left out.
 */
export function systemGauges(
  deps: Dependencies,
  {
    server,
    isOnHold,
    freshMs = FRESH_MS,
  }: { server: Pick<Server, 'release' | 'migration'>; isOnHold: () => boolean; freshMs?: number },
): AskedGauge[] {
  const look = openLook(deps, freshMs);
  return [...processGauges(look, server), ...workGauges(look), ...keptGauges(look), ...stateGauges(look, isOnHold)];
}
