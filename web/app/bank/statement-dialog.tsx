import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { statementCopy as copy } from '#domain/bank/copy.ts';
import { formatDateTime } from '#domain/time.ts';
import { api } from '../api.ts';
import { useLiveList } from '../live.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { DataPart } from '../ui/part/data-part.tsx';
import { partStateOf } from '../ui/part/part-state.ts';
import { LoadMore } from '../ui/table/load-more.tsx';
import styles from './bank.module.css';
import { StatementImport } from './statement-import.tsx';
import { StatementLines } from './statement-lines.tsx';

interface StatementDialogProps {
  onClose: () => void;
  /** Something was decided. */
  onSettled: () => void;
}

/** A bank statement is dropped onto the field, imported and decided on here; all earlier ones can be opened again. */
export default function StatementDialog({ onClose, onSettled }: StatementDialogProps) {
  const [opened, setOpened] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const imports = useInfiniteQuery(
    api.bank.statements.list.infiniteOptions({
      input: (after: string | undefined) => ({ after, entity: 'organiser' as const }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
  );
  useLiveList('statements', () => imports.refetch({ throwOnError: true }));
  const rows = imports.data?.pages.flatMap((page) => page.rows);

  function onSettledHere() {
    void imports.refetch();
    onSettled();
  }

  return (
    <Dialog open busy={busy} size="lg" onOpenChange={onClose} title={copy.title} description={copy.hint}>
      <StatementImport
        onBusy={setBusy}
        onImported={(importId) => {
          setOpened(importId);
          void imports.refetch();
        }}
      />
      {opened && <StatementLines key={opened} importId={opened} onSettled={onSettledHere} />}
      <section className="stack">
        <h3 className="d h4">{copy.recent}</h3>
        <DataPart name={copy.recent} part={partStateOf(imports)} lines={3}>
          {() => null}
        </DataPart>
        {rows?.length === 0 && <p className="muted">{copy.none}</p>}
        <ul className={styles.imports}>
          {rows?.map((one) => (
            <li key={one.id}>
              <span className={styles.pair}>
                <b>{one.fileName}</b>
                <span className="xs muted">
                  {formatDateTime(one.importedAt)} · {one.importedBy}
                </span>
              </span>
              <Badge tone={one.open > 0 ? 'warn' : 'ok'}>{one.open > 0 ? copy.open(one.open) : copy.settled}</Badge>
              <Button
                size="sm"
                variant="secondary"
                aria-label={copy.openOne(one.fileName)}
                onClick={() => setOpened(one.id)}
              >
                {copy.openImport}
              </Button>
            </li>
          ))}
        </ul>
        {imports.hasNextPage && (
          <LoadMore
            failed={imports.isFetchNextPageError}
            busy={imports.isFetchingNextPage}
            onMore={() => void imports.fetchNextPage()}
          />
        )}
      </section>
    </Dialog>
  );
}
