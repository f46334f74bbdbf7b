import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { common } from '#domain/copy.ts';
import { copy } from '#domain/devices/copy.ts';
import { formatPairingNumber } from '#domain/devices/rules.ts';
import { formatDateTime } from '#domain/time.ts';
import { api, client, errorCode, errorMessage } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { FormError } from '../ui/form/field.tsx';
import { FormProblem } from '../ui/form/form-problem.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { type Outcome, write } from '../write.ts';
import styles from './device-login.module.css';
import { TvPicture } from './tv-picture.tsx';

const unlinkCopy = copy.unlinkLink;
const inAddress = () => window.location.hash.slice(1);

/** Where the mail about a linking leads: `/device-unlink#<token>`. Opening it shows the TV, a press ends the link. */
export default function DeviceUnlinkPage() {
  const [token, setToken] = useState(inAddress);
  /** A second link opened in the same tab changes only the fragment, which loads nothing by itself. */
  useEffect(() => {
    const follow = () => setToken(inAddress());
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return <UnlinkLink token={token} key={token} />;
}

function UnlinkLink({ token }: { token: string }) {
  const look = useQuery({
    ...api.devices.unlinkLink.look.queryOptions({ input: { token } }),
    refetchOnWindowFocus: false,
    retry: false,
  });
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome<{ number: number }> | null>(null);
  const unlink = useSingleFlight(async (number: number) => {
    setBusy(true);
    setOutcome(
      // The link was good a moment ago: when a repetition finds it spent, the first attempt has spent it.
      await write(() => client.devices.unlinkLink.use({ token }), {
        arrived: ({ code }) => (code === 'UNLINK_LINK_DEAD' ? { number } : undefined),
        again: outcome?.outcome === 'unknown',
      }),
    );
    setBusy(false);
  });

  if (outcome?.outcome === 'done') {
    const number = formatPairingNumber(outcome.value.number);
    return (
      <UnlinkLayout number={number} title={unlinkCopy.doneTitle}>
        <p className={styles.lead} role="status">
          {unlinkCopy.done(number)}
        </p>
        <p>{unlinkCopy.after}</p>
        <ButtonLink to="/account#bezbednost" full>
          {unlinkCopy.password}
        </ButtonLink>
      </UnlinkLayout>
    );
  }
  if ((outcome?.code ?? errorCode(look.error)) === 'UNLINK_LINK_DEAD')
    return (
      <UnlinkLayout number={null} title={unlinkCopy.deadTitle}>
        <p className={styles.lead}>{unlinkCopy.dead}</p>
        <ButtonLink to="/account#televizori" full>
          {unlinkCopy.devices}
        </ButtonLink>
      </UnlinkLayout>
    );
  if (look.isPending)
    return (
      <UnlinkLayout number={null} title={unlinkCopy.title}>
        <Skeleton lines={4} />
      </UnlinkLayout>
    );
  if (look.isError)
    return (
      <UnlinkLayout number={null} title={unlinkCopy.title}>
        <FormError title={errorMessage(look.error)} />
        <Button full onClick={() => look.refetch()}>
          {common.retry}
        </Button>
      </UnlinkLayout>
    );

  const { name, linkedAt, until } = look.data;
  const number = formatPairingNumber(look.data.number);
  return (
    <UnlinkLayout number={number} title={unlinkCopy.title}>
      <p className={styles.lead}>{unlinkCopy.lead}</p>
      <div className={styles.which}>
        <p>
          <strong>{unlinkCopy.row(name, number)}</strong>, {unlinkCopy.linked(formatDateTime(linkedAt))}
        </p>
        <p className="muted">{unlinkCopy.until(formatDateTime(until))}</p>
      </div>
      <FormProblem problem={outcome} />
      <div className={styles.ask}>
        <Button variant="danger" full loading={busy} onClick={() => unlink(look.data.number)}>
          {unlinkCopy.button}
        </Button>
        <ButtonLink variant="secondary" to="/account#televizori" full>
          {unlinkCopy.mine}
        </ButtonLink>
      </div>
      <p className={styles.warning}>{unlinkCopy.after}</p>
    </UnlinkLayout>
  );
}

function UnlinkLayout({ number, title, children }: { number: string | null; title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another step, read from its beginning
  useEffect(() => heading.current?.focus(), [title]);
  return (
    <div className={styles.split}>
      <div className={styles.left} data-surface="ink">
        <TvPicture number={number} />
      </div>
      <div className={styles.right}>
        <div className={styles.column}>
          <h1 className={`d ${styles.title}`} ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {children}
        </div>
      </div>
    </div>
  );
}
