import { people as copy } from '#domain/accounts/people-copy.ts';
import type { Role } from '#domain/accounts/person-fields.ts';
import { lastDayBefore } from '#domain/accounts/retention.ts';
import { placeOfPerson } from '#domain/admin/subject-pages.ts';
import { common, countryName } from '#domain/copy.ts';
import { formatNumber } from '#domain/money.ts';
import { formatDate } from '#domain/time.ts';
import type { client } from '../api.ts';
import { PlaceLink } from '../subject-link.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Email } from '../ui/email.tsx';
import type { Column, RowTone } from '../ui/table/table.tsx';
import styles from './people.module.css';

export type PersonRow = Awaited<ReturnType<typeof client.accounts.admin.people.list>>['rows'][number];
export type Label = Exclude<Role, 'admin'>;
export const LABELS = { company: 'isCompany', partner: 'isPartner', installer: 'isInstaller' } as const;

/** Company yellow, monter blue, otherwise green; the word stands in the row as well. */
export const toneOf = (row: PersonRow): RowTone => (row.isCompany ? 'company' : row.isInstaller ? 'monter' : 'other');

export const nameOf = (row: PersonRow): string =>
  [row.firstName, row.lastName].filter(Boolean).join(' ') || row.username;

/** Whose account only the super-admin touches. */
export const isStaff = (row: PersonRow): boolean => row.isAdmin || row.isSuperAdmin;

interface Actions {
  /** The super-admin: may erase people and touch staff. */
  rules: boolean;
  /** May change data and labels. */
  edits: boolean;
  onLabel: (row: PersonRow, label: Label) => void;
  onEdit: (row: PersonRow) => void;
  onErase: (row: PersonRow) => void;
}

export const peopleColumns = ({ rules, edits, onLabel, onEdit, onErase }: Actions): readonly Column<PersonRow>[] => [
  {
    key: 'name',
    header: copy.columns.person,
    bare: true,
    sortable: 'asc',
    cell: (row) => <Who row={row} />,
  },
  {
    key: 'email',
    header: copy.columns.contact,
    sortable: 'asc',
    cell: (row) => (
      <span className={styles.pair}>
        <a href={`mailto:${row.email}`}>
          <Email address={row.email} />
        </a>
        {row.phone && <a href={`tel:${row.phone}`}>{row.phone}</a>}
      </span>
    ),
  },
  {
    key: 'place',
    header: copy.columns.place,
    cell: (row) =>
      row.city || row.country ? (
        <span className={styles.pair}>
          <span>{row.city}</span>
          <span className="muted">{countryName(row.country ?? '')}</span>
        </span>
      ) : null,
  },
  {
    key: 'roles',
    header: copy.columns.roles,
    cell: (row) => (
      <fieldset
        className={styles.labels}
        aria-label={copy.rolesOf(nameOf(row))}
        title={!edits ? copy.notYours : !rules && isStaff(row) ? copy.staffLocked : copy.toggleHint}
        disabled={!edits || (!rules && isStaff(row))}
      >
        {(Object.keys(LABELS) as Label[]).map((label) => (
          <button key={label} type="button" aria-pressed={row[LABELS[label]]} onClick={() => onLabel(row, label)}>
            {copy.roles[label]}
          </button>
        ))}
      </fieldset>
    ),
  },
  {
    key: 'banners',
    header: copy.columns.banners,
    align: 'right',
    sortable: true,
    cell: (row) => formatNumber(row.bannerBalance),
  },
  {
    key: 'created',
    header: copy.columns.created,
    sortable: true,
    cell: (row) => <span className="nb muted">{formatDate(row.createdAt)}</span>,
  },
  {
    key: 'actions',
    header: copy.columns.actions,
    bare: true,
    cell: (row) => (
      <span className={styles.acts}>
        <Button
          size="sm"
          variant="secondary"
          aria-label={(edits ? copy.editOf : copy.lookOf)(nameOf(row))}
          onClick={() => onEdit(row)}
        >
          {edits ? copy.edit : copy.look}
        </Button>
        {rules && !row.isSuperAdmin && (
          <Button size="sm" variant="danger" aria-label={copy.erase.buttonOf(nameOf(row))} onClick={() => onErase(row)}>
            {common.delete}
          </Button>
        )}
      </span>
    ),
  },
];

function Who({ row }: { row: PersonRow }) {
  const { roles, marks } = copy;
  const kind = row.isCompany ? roles.company : row.isInstaller ? roles.installer : copy.member;
  const leaving = row.terminatesAt && copy.ending.mark(formatDate(lastDayBefore(new Date(row.terminatesAt))));
  const marked = [
    row.isSuperAdmin ? marks.superAdmin : row.isAdmin && roles.admin,
    row.isPartner && roles.partner,
    row.toBeRegistered && marks.waiting,
    row.blockedAt && marks.blocked,
    row.closedAt && marks.closed,
    row.terminatesAt && leaving,
  ].filter((word) => typeof word === 'string');
  return (
    <div className={styles.who}>
      <b>
        <PlaceLink to={placeOfPerson(row.id)}>{(row.isCompany && row.companyName) || nameOf(row)}</PlaceLink>
      </b>
      <span>{row.isCompany && row.companyName ? nameOf(row) : row.username}</span>
      <span className={styles.marks}>
        <span className={styles.kind} data-kind={toneOf(row)}>
          {kind}
        </span>
        {marked.map((word) => (
          <Badge
            key={word}
            {...(word === marks.blocked
              ? { tone: 'err' }
              : word === marks.waiting || word === leaving
                ? { tone: 'warn' }
                : {})}
          >
            {word}
          </Badge>
        ))}
      </span>
    </div>
  );
}
