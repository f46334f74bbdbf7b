import type { ReactNode } from 'react';
import { requests } from '#domain/accounts/copy.ts';
import { companyNumberText } from '#domain/company-numbers.ts';
import { countryName } from '#domain/copy.ts';
import { formatDate, formatTime } from '#domain/time.ts';
import cells from '../../admin/list-cells.module.css';
import { SubjectLink } from '../../subject-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Email } from '../../ui/email.tsx';
import { RowMenu } from '../../ui/overlay/row-menu.tsx';
import type { Column } from '../../ui/table/table.tsx';
import styles from './registration-requests.module.css';
import { nameOf, type Request } from './request-name.ts';

interface Acts {
  approve: (row: Request) => void;
  reject: (row: Request) => void;
}

export const requestColumns = ({ approve, reject }: Acts): readonly Column<Request>[] => [
  {
    key: 'name',
    header: requests.name,
    sortable: 'asc',
    bare: true,
    cell: (row) => (
      <div className={cells.person}>
        <b className={styles.cut} title={nameOf(row)}>
          {nameOf(row)}
        </b>
        <span className={`${styles.cut} ${styles.user}`}>{row.username}</span>
        {row.alike.map((other) => (
          <p key={`${other.id} ${other.same}`} className={styles.alike}>
            <Badge tone="warn">{requests.alike[other.same]}</Badge>
            <SubjectLink kind="profile" lookup={other.email}>
              {other.email}
            </SubjectLink>
            {other.waits && <span>{requests.alikeWaits}</span>}
          </p>
        ))}
      </div>
    ),
  },
  {
    key: 'contact',
    header: requests.contact,
    cell: (row) => (
      <TwoLines
        main={
          <SubjectLink kind="profile" lookup={row.email}>
            <Email address={row.email} />
          </SubjectLink>
        }
        title={row.email}
        more={row.phone}
      />
    ),
  },
  { key: 'phone', header: requests.phone, from: 'wide', cell: (row) => row.phone },
  {
    key: 'place',
    header: requests.place,
    sortable: 'asc',
    from: 'medium',
    cell: (row) => <TwoLines main={row.city} more={row.country && countryName(row.country)} kept />,
  },
  {
    key: 'company',
    header: requests.company,
    sortable: 'asc',
    cell: (row) =>
      row.companyName || row.companyTaxNumber ? (
        <TwoLines
          main={row.companyName}
          title={row.companyName ?? undefined}
          more={row.companyTaxNumber && requests.taxNumberOf(companyNumberText(row.companyTaxNumber))}
        />
      ) : null,
  },
  {
    key: 'taxNumber',
    header: requests.taxNumber,
    from: 'wide',
    cell: (row) => row.companyTaxNumber && companyNumberText(row.companyTaxNumber),
  },
  {
    key: 'sent',
    header: requests.sent,
    sortable: true,
    cell: (row) => (
      <span className={styles.moment}>{requests.sentAt(formatDate(row.createdAt), formatTime(row.createdAt))}</span>
    ),
  },
  {
    key: 'acts',
    header: requests.decision,
    bare: true,
    cell: (row) => (
      <div className={styles.acts}>
        <Button variant="ink" size="sm" aria-label={requests.approveOneOf(nameOf(row))} onClick={() => approve(row)}>
          {requests.approveOne}
        </Button>
        <RowMenu
          label={requests.actionsOf(nameOf(row))}
          actions={[{ label: requests.delete, onSelect: () => reject(row), danger: true }]}
        />
      </div>
    ),
  },
];

/** `kept`: the second line has no column of its own on a wide screen. */
function TwoLines({
  main,
  title,
  more,
  kept,
}: {
  main: ReactNode;
  title?: string | undefined;
  more: ReactNode;
  kept?: boolean;
}) {
  return (
    <div className={cells.two}>
      <span className={styles.cut} title={title}>
        {main}
      </span>
      <span data-kept={kept || undefined} className={styles.second}>
        {more}
      </span>
    </div>
  );
}
