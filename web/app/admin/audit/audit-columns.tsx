import { changedFields } from '#domain/admin/audit-values.ts';
import { audit as copy } from '#domain/audit-copy.ts';
import { formatDate, formatTime } from '#domain/time.ts';
import type { client } from '../../api.ts';
import { PermittedLink } from '../../subject-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Email } from '../../ui/email.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { actionName, actorName, actorPlace, subjectName, subjectPlace } from '../audit-labels.ts';
import cells from '../list-cells.module.css';

type Entry = Awaited<ReturnType<typeof client.admin.audit>>['rows'][number];

/** When, who, what and on whom; what changed opens under the entry. */
export function auditColumns(open: number | null, onOpen: (id: number | null) => void): readonly Column<Entry>[] {
  return [
    {
      key: 'at',
      header: copy.columns.at,
      sortable: true,
      cell: (row) => (
        <div className={cells.two}>
          <span>{formatDate(row.at)}</span>
          <span>{formatTime(row.at)}</span>
        </div>
      ),
    },
    {
      key: 'actor',
      header: copy.columns.actor,
      cell: (row) => (
        <PermittedLink to={actorPlace(row)}>
          <Email address={actorName(row)} />
        </PermittedLink>
      ),
    },
    { key: 'action', header: copy.columns.action, cell: (row) => <b>{actionName(row.action)}</b> },
    {
      key: 'subject',
      header: copy.columns.subject,
      cell: (row) => <PermittedLink to={subjectPlace(row)}>{subjectName(row)}</PermittedLink>,
    },
    {
      key: 'more',
      header: copy.columns.more,
      bare: true,
      cell: (row) =>
        changedFields(row).length === 0 ? (
          row.ip && <span className="xs muted nb">{copy.address(row.ip)}</span>
        ) : (
          <Button
            size="sm"
            variant="secondary"
            aria-expanded={open === row.id}
            aria-label={(open === row.id ? copy.hideOf : copy.showOf)(
              `${actionName(row.action)}, ${formatDate(row.at)}`,
            )}
            onClick={() => onOpen(open === row.id ? null : row.id)}
          >
            {open === row.id ? copy.hide : copy.show}
          </Button>
        ),
    },
  ];
}
