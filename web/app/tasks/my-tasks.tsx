import { useQuery } from '@tanstack/react-query';
import { myTasks as copy } from '#domain/tasks/copy.ts';
import { formatDate } from '#domain/time.ts';
import { api, type client } from '../api.ts';
import { useOwnChanges } from '../live.ts';
import { Badge } from '../ui/badge.tsx';
import { Section } from '../ui/section.tsx';
import { type Column, Table } from '../ui/table/table.tsx';
import styles from './tasks.module.css';

type Task = Awaited<ReturnType<typeof client.tasks.mine>>[number];

/** Complaints and what else is owed after a purchase; nothing is shown while there is nothing. */
export function MyTasks() {
  const tasks = useQuery(api.tasks.mine.queryOptions());
  useOwnChanges(() => tasks.refetch());
  if (!tasks.error && !tasks.data?.length) return null;
  return (
    <Section>
      <h3 className="d h3">{copy.title}</h3>
      <Table
        caption={copy.title}
        columns={COLUMNS}
        rows={tasks.data}
        rowKey={(row) => row.id}
        error={tasks.error && !tasks.data ? { text: copy.failed, onRetry: () => tasks.refetch() } : null}
        empty={null}
      />
    </Section>
  );
}

const COLUMNS: readonly Column<Task>[] = [
  {
    key: 'what',
    header: copy.what,
    bare: true,
    cell: (row) => (
      <span className={styles.stack}>
        <b>{copy.names[row.kind]}</b>
        <span className="muted s">{copy.order(row.orderNumber)}</span>
        {row.text && <span className="s">{row.text}</span>}
      </span>
    ),
  },
  { key: 'date', header: copy.date, cell: (row) => <span className="nb">{formatDate(row.createdAt)}</span> },
  {
    key: 'state',
    header: copy.state,
    cell: (row) => (
      <Badge tone={row.answeredAt ? 'ok' : 'warn'}>
        {row.answeredAt ? copy.answered(row.answeredAt) : copy.waits(row.dueOn)}
      </Badge>
    ),
  },
  { key: 'answer', header: copy.answer, bare: true, cell: (row) => <span>{row.answer}</span> },
];
