import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mySessions as copy } from '#domain/accounts/account-copy.ts';
import { common } from '#domain/copy.ts';
import { formatDateTime } from '#domain/time.ts';
import { api, client, errorMessage } from '../../api.ts';
import { useOwnChanges } from '../../live.ts';
import { authClient } from '../../session.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { throwOnSignInError } from '../../throw-on-sign-in-error.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { write } from '../../write.ts';
import styles from '../section.module.css';

/** Every session of this account; each can be ended. */
export function MySessions() {
  const list = useQuery(api.accounts.own.sessions.list.queryOptions());
  useOwnChanges(() => list.refetch());
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
  return (
    <section className={styles.part}>
      <h3 className="d h3">{copy.title}</h3>
      <p>{copy.lead}</p>
      {list.isPending ? (
        <Skeleton lines={4} />
      ) : !list.data ? (
        <>
          <FormError title={errorMessage(list.error)} />
          <div>
            <Button variant="secondary" onClick={() => list.refetch()}>
              {common.retry}
            </Button>
          </div>
        </>
      ) : (
        <ul className={styles.sessions} aria-label={copy.title}>
          {list.data.map((session) => (
            <Session key={session.id} session={session} isEnding={ending === session.id} end={() => end(session.id)} />
          ))}
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
          <p className="muted">{copy.alone}</p>
        ))}
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
          {copy.since(formatDateTime(session.signedInAt), session.ip)}.
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
