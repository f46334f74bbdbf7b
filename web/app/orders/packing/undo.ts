import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { toast } from '../../ui/overlay/toast.tsx';

/** What Z takes back, while the message offers it too. */
let last: { act: () => Promise<unknown>; until: number } | null = null;

/** Says what was done and takes it back with the message's button or with Z, once, for so many seconds. */
export function offerUndo(text: string, seconds: number, act: () => Promise<unknown>): void {
  const offer = { act, until: Date.now() + seconds * 1000 };
  last = offer;
  toast.success(text, { label: packingCopy.pack.undo, lasts: seconds * 1000, onPress: () => take(offer) });
}

/** The key Z. */
export function undoLast(): void {
  if (last && last.until > Date.now()) take(last);
}

function take(offer: NonNullable<typeof last>): void {
  if (last !== offer) return;
  last = null;
  void offer.act();
}
