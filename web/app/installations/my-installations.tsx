import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { myInstallations as copy } from '#domain/installations/copy.ts';
import { lateCopy } from '#domain/late-copy.ts';
import { formatDate } from '#domain/time.ts';
import { api } from '../api.ts';
import { useOwnChanges } from '../live.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { lazyComponent } from '../ui/late/lazy-component.tsx';
import { Section } from '../ui/section.tsx';
import { type Column, Table } from '../ui/table/table.tsx';
import type { Installation } from './installation.ts';
import styles from './installations.module.css';

const RecordDialog = lazyComponent(() => import('./record-dialog.tsx'), { size: 'dialog', title: lateCopy.record });

/** What an installer was given, with the record to write; nothing is shown to whoever has nothing. */
export function MyInstallations() {
  const list = useQuery(api.installations.mine.queryOptions());
  const [writing, setWriting] = useState<Installation | null>(null);
  useOwnChanges(() => list.refetch());
  if (!list.error && !list.data?.length) return null;
  return (
    <Section>
      <h3 className="d h3">{copy.title}</h3>
      <p className="muted">{copy.lead}</p>
      <Table
        caption={copy.title}
        columns={columnsOf(setWriting)}
        rows={list.data}
        rowKey={(row) => row.id}
        error={list.error && !list.data ? { text: copy.failed, onRetry: () => list.refetch() } : null}
        empty={null}
      />
      {writing && (
        <RecordDialog installation={writing} onClose={() => setWriting(null)} onChanged={() => void list.refetch()} />
      )}
    </Section>
  );
}

const columnsOf = (onWrite: (row: Installation) => void): readonly Column<Installation>[] => [
  {
    key: 'when',
    header: copy.when,
    bare: true,
    cell: (row) => (
      <span className={styles.stack}>
        <b>{copy.number(row.number)}</b>
        <span className="nb">{copy.agreed(row.agreedAt)}</span>
      </span>
    ),
  },
  {
    key: 'who',
    header: copy.who,
    cell: (row) =>
      row.address ? (
        <span className={styles.stack}>
          <b>{row.name}</b>
          <a href={`tel:${row.phone.replaceAll(/[^+\d]/g, '')}`}>{row.phone}</a>
          <span>{row.address}</span>
          {row.note && <span className="muted s">{row.note}</span>}
        </span>
      ) : (
        <span className="muted">{copy.forgotten}</span>
      ),
  },
  {
    key: 'state',
    header: copy.state,
    bare: true,
    cell: (row) =>
      row.recordedAt ? (
        <span className={styles.stack}>
          <Badge tone="ok">{copy.recorded}</Badge>
          {row.record && (
            <span className="muted s">
              {row.record.device}, {formatDate(row.record.doneOn)}
            </span>
          )}
        </span>
      ) : row.cancelledAt ? (
        <Badge tone="err">{copy.cancelled}</Badge>
      ) : (
        <span className={styles.stack}>
          <Badge tone="warn">{copy.waits}</Badge>
          <Button size="sm" onClick={() => onWrite(row)}>
            {copy.write}
            <span className="vh"> {copy.writeOf(row.number)}</span>
          </Button>
        </span>
      ),
  },
];
