import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { renderSVG } from 'uqr';
import { company } from '#domain/company.ts';
import { networkCopy } from '#domain/network/copy.ts';
import { formatDate } from '#domain/time.ts';
import { api, sayError } from '../api.ts';
import { useOwnChanges } from '../live.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Empty } from '../ui/empty.tsx';
import { FormError } from '../ui/field.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { type Column, Table } from '../ui/table.tsx';
import styles from './my-network.module.css';

const copy = networkCopy.mine;

/** A member's own code, link and people: names and days of the direct ones, numbers of the others, never how to reach them. */
export function MyNetwork() {
  const mine = useQuery(api.network.mine.queryOptions());
  useOwnChanges(() => mine.refetch());
  if (mine.isPending) return <Skeleton lines={6} />;
  if (mine.isError)
    return (
      <div className={styles.part}>
        <FormError title={copy.error} />
      </div>
    );
  if (mine.data === null) return <Empty title={copy.title} text={copy.notReady} />;
  const { code, link, inviter, invitesBlocked, levels } = mine.data;
  return (
    <>
      <section className={styles.part}>
        <p>{invitesBlocked ? copy.blocked : copy.text}</p>
        {invitesBlocked && (
          <p>
            <a href={`mailto:${company.email}`}>{company.email}</a>
          </p>
        )}
        {inviter && <p className="muted">{copy.inviter(inviter)}</p>}
        {!invitesBlocked && (
          <div className={styles.invite}>
            <QrCode className={styles.qr} text={link} label={copy.qrAlt(code)} />
            <div className={styles.words}>
              <p className={styles.label}>{copy.code}</p>
              <p className={styles.value}>
                <code>{code}</code> <CopyButton value={code} what={copy.code} />
              </p>
              <p className={styles.label}>{copy.link}</p>
              <p className={styles.value}>
                <span className={styles.link}>{link}</span> <CopyButton value={link} what={copy.link} />
              </p>
              <div className={styles.actions}>
                <Button variant="secondary" size="sm" onClick={() => saveFile(qrFile(link, code))}>
                  {copy.qrDownload}
                </Button>
                {'share' in navigator && (
                  <Button variant="secondary" size="sm" onClick={() => share(link)}>
                    {copy.share}
                  </Button>
                )}
              </div>
              <p className="muted s">{copy.honest}</p>
            </div>
          </div>
        )}
      </section>
      {levels.length === 0 ? (
        <Empty title={copy.people} text={copy.empty} />
      ) : (
        <>
          <Levels levels={levels} />
          <Direct />
        </>
      )}
    </>
  );
}

function Levels({ levels }: { levels: number[] }) {
  const most = Math.max(...levels);
  return (
    <section className={styles.part}>
      <h3 className="d h3">{copy.levels}</h3>
      <p>{copy.count(levels[0]!)}</p>
      <ol className={styles.levels}>
        {levels.map((members, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a level is its number
          <li key={index}>
            <span>{copy.levelRow(index + 1)}</span>
            <i style={{ inlineSize: `${Math.max(1, (members / most) * 100)}%` }} data-level={(index % 6) + 1} />
            <b>{copy.levelMembers(members)}</b>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface Person {
  id: string;
  name: string;
  joinedAt: string;
}

const COLUMNS: readonly Column<Person>[] = [
  { key: 'name', header: copy.name, bare: true, cell: ({ name }) => <b>{name}</b> },
  { key: 'joined', header: copy.joined, cell: ({ joinedAt }) => formatDate(joinedAt) },
];

function Direct() {
  const direct = useInfiniteQuery(
    api.network.myDirect.infiniteOptions({
      input: (after: string | undefined) => ({ ...(after ? { after } : {}) }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  );
  return (
    <section className={styles.part}>
      <h3 className="d h3">{copy.people}</h3>
      <Table
        caption={copy.people}
        columns={COLUMNS}
        rows={direct.data?.pages.flatMap(({ rows }) => rows)}
        rowKey={({ id }) => id}
        error={direct.error && !direct.data ? { text: sayError(direct.error), onRetry: () => direct.refetch() } : null}
        empty={<Empty title={copy.people} text={copy.empty} />}
      />
      {direct.hasNextPage && <LoadMore onMore={() => direct.fetchNextPage()} busy={direct.isFetchingNextPage} />}
    </section>
  );
}

const qrFile = (link: string, code: string) =>
  new File([renderSVG(link, { ecc: 'M', border: 4 })], `vidik-${code}.svg`, { type: 'image/svg+xml' });

/** The phone's own sheet; taking it back is no error. */
async function share(link: string) {
  try {
    await navigator.share({ text: copy.shareText(link), url: link });
  } catch (error) {
    if ((error as Error).name !== 'AbortError') console.error(error);
  }
}
