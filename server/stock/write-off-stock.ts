import { deliveryBy } from '#domain/orders/rules.ts';
import { refuse } from '#domain/refuse.ts';
import type { OffReason } from '#domain/stock/rules.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Actor } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { losingTurn, saidDay } from './free.ts';
import { inStock } from './level.ts';
import { writeOff } from './move-devices.ts';

interface Wanted {
  serials: readonly string[];
  reason: OffReason;
  note: string;
  /** Orders that wait because of it, as they were shown. */
  seen: readonly number[];
}

/**
 * Devices in stock or of which somebody looked at. What is in stock belongs to whoever waits: an order whose turn it was and that waits
 * from then on is told by refusing, until whoever writes off has seen it. Whoever moves devices holds the row of the limit, so that two at
 * once are one after the other.
 */
export async function writeOffStock(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { seen, ...wanted }: Wanted,
): Promise<number> {
  const devices = await writeOff(tx, deps, actor, wanted);
  const left = await inStock(tx);
  const stock = left + devices.filter(({ place }) => place === 'stock').length;
  const waiting = await losingTurn(tx, { stock, left });
  if (waiting.some(({ number }) => !seen.includes(number))) {
    const said = await saidDay(tx, dayOf(deps.now()));
    const orders = waiting.map(({ number, since }) => ({ number, until: said ?? deliveryBy(since) }));
    throw refuse('WRITE_OFF_AWAITED', { orders });
  }
  return devices.length;
}
