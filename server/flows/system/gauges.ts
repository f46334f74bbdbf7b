import type { Dependencies } from '../../dependencies.ts';
import type { AskedGauge } from '../../platform/log/metrics.ts';
import type { Server } from '../../platform/servers/alive.ts';
import { openGaugeReader } from './gauges/gauge-reader.ts';
import { keptGauges } from './gauges/kept.ts';
import { processGauges } from './gauges/processes.ts';
import { stateGauges } from './gauges/states.ts';
import { workGauges } from './gauges/work.ts';

/** For so long what was read serves all numbers of one scrape, and scrapes of several programs. Milliseconds. */
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
  const reader = openGaugeReader(deps, freshMs);
  return [
    ...processGauges(reader, server),
    ...workGauges(reader),
    ...keptGauges(reader),
    ...stateGauges(reader, isOnHold),
  ];
}
