import { people as copy } from '#domain/accounts/people-copy.ts';
import type { Role } from '#domain/accounts/person-fields.ts';
import { lastDayBefore } from '#domain/accounts/retention.ts';
import { placeOfPerson } from '#domain/admin/subject-pages.ts';
import { countryName } from '#domain/copy.ts';
import { formatNumber } from '#domain/money.ts';
import { formatDate } from '#domain/time.ts';
import { backToListState } from '../admin/list-place.ts';
import type { client } from '../api.ts';
import { PermittedLink } from '../subject-link.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Email } from '../ui/email.tsx';
import { type RowAction, RowMenu } from '../ui/overlay/row-menu.tsx';
import type { Column, RowTone } from '../ui/table/table.tsx';
import styles from './people.module.css';

export type PersonRow = Awaited<ReturnType<typeof client.accounts.admin.people.block>>;
export type ListedPerson = Awaited<ReturnType<typeof client.accounts.admin.people.list>>['rows'][number];
export type Label = Exclude<Role, 'admin'>;
export const LABELS = { company: 'isCompany', partner: 'isPartner', installer: 'isInstaller' } as const;

/** Company yellow, monter blue, otherwise green; the label that is pressed says it in words. */
export const toneOf = (row: PersonRow): RowTone => (row.isCompany ? 'company' : row.isInstaller ? 'monter' : 'other');

export const nameOf = (row: PersonRow): string =>
  [row.firstName, row.lastName].filter(Boolean).join(' ') || row.username;

/** Whose account only the super-admin touches. */
export const isStaff = (row: PersonRow): boolean => row.isAdmin || row.isSuperAdmin;

interface Actions {
  /** The super-admin: may touch staff. */
  rules: boolean;
  /** May change data and labels. */
  edits: boolean;
  onLabel: (row: PersonRow, label: Label) => void;
  onEdit: (row: PersonRow) => void;
  /** The rarer actions. */
  menuOf: (row: ListedPerson) => RowAction[];
  /** The list's own address, kept so that a person's page knows the neighbours. */
  query: string;
}

export const peopleColumns = ({
  rules,
  edits,
  onLabel,
  onEdit,
  menuOf,
  query,
}: Actions): readonly Column<ListedPerson>[] => [
  {
    key: 'name',
    header: copy.columns.person,
    bare: true,
    sortable: 'asc',
    cell: (row) => <Who row={row} query={query} />,
  },
  { key: 'other', header: copy.columns.name, from: 'wide', cell: (row) => <Cut text={otherNameOf(row)} short /> },
  {
    key: 'email',
    header: copy.columns.contact,
    sortable: 'asc',
    cell: (row) => (
      <span className={styles.pair}>
        <a className={styles.cut} href={`mailto:${row.email}`} title={row.email}>
          <Email address={row.email} />
        </a>
        {row.phone && (
          <a className={styles.second} href={`tel:${row.phone}`}>
            {row.phone}
          </a>
        )}
      </span>
    ),
  },
  {
    key: 'phone',
    header: copy.columns.phone,
    from: 'wide',
    cell: (row) =>
      row.phone && (
        <a className={`nb ${styles.quiet}`} href={`tel:${row.phone}`}>
          {row.phone}
        </a>
      ),
  },
  {
    key: 'place',
    header: copy.columns.place,
    from: 'medium',
    cell: (row) =>
      row.city || row.country ? (
        <span className={styles.pair}>
          <Cut text={row.city ?? ''} />
          <span className={styles.second}>{countryName(row.country ?? '')}</span>
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
    key: 'inviter',
    header: copy.columns.inviter,
    from: 'wide',
    cell: ({ inviter }) =>
      inviter ? (
        <span className={`${styles.cut} ${styles.short}`} title={inviter.name}>
          <PermittedLink to={placeOfPerson(inviter.id)}>{inviter.name}</PermittedLink>
        </span>
      ) : (
        copy.none
      ),
  },
  {
    key: 'created',
    header: copy.columns.created,
    sortable: true,
    cell: (row) => <span className="nb muted">{formatDate(row.createdAt)}</span>,
  },
  {
    key: 'lastSignIn',
    header: copy.columns.lastSignIn,
    from: 'wide',
    cell: ({ lastSignInAt }) => (
      <span className="nb muted">{lastSignInAt ? copy.lastSignIn(new Date(lastSignInAt), new Date()) : copy.none}</span>
    ),
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
          aria-label={(edits ? copy.editOf : copy.viewOf)(nameOf(row))}
          onClick={() => onEdit(row)}
        >
          {edits ? copy.edit : copy.look}
        </Button>
        <RowMenu label={copy.actionsOf(nameOf(row))} actions={menuOf(row)} />
      </span>
    ),
  },
];

const companyOf = (row: PersonRow): string | null => (row.isCompany && row.companyName) || null;

/** The person of a company, otherwise the username. */
const otherNameOf = (row: PersonRow): string => (companyOf(row) ? nameOf(row) : row.username);

const Cut = ({ text, short = false }: { text: string; short?: boolean }) => (
  <span className={short ? `${styles.cut} ${styles.short}` : styles.cut} title={text}>
    {text}
  </span>
);

function Who({ row, query }: { row: PersonRow; query: string }) {
  const { roles, marks } = copy;
  const leaving = row.terminatesAt && copy.ending.mark(formatDate(lastDayBefore(new Date(row.terminatesAt))));
  const marked = [
    row.isSuperAdmin ? marks.superAdmin : row.isAdmin && roles.admin,
    row.toBeRegistered && marks.waiting,
    row.blockedAt && marks.blocked,
    row.closedAt && marks.closed,
    row.terminatesAt && leaving,
  ].filter((word) => typeof word === 'string');
  const name = companyOf(row) ?? nameOf(row);
  return (
    <div className={styles.who}>
      <b className={styles.cut} title={name}>
        <PermittedLink to={placeOfPerson(row.id, query)} state={backToListState()}>
          {name}
        </PermittedLink>
      </b>
      <span className={styles.marks}>
        <span className={`${styles.cut} ${styles.second}`}>{otherNameOf(row)}</span>
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
