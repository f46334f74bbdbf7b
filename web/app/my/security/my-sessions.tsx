import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mySessions as copy } from '#domain/accounts/account-copy.ts';
import { common } from '#domain/copy.ts';
import { copy as deviceCopy } from '#domain/devices/copy.ts';
import { formatPairingNumber } from '#domain/devices/rules.ts';
import { formatDateTime } from '#domain/time.ts';
import { api, client, errorMessage } from '../../api.ts';
import { type Device, UnlinkDialog } from '../../devices/unlink-dialog.tsx';
import { useOwnChanges } from '../../live.ts';
import { type Account, authClient } from '../../session.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { throwOnSignInError } from '../../throw-on-sign-in-error.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { write } from '../../write.ts';
import styles from '../section.module.css';

/** Every session and TV of this account, last used first; each can be sent away. A waiting account has no TVs. */
export function MySessions({ account }: { account: Account }) {
  const list = useQuery(api.accounts.own.sessions.list.queryOptions());
  const isWaiting = account.level === 'waiting';
  const tvs = useQuery(api.devices.mine.queryOptions({ enabled: !isWaiting }));
  const reload = () => Promise.all([list.refetch(), !isWaiting && tvs.refetch()]);
  useOwnChanges(reload);
  const [leaving, setLeaving] = useState<Device | null>(null);
  const [ending, setEnding] = useState<string | null>(null);

  const end = useSingleFlight(async (id: string) => {
    setEnding(id);
    const outcome = await write<unknown>(() => client.accounts.own.sessions.end({ id }), {
      arrived: ({ code }) => (code === 'SESSION_GONE' ? true : undefined),
    });
    if (outcome.outcome === 'done') toast.success(copy.ended);
    else toast.error(outcome.text);
    const read = list.refetch();
    // What was ended stays as it is until the list has come; a refusal waits for nothing.
    if (outcome.outcome === 'done') await read;
    setEnding(null);
  });

  const endOthers = useSingleFlight(async () => {
    setEnding('others');
    const outcome = await write(async () => throwOnSignInError((await authClient()).signOut({ scope: 'others' })), {
      failed: copy.failed,
    });
    if (outcome.outcome === 'done') toast.success(copy.othersEnded);
    else toast.error(outcome.text);
    const read = list.refetch();
    if (outcome.outcome === 'done') await read;
    setEnding(null);
  });

  const others = list.data?.filter(({ current }) => !current) ?? [];
  const devices = isWaiting ? [] : tvs.data;
  const rows = [
    ...(list.data ?? []).map((session) => ({
      at: session.lastUsedAt,
      row: <Session key={session.id} session={session} isEnding={ending === session.id} end={() => end(session.id)} />,
    })),
    ...(devices ?? []).map((device) => ({
      at: device.lastSeenAt ?? device.linkedAt,
      row: <Tv key={device.id} device={device} unlink={() => setLeaving(device)} />,
    })),
  ].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <section className={styles.part}>
      <h3 className="d h3">{copy.title}</h3>
      <p className="muted">{copy.lead}</p>
      {list.isPending || tvs.isLoading ? (
        <Skeleton lines={4} />
      ) : !list.data || !devices ? (
        <>
          <FormError title={errorMessage(list.error ?? tvs.error)} />
          <div>
            <Button variant="secondary" onClick={() => void reload()}>
              {common.retry}
            </Button>
          </div>
        </>
      ) : (
        <ul className={styles.sessions} aria-label={copy.title}>
          {rows.map(({ row }) => row)}
        </ul>
      )}
      {list.data &&
        (others.length > 0 ? (
          <div>
            <Button
              variant="secondary"
              loading={ending === 'others'}
              loadingLabel={copy.ending}
              onClick={() => endOthers()}
            >
              {copy.endOthers}
            </Button>
          </div>
        ) : (
          devices?.length === 0 && <p className="muted">{copy.alone}</p>
        ))}
      {leaving && <UnlinkDialog device={leaving} close={() => setLeaving(null)} />}
    </section>
  );
}

type SessionRow = Awaited<ReturnType<typeof client.accounts.own.sessions.list>>[number];

function Session({ session, isEnding, end }: { session: SessionRow; isEnding: boolean; end: () => void }) {
  const name = copy.client(session.browser, session.system);
  return (
    <li>
      <div>
        <b>{name}</b> {session.current && <Badge tone="ok">{copy.current}</Badge>}{' '}
        {session.secondStep && <Badge tone="info">{copy.secondStep}</Badge>}
        <p className="muted s">
          {copy.lastUsed(formatDateTime(session.lastUsedAt))}.{' '}
          {copy.since(formatDateTime(session.signedInAt), session.network)}.
        </p>
      </div>
      {!session.current && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={copy.endSession(name)}
          loading={isEnding}
          loadingLabel={copy.ending}
          onClick={end}
        >
          {copy.end}
        </Button>
      )}
    </li>
  );
}

function Tv({ device: { name, number, lastSeenAt }, unlink }: { device: Device; unlink: () => void }) {
  const { lastSeen, neverSeen } = deviceCopy.account;
  const seen = lastSeenAt ? lastSeen(formatDateTime(lastSeenAt)) : neverSeen;
  return (
    <li>
      <div>
        <b>{name}</b>
        <p className="muted s">{copy.tv(formatPairingNumber(number), seen)}.</p>
      </div>
      <Button variant="secondary" size="sm" aria-label={copy.unlinkTv(name)} onClick={unlink}>
        {copy.unlink}
      </Button>
    </li>
  );
}
