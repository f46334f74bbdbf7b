import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type CSSProperties, useRef } from 'react';
import { company } from '#domain/company.ts';
import { common } from '#domain/copy.ts';
import { formatNumber } from '#domain/money.ts';
import { networkCopy } from '#domain/network/copy.ts';
import { COUNTED_AFTER_DAYS } from '#domain/network/rules.ts';
import { formatDate } from '#domain/time.ts';
import { api, type client, errorMessage, queryClient } from '../api.ts';
import { useOwnChanges } from '../live.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { FormError } from '../ui/form/field.tsx';
import { pngOf } from '../ui/media/png-of.ts';
import { QrCode } from '../ui/media/qr-code.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Section } from '../ui/section.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Empty } from '../ui/table/empty.tsx';
import { LoadMore } from '../ui/table/load-more.tsx';
import { type Column, Table } from '../ui/table/table.tsx';
import { JoinNetwork } from './join-network.tsx';
import styles from './my-network.module.css';
import { levelColour } from './tree/paint.ts';

const copy = networkCopy.mine;
/** Pixels of a downloaded code, enough for a poster. */
const QR_SIZE = 1200;

type Place = NonNullable<Awaited<ReturnType<typeof client.network.mine>>>;
type Person = Awaited<ReturnType<typeof client.network.myDirect>>['rows'][number];

/** A member's own place in the network: the referral link, who is directly below, and how many are below these. */
export function MyNetwork() {
  const place = useQuery(api.network.mine.queryOptions());
  useOwnChanges(reload);
  if (place.isPending) return <Skeleton lines={6} />;
  if (place.data === undefined)
    return (
      <div className={styles.failed}>
        <FormError title={copy.error} />
        <Button variant="secondary" onClick={() => place.refetch()}>
          {common.retry}
        </Button>
      </div>
    );
  if (!place.data)
    return (
      <Empty title={copy.notReady}>
        <JoinNetwork joined={reload} />
      </Empty>
    );
  return (
    <>
      <Invitation place={place.data} />
      {place.data.levels.length === 0 ? (
        <Empty title={copy.empty} />
      ) : (
        <>
          <DirectMembers number={place.data.levels[0]!} />
          <Levels levels={place.data.levels} />
          <Devices devices={place.data.devices} />
        </>
      )}
    </>
  );
}

const reload = () =>
  Promise.all(
    [api.network.mine, api.network.myDirect].map((what) => queryClient.invalidateQueries({ queryKey: what.key() })),
  );

function Invitation({ place: { code, link, invitesBlocked, inviter } }: { place: Place }) {
  const qr = useRef<HTMLDivElement>(null);
  const download = () =>
    pngOf(qr.current!.querySelector('svg')!, QR_SIZE, QR_SIZE)
      .then((png) => saveFile(new File([png], copy.qrFile(code))))
      .catch((error) => {
        console.error(error);
        toast.error(errorMessage(error));
      });
  return (
    <Section>
      {inviter !== null && <p>{copy.inviter(inviter)}</p>}
      {invitesBlocked ? (
        <p className={styles.blocked} role="status">
          {copy.blocked} <a href={`mailto:${company.email}`}>{company.email}</a>
        </p>
      ) : (
        <>
          <p>{copy.text}</p>
          <div className={styles.invitation}>
            <div ref={qr} className={styles.code}>
              <QrCode className={styles.qr} text={link} label={copy.qrAlt(code)} />
              <Button variant="ghost" size="sm" onClick={download}>
                {copy.qrDownload}
              </Button>
            </div>
            <dl className={styles.facts}>
              <dt>{copy.code}</dt>
              <dd>
                <span className={`d ${styles.letters}`}>{code}</span>
                <CopyButton value={code} label={common.copy} what={copy.code} />
              </dd>
              <dt>{copy.link}</dt>
              <dd>
                <span className={styles.link}>{link}</span>
                <CopyButton value={link} label={copy.copyLink} />
                {'share' in navigator && (
                  <Button size="sm" onClick={() => void share(link)}>
                    {copy.share}
                  </Button>
                )}
              </dd>
            </dl>
          </div>
          <p className="muted">{copy.honest}</p>
        </>
      )}
    </Section>
  );
}

/** Closing the system's share window is no error. */
async function share(link: string) {
  try {
    await navigator.share({ text: copy.shareText(link) });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) console.error(error);
  }
}

function DirectMembers({ number }: { number: number }) {
  const list = useInfiniteQuery(
    api.network.myDirect.infiniteOptions({
      input: (after: string | undefined) => ({ after }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
  );
  const rows = list.data?.pages.flatMap((page) => page.rows);
  return (
    <Section>
      <h3 className="d h3">{copy.people}</h3>
      <p>{copy.count(number)}</p>
      <Table
        caption={copy.people}
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => row.id}
        error={list.error && !rows ? { text: copy.error, onRetry: () => list.refetch() } : null}
        empty={<Empty title={copy.empty} />}
      />
      {list.hasNextPage && (
        <LoadMore
          failed={list.isFetchNextPageError}
          busy={list.isFetchingNextPage}
          onMore={() => list.fetchNextPage()}
        />
      )}
    </Section>
  );
}

const COLUMNS: readonly Column<Person>[] = [
  { key: 'name', header: copy.name, bare: true, cell: (row) => <b>{row.name}</b> },
  { key: 'joined', header: copy.joined, cell: (row) => <span className="nb">{formatDate(row.joinedAt)}</span> },
];

/** How many are below, by level; their names are shown only to their own upline. */
function Levels({ levels }: { levels: readonly number[] }) {
  const most = Math.max(...levels);
  return (
    <Section>
      <h3 className="d h3">{copy.levels}</h3>
      <ol className={styles.levels}>
        {levels.map((number, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a level is its number
          <li key={index} style={{ '--level': levelColour(index + 1), '--share': number / most } as CSSProperties}>
            <span>{copy.levelRow(index + 1)}</span>
            <i aria-hidden="true" />
            <b>{copy.levelMembers(number)}</b>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** What everybody below bought, as a number alone. */
function Devices({ devices: { counted, waiting } }: Pick<Place, 'devices'>) {
  return (
    <Section>
      <h3 className="d h3">{copy.devices}</h3>
      <dl className={styles.figures}>
        <div>
          <dd className="num">{formatNumber(counted)}</dd>
          <dt>{copy.devicesCounted(counted)}</dt>
        </div>
        {waiting > 0 && (
          <div>
            <dd className="num">{formatNumber(waiting)}</dd>
            <dt>{copy.devicesWaiting(waiting, COUNTED_AFTER_DAYS)}</dt>
          </div>
        )}
      </dl>
      <p className="muted">{copy.devicesHint(COUNTED_AFTER_DAYS)}</p>
    </Section>
  );
}
