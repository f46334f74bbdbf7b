import { refuse } from '#domain/refuse.ts';
import type { OffReason } from '#domain/stock/rules.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Actor } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { unseenWaiting } from './free.ts';
import { writeOff } from './move-devices.ts';

interface Wanted {
  serials: readonly string[];
  reason: OffReason;
  note: string;
  /** Orders that wait because of it, as they were shown. */
  seen: readonly number[];
}

/**
 * Devices in stock, looked at, or of a parcel that was lost or damaged. An order whose turn it was and that waits from then on is told by refusing, until
 * whoever writes off has seen it.
 */
export async function writeOffStock(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { seen, ...wanted }: Wanted,
): Promise<number> {
  const devices = await writeOff(tx, deps, actor, wanted);
  const gone = devices.filter(({ place }) => place === 'stock').length;
  const orders = await unseenWaiting(tx, deps.now(), { gone, seen });
  if (orders.length > 0) throw refuse('WRITE_OFF_AWAITED', { orders });
  return devices.length;
}
