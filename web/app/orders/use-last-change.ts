import type { OrderEventKind } from '#domain/orders/events.ts';
import { nameOfActor } from '../admin/timeline/words.ts';
import { useSession } from '../session.ts';
import type { OtherEdit } from '../ui/overlay/merge-dialog.tsx';
import type { OrderRow } from './desk/order-row.ts';

/** Who changed that of an order last, as its history says; `undefined` for its buyer, who does not see the history. */
export function useLastChange(events: OrderRow['events'] | undefined, kind: OrderEventKind): OtherEdit | undefined {
  const session = useSession();
  const [last] = (events ?? []).filter((one) => one.kind === kind).toSorted((one, other) => other.id - one.id);
  if (!last) return undefined;
  const you = session.status === 'signedIn' && session.userId === last.by.id && last.by.key === null;
  return { by: nameOfActor(last.by), you, at: last.moment };
}
