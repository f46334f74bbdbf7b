import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { deskCopy as copy } from '#domain/bank/desk-copy.ts';
import { lateCopy } from '#domain/late-copy.ts';
import { withQuery } from '../../admin/list-tools.tsx';
import { api, client } from '../../api.ts';
import { useLiveList } from '../../live.ts';
import { Button } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/late/lazy-component.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { AdminHead } from '../../ui/page-head.tsx';
import { DataPart } from '../../ui/part/data-part.tsx';
import { partStateOf } from '../../ui/part/part-state.ts';
import { Empty } from '../../ui/table/empty.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { write } from '../../write.ts';
import { StatementImport } from '../statement-import.tsx';
import styles from './desk.module.css';
import { StatementDesk } from './statement/statement-desk.tsx';
import { nameOf, StatementPager } from './statement/statement-head.tsx';
import { Unmatched } from './unmatched.tsx';
import type { Last } from './use-decision.ts';

const OwedDialog = lazyComponent(() => import('../owed-dialog.tsx'), { size: 'dialog', title: lateCopy.owed });
const ImportDialog = lazyComponent(() => import('./import-dialog.tsx'), { size: 'dialog', title: lateCopy.statement });

/** What other parts show here: buttons of the page, and what they find in a statement. */
export interface DeskParts {
  actions: ReactNode;
  payoutsOf: (statement: { importId: string; whole: boolean; onDone: () => void }) => ReactNode;
}

/** Statements of every account, or of all of them the payments that name nothing, as the address says. */
export default function BankDesk(parts: DeskParts) {
  const [search] = useSearchParams();
  return search.get('rows') === 'unmatched' ? <Unmatched /> : <OneStatement {...parts} />;
}

/** One at a time: which one stands in the address, without one it is the newest. */
function OneStatement({ actions, payoutsOf }: DeskParts) {
  const [search, setSearch] = useAddressParams();
  const [opened, setOpened] = useState<'import' | 'owed' | null>(null);
  const last = useRef<Last | null>(null);
  const imports = useInfiniteQuery(
    api.bank.statements.list.infiniteOptions({
      input: (after: string | undefined) => ({ after }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
  );
  const owed = useQuery(api.bank.owed.list.queryOptions({ input: {} }));
  useLiveList('statements', () => imports.refetch({ throwOnError: true }));
  useLiveList('owed', () => owed.refetch({ throwOnError: true }));
  const rows = imports.data?.pages.flatMap((page) => page.rows) ?? [];
  const asked = search.get('statement');
  const found = rows.find(({ id }) => id === asked);
  const { hasNextPage, isFetching, isError, fetchNextPage } = imports;
  // The one in the address may be older than those that were read.
  const isSought = asked !== null && !found && hasNextPage && !isError;
  useEffect(() => {
    if (isSought && !isFetching) void fetchNextPage();
  }, [isSought, isFetching, fetchNextPage]);
  const current = found ?? rows[0];
  const open = (id: string) => {
    setOpened(null);
    setSearch((now) => withQuery(withQuery(now, 'statement', id), 'finding', ''), { preventScrollReset: true });
    void imports.refetch();
  };

  /** Takes back what was decided last, or what the button names. */
  async function undo({ kind, id }: Last) {
    const done = await (kind === 'hold'
      ? write(() => client.bank.desk.undo({ id }))
      : write(() => client.bank.lines.reopen({ id })));
    if (done.outcome !== 'done') return toast.error(done.text);
    if (last.current?.id === id) last.current = null;
    toast.info(copy.undone);
  }

  return (
    <>
      <AdminHead title={copy.title}>
        {current && (
          <StatementPager
            rows={rows}
            current={current}
            more={imports.hasNextPage}
            onOpen={open}
            onMore={() => void imports.fetchNextPage()}
          />
        )}
        {actions}
        <Button size="sm" variant="secondary" onClick={() => setOpened('owed')}>
          {copy.owed(owed.data?.count ?? 0)}
        </Button>
        <Button size="sm" variant="secondary" onClick={() => setOpened('import')}>
          {copy.load}
        </Button>
      </AdminHead>
      <DataPart name={copy.statements} part={partStateOf(imports)} lines={8}>
        {() =>
          current ? (
            <StatementDesk
              key={current.id}
              statement={current}
              name={nameOf(current)}
              payoutsOf={payoutsOf}
              onDone={(done) => {
                last.current = done;
              }}
              onUndo={(done) => void undo(done)}
              onUndoLast={() => last.current && void undo(last.current)}
            />
          ) : (
            <div className="stack">
              <Empty title={copy.empty} />
              <StatementImport onImported={open} />
            </div>
          )
        }
      </DataPart>
      <p className={styles.keys} aria-hidden="true">
        <span className={styles.hint}>
          <span className={styles.key}>{copy.keys.next}</span> <span className={styles.key}>{copy.keys.previous}</span>{' '}
          {copy.keyWords.rows}
        </span>
        <span className={styles.hint}>
          <span className={styles.key}>{copy.keys.enter}</span> {copy.keyWords.enter}
        </span>
        <span className={styles.hint}>
          <span className={styles.key}>{copy.keys.skip}</span> {copy.keyWords.skip}
        </span>
        <span className={styles.hint}>
          <span className={styles.key}>{copy.keys.undo}</span> {copy.keyWords.undo}
        </span>
      </p>
      {opened === 'import' && <ImportDialog onClose={() => setOpened(null)} onImported={open} />}
      {opened === 'owed' && <OwedDialog onClose={() => setOpened(null)} onChanged={() => void owed.refetch()} />}
    </>
  );
}
