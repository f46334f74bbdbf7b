import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { common } from '#domain/copy.ts';
import { copy } from '#domain/devices/copy.ts';
import { DEVICE_NAME_MAX, formatPairingNumber } from '#domain/devices/rules.ts';
import { formatDate, formatDateTime } from '#domain/time.ts';
import { unbroken } from '#domain/typography.ts';
import { api, type client, errorCode, errorMessage, queryClient } from '../api.ts';
import { useOwnChanges } from '../live.ts';
import { Button } from '../ui/button.tsx';
import { FormError, TextField } from '../ui/form/field.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Empty } from '../ui/table/empty.tsx';
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
  const rename = useMutation(
    api.devices.rename.mutationOptions({
      onSuccess: async () => {
        await reload();
        close();
      },
      onError: (error) => void gone(error, close),
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={close}
      title={copy.account.rename}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            {common.cancel}
          </Button>
          <Button type="submit" form="rename-device" loading={rename.isPending}>
            {common.save}
          </Button>
        </>
      }
    >
      <form
        id="rename-device"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() === '') return setMissing(true);
          if (!rename.isPending) rename.mutate({ id: device.id, name });
        }}
      >
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
  const unlink = useMutation(
    api.devices.unlink.mutationOptions({
      onSuccess: async () => {
        await reload();
        close();
        toast.success(copy.account.done(number));
      },
      onError: (error) => void gone(error, close),
    }),
  );
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={close}
      title={copy.account.confirmTitle(device.name)}
      text={copy.account.confirm(number)}
      yes={copy.account.unlink}
      busy={unlink.isPending}
      onConfirm={() => unlink.mutate({ id: device.id })}
    />
  );
}

/** A TV that was unlinked meanwhile, in another tab, is simply no longer there. */
async function gone(error: Error, close: () => void) {
  if (errorCode(error) !== 'NOT_FOUND') return void toast.error(errorMessage(error));
  await reload();
  close();
}
