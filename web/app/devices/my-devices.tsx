import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { common } from '#domain/copy.ts';
import { copy } from '#domain/devices/copy.ts';
import { DEVICE_NAME_MAX, formatPairingNumber } from '#domain/devices/rules.ts';
import { ownTvCopy } from '#domain/playout/set-up-copy.ts';
import { formatDate, formatDateTime } from '#domain/time.ts';
import { withNonBreakingSpaces } from '#domain/typography.ts';
import { api, client } from '../api.ts';
import { useOwnChanges } from '../live.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/field.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { DialogClose } from '../ui/overlay/dialog-frame.tsx';
import { Empty } from '../ui/table/empty.tsx';
import { write } from '../write.ts';
import { DeclineAdverts } from './decline-adverts.tsx';
import type { OwnTvs } from './licence-field.tsx';
import styles from './my-devices.module.css';
import { TvPlace } from './tv-place.tsx';
import { type Device, reloadTvs, UnlinkDialog } from './unlink-dialog.tsx';

const MINUTE_MS = 60_000;

/** A member's TVs: what they are called, since when, when last seen; renamed and unlinked here. Changes by itself. */
export function MyDevices() {
  // A TV that falls silent changes nothing that is told of.
  const list = useQuery(api.devices.mine.queryOptions({ refetchInterval: MINUTE_MS }));
  const own = useQuery(api.playout.mine.queryOptions({ refetchInterval: MINUTE_MS }));
  useOwnChanges(reloadTvs);
  const [renaming, setRenaming] = useState<Device | null>(null);
  const [leaving, setLeaving] = useState<Device | null>(null);

  return (
    <>
      <DataPart name={copy.account.title} part={partStateOf(list, own)}>
        {() =>
          list.data &&
          own.data && <Devices devices={list.data} own={own.data} onRename={setRenaming} onLeave={setLeaving} />
        }
      </DataPart>
      {renaming && <RenameDialog device={renaming} close={() => setRenaming(null)} />}
      {leaving && <UnlinkDialog device={leaving} close={() => setLeaving(null)} />}
    </>
  );
}

interface DevicesProps {
  devices: Device[];
  own: OwnTvs;
  onRename: (device: Device) => void;
  onLeave: (device: Device) => void;
}

function Devices({ devices, own, onRename, onLeave }: DevicesProps) {
  if (devices.length === 0) return <Empty title={copy.account.emptyTitle} text={copy.account.empty} />;
  const names = new Map(devices.map(({ id, name }) => [id, name]));
  const shown = devices.flatMap((device) => {
    const tv = own.tvs.find(({ id }) => id === device.id);
    return tv ? [{ device, tv, state: stateOf(tv, device.lastSeenAt) }] : [];
  });
  return (
    <>
      <ul className={styles.list} aria-label={copy.account.title}>
        {shown.map(({ device, tv, state }) => (
          <li key={device.id} className={styles.device} data-state={state}>
            <div className={styles.words}>
              <h3 className={styles.name}>
                {device.name} <Badge tone={TONES[state]}>{ownTvCopy.badge[state]}</Badge>
              </h3>
              <p>
                {withNonBreakingSpaces(
                  copy.account.row(formatPairingNumber(device.number), formatDate(device.linkedAt)),
                )}
              </p>
              <p className="muted s">
                {state === 'plays' || state === 'on'
                  ? ON_WORDS[state](ownTvCopy.banners(tv.today.banners), ownTvCopy.seconds(tv.today.tvSeconds))
                  : device.lastSeenAt
                    ? withNonBreakingSpaces(copy.account.lastSeen(formatDateTime(device.lastSeenAt)))
                    : copy.account.neverSeen}
              </p>
            </div>
            <div className={styles.actions}>
              <Button
                variant="secondary"
                size="sm"
                aria-label={copy.account.renameLabel(device.name)}
                onClick={() => onRename(device)}
              >
                {copy.account.rename}
              </Button>
              <Button
                variant="danger"
                size="sm"
                aria-label={copy.account.unlinkLabel(device.name)}
                onClick={() => onLeave(device)}
              >
                {copy.account.unlink}
              </Button>
            </div>
            <TvPlace tv={tv} own={own} names={names} reload={reloadTvs} />
            <Missing name={device.name} tv={tv} />
          </li>
        ))}
      </ul>
      <DeclineAdverts declined={own.declined} reload={reloadTvs} />
    </>
  );
}

/** Without a word for longer, a TV that is set up is switched off; for days, it has lost its network. */
const PLAYING_MS = 3 * MINUTE_MS;
const OFFLINE_MS = 7 * 24 * 60 * MINUTE_MS;

const ON_WORDS = { plays: ownTvCopy.now, on: ownTvCopy.inBackground };

const TONES = {
  plays: 'ok',
  on: 'warn',
  declined: undefined,
  off: undefined,
  offline: 'warn',
  incomplete: 'warn',
  blocked: 'err',
} as const;

function stateOf(tv: OwnTvs['tvs'][number], seen: string | null): keyof typeof TONES {
  if (tv.state === 'blocked' || tv.state === 'declined') return tv.state;
  if (tv.state === 'unlicensed' || tv.region === null || tv.venue === null) return 'incomplete';
  const silent = seen === null ? Number.POSITIVE_INFINITY : Date.now() - new Date(seen).getTime();
  if (silent < PLAYING_MS) return tv.isInFront === false ? 'on' : 'plays';
  return silent < OFFLINE_MS ? 'off' : 'offline';
}

/** What the owner still has to say, and what the TV does until then. */
function Missing({ name, tv }: { name: string; tv: OwnTvs['tvs'][number] }) {
  const [title, text] =
    tv.state === 'unlicensed'
      ? [ownTvCopy.missingLicence(name), ownTvCopy.missingLicenceText]
      : [ownTvCopy.missingPlace(name), ownTvCopy.missingPlaceText];
  if (tv.state === 'declined' || tv.state === 'blocked') return null;
  if (tv.state !== 'unlicensed' && tv.region !== null && tv.venue !== null) return null;
  return (
    <p className={styles.missing}>
      <b>{title}</b> {text}
    </p>
  );
}

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
    close();
    await reloadTvs();
  });
  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={close}
      title={copy.account.rename}
      problem={problem}
      footer={
        <>
          <DialogClose disabled={busy}>{common.cancel}</DialogClose>
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
