import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { common } from '#domain/copy.ts';
import { copy } from '#domain/devices/copy.ts';
import { DEVICE_NAME_MAX, formatPairingNumber } from '#domain/devices/rules.ts';
import { formatDate, formatDateTime } from '#domain/time.ts';
import { unbroken } from '#domain/typography.ts';
import { api, client, errorMessage, queryClient } from '../api.ts';
import { useOwnChanges } from '../live.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { FormError, TextField } from '../ui/form/field.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { DialogClose } from '../ui/overlay/dialog-frame.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Empty } from '../ui/table/empty.tsx';
import { write } from '../write.ts';
import styles from './my-devices.module.css';

type Device = Awaited<ReturnType<typeof client.devices.mine>>[number];

/** A member's TVs: what they are called, since when, when last seen; renamed and unlinked here. Changes by itself. */
export function MyDevices() {
  const list = useQuery(api.devices.mine.queryOptions());
  useOwnChanges(reload);
  const [renaming, setRenaming] = useState<Device | null>(null);
  const [leaving, setLeaving] = useState<Device | null>(null);

  if (list.isPending) return <Skeleton lines={4} />;
  if (list.isError)
    return (
      <div className={styles.list}>
        <FormError title={errorMessage(list.error)} />
        <Button variant="secondary" onClick={() => list.refetch()}>
          {common.retry}
        </Button>
      </div>
    );
  if (list.data.length === 0) return <Empty title={copy.account.emptyTitle} text={copy.account.empty} />;
  return (
    <>
      <ul className={styles.list} aria-label={copy.account.title}>
        {list.data.map((device) => (
          <li key={device.id} className={styles.device}>
            <div className={styles.words}>
              <h3 className={styles.name}>{device.name}</h3>
              <p>{unbroken(copy.account.row(formatPairingNumber(device.number), formatDate(device.linkedAt)))}</p>
              <p className="muted s">
                {device.lastSeenAt
                  ? unbroken(copy.account.lastSeen(formatDateTime(device.lastSeenAt)))
                  : copy.account.neverSeen}
              </p>
            </div>
            <div className={styles.actions}>
              <Button
                variant="secondary"
                size="sm"
                aria-label={copy.account.renameLabel(device.name)}
                onClick={() => setRenaming(device)}
              >
                {copy.account.rename}
              </Button>
              <Button
                variant="danger"
                size="sm"
                aria-label={copy.account.unlinkLabel(device.name)}
                onClick={() => setLeaving(device)}
              >
                {copy.account.unlink}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {renaming && <RenameDialog device={renaming} close={() => setRenaming(null)} />}
      {leaving && <UnlinkDialog device={leaving} close={() => setLeaving(null)} />}
    </>
  );
}

const reload = () => queryClient.invalidateQueries({ queryKey: api.devices.mine.key() });

function RenameDialog({ device, close }: { device: Device; close: () => void }) {
  const [name, setName] = useState(device.name);
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const rename = useSingleFlight(async (_: FormEvent) => {
    if (name.trim() === '') return setMissing(true);
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.devices.rename({ id: device.id, name }));
    setBusy(false);
    // A TV that was unlinked meanwhile, in another tab, is simply no longer there.
    if (outcome.outcome !== 'done' && outcome.code !== 'NOT_FOUND') return setProblem(outcome);
    await reload();
    close();
  });
  return (
    <Dialog
      open
      onOpenChange={close}
      title={copy.account.rename}
      problem={problem}
      footer={
        <>
          <DialogClose>{common.cancel}</DialogClose>
          <Button type="submit" form="rename-device" loading={busy}>
            {common.save}
          </Button>
        </>
      }
    >
      <form id="rename-device" noValidate onSubmit={rename}>
        <TextField
          label={copy.account.name}
          value={name}
          maxLength={DEVICE_NAME_MAX}
          autoComplete="off"
          error={missing ? copy.account.nameMissing : undefined}
          onChange={(event) => {
            setName(event.target.value);
            setMissing(false);
          }}
        />
      </form>
    </Dialog>
  );
}

function UnlinkDialog({ device, close }: { device: Device; close: () => void }) {
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
    await reload();
    close();
    if (outcome.outcome === 'done') toast.success(copy.account.done(number));
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
