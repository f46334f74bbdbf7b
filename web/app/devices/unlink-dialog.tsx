import { useState } from 'react';
import { copy } from '#domain/devices/copy.ts';
import { formatPairingNumber } from '#domain/devices/rules.ts';
import { api, client, queryClient } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import type { Problem } from '../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';

export type Device = Awaited<ReturnType<typeof client.devices.mine>>[number];

export const reloadTvs = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: api.devices.mine.key() }),
    queryClient.invalidateQueries({ queryKey: api.playout.mine.key() }),
  ]);

export function UnlinkDialog({ device, close }: { device: Device; close: () => void }) {
  const number = formatPairingNumber(device.number);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const unlink = useSingleFlight(async () => {
    setBusy(true);
    setProblem(null);
    const outcome = await write<unknown>(() => client.devices.unlink({ id: device.id }), {
      arrived: ({ code }) => (code === 'NOT_FOUND' ? true : undefined),
    });
    setBusy(false);
    if (outcome.outcome !== 'done' && outcome.code !== 'NOT_FOUND') return setProblem(outcome);
    if (outcome.outcome === 'done') toast.success(copy.account.done(number));
    close();
    await reloadTvs();
  });
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={close}
      title={copy.account.confirmTitle(device.name)}
      text={copy.account.confirm(number)}
      yes={copy.account.unlink}
      busy={busy}
      problem={problem}
      onConfirm={() => void unlink()}
    />
  );
}
