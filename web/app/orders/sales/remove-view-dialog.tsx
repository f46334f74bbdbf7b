import { sales } from '#domain/orders/copy.ts';
import { client } from '../../api.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import type { SavedView } from './sale-views.tsx';

interface Props {
  view: SavedView | null;
  close: () => void;
  removed: () => Promise<unknown>;
}

/** Whether a saved view is to go. */
export function RemoveViewDialog({ view, close, removed }: Props) {
  async function remove({ id, name }: SavedView) {
    close();
    const outcome = await write(() => client.orders.admin.removeView({ id }), {
      arrived: ({ code }) => (code === 'VIEW_GONE' ? { removed: true as const } : undefined),
    });
    if (outcome.outcome === 'done') toast.success(sales.removed(name));
    else toast.error(outcome.text);
    await removed();
  }

  return (
    <ConfirmDialog
      open={view !== null}
      onOpenChange={close}
      title={sales.remove}
      text={view && sales.removeText(view.name)}
      yes={sales.remove}
      danger
      onConfirm={() => view && void remove(view)}
    />
  );
}
