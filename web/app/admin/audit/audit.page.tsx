import { useMemo, useState } from 'react';
import { admin } from '#domain/admin/copy.ts';
import { audit as copy } from '#domain/audit-copy.ts';
import { api } from '../../api.ts';
import { AdminHead } from '../../ui/page-head.tsx';
import { Empty } from '../../ui/table/empty.tsx';
import { AdminList } from '../admin-list.tsx';
import { ListOrderSelect, useListOrder } from '../list-order.tsx';
import { isBackwards } from '../list-tools.tsx';
import { useAdminList } from '../use-admin-list.ts';
import styles from './audit.module.css';
import { auditColumns } from './audit-columns.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { Changes } from './changes.tsx';
import { useAuditFilter } from './use-audit-filter.ts';

const ORDERS = { at: admin.times };

/** Who did what, newest first; the filter is in the address. */
export default function AuditPage() {
  const [open, setOpen] = useState<number | null>(null);
  const { filter, filtered, choose, clear } = useAuditFilter();
  const order = useListOrder(ORDERS);

  const list = useAdminList(
    api.admin.audit,
    { ...filter, direction: order.sort.direction },
    { screen: 'audit', held: open !== null },
  );

  const columns = useMemo(() => auditColumns(open, setOpen), [open]);

  return (
    <>
      <AdminHead title={copy.title} />
      <p className={styles.lead}>{copy.lead}</p>
      <AdminList
        title={copy.title}
        list={list}
        order={order}
        columns={columns}
        detail={(row) => (open === row.id ? <Changes entry={row} /> : null)}
        tools={
          <AuditFilters filter={filter} filtered={filtered} choose={choose} clear={clear}>
            <ListOrderSelect {...order} />
          </AuditFilters>
        }
        filtered={filtered}
        emptyFilter={isBackwards(filter) ? admin.backwards : copy.emptyFilter}
        empty={<Empty title={copy.empty} />}
      />
    </>
  );
}
