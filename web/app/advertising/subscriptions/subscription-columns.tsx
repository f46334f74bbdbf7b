import { soldColumns, subscriptionStates } from '#domain/advertising/copy.ts';
import { packageTitle } from '#domain/advertising/package-title.ts';
import { sold } from '#domain/advertising/sold-copy.ts';
import type { ListedDocument } from '#domain/documents/contract.ts';
import { documentsCopy } from '#domain/documents/copy.ts';
import { formatMoneyExact, formatNumber } from '#domain/money.ts';
import { formatDate, formatDateTime } from '#domain/time.ts';
import styles from '../../admin/list-cells.module.css';
import type { client } from '../../api.ts';
import { DocumentButtons } from '../../document-buttons.tsx';
import { SubjectLink } from '../../subject-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Email } from '../../ui/email.tsx';
import { RowMenu } from '../../ui/overlay/row-menu.tsx';
import type { Column, RowTone } from '../../ui/table/table.tsx';
import { STATE_TONE } from './subscription-tone.ts';

export type SoldRow = Awaited<ReturnType<typeof client.advertising.admin.sold>>['rows'][number];

export const toneOf = ({ subscription }: SoldRow): RowTone => STATE_TONE[subscription?.state ?? 'once'];

interface Acts {
  open: (id: string) => Promise<File>;
  reissue: (document: ListedDocument) => void;
  issue: (period: string) => void;
  saveAll: (order: number) => void;
  /** `null`: not theirs to give back. */
  refund: ((paid: { order: number; period: string }) => void) | null;
}

export const soldColumnsOf = ({ open, reissue, issue, saveAll, refund }: Acts): readonly Column<SoldRow>[] => [
  {
    key: 'date',
    header: soldColumns.date,
    sortable: true,
    cell: (row) => <span className="nb">{formatDateTime(row.createdAt)}</span>,
  },
  {
    key: 'company',
    header: soldColumns.company,
    bare: true,
    cell: (row) => (
      <span className={styles.person}>
        <b>{row.companyName ?? sold.noCompany}</b>
        <span>
          <SubjectLink kind="profile" lookup={row.email}>
            <Email address={row.email} />
          </SubjectLink>
        </span>
      </span>
    ),
  },
  {
    key: 'package',
    header: soldColumns.package,
    cell: (row) => (
      <span className={styles.two}>
        <span>
          {row.subscription ? (
            <SubjectLink kind="subscription" lookup={row.email}>
              {packageTitle(row.packageName)}
            </SubjectLink>
          ) : (
            packageTitle(row.packageName)
          )}
        </span>
        <span>
          {row.documents.length === 0 && row.invoiceNumber}
          {row.orderNumber !== null && (
            <>
              {row.documents.length === 0 && row.invoiceNumber && ' · '}
              <SubjectLink kind="order" lookup={String(row.orderNumber)}>
                {sold.order(row.orderNumber)}
              </SubjectLink>
            </>
          )}
        </span>
      </span>
    ),
  },
  {
    key: 'banners',
    header: soldColumns.banners,
    align: 'right',
    cell: (row) => (row.bannerCount ? formatNumber(row.bannerCount) : '–'),
  },
  {
    key: 'tvSeconds',
    header: soldColumns.tvSeconds,
    align: 'right',
    cell: (row) => (row.tvSeconds ? formatNumber(row.tvSeconds) : '–'),
  },
  {
    key: 'state',
    header: soldColumns.state,
    cell: ({ subscription }) => (
      <span className={styles.two}>
        <span>
          <Badge tone={STATE_TONE[subscription?.state ?? 'once']}>
            {subscriptionStates[subscription?.state ?? 'once']}
          </Badge>
        </span>
        <span>{subscription && whenOf(subscription)}</span>
      </span>
    ),
  },
  {
    key: 'amount',
    sortable: true,
    header: soldColumns.amount,
    align: 'right',
    cell: (row) => (
      <span className={styles.two}>
        <span>{formatMoneyExact(row)}</span>
        <span>
          {row.refunded > 0 && sold.refunded(formatMoneyExact({ amount: row.refunded, currency: row.currency }))}
        </span>
      </span>
    ),
  },
  {
    key: 'documents',
    header: documentsCopy.title,
    cell: ({ id, documents, orderNumber, companyName, amount, refunded }) => {
      const isKept = orderNumber !== null && refunded < amount;
      const back =
        isKept && refund ? [{ label: sold.refund, onSelect: () => refund({ order: orderNumber, period: id }) }] : [];
      const label = sold.documentsOf(companyName ?? sold.noCompany);
      if (documents.length === 0)
        return (
          isKept && (
            <RowMenu
              label={label}
              actions={[{ label: documentsCopy.issue.action, onSelect: () => issue(id) }, ...back]}
            />
          )
        );
      const reissued = documents
        .filter(({ isStanding }) => isStanding)
        .map((invoice) => ({ label: documentsCopy.reissue.of(invoice.number), onSelect: () => reissue(invoice) }));
      const all = orderNumber === null ? [] : [{ label: documentsCopy.all, onSelect: () => saveAll(orderNumber) }];
      const actions = [...reissued, ...all, ...back];
      return (
        <div className={styles.acts}>
          <DocumentButtons documents={documents} open={open} />
          {actions.length > 0 && <RowMenu label={label} actions={actions} />}
        </div>
      );
    },
  },
];

/** The next thing that happens to a subscription, or the last that did. */
function whenOf({ state, renewsAt, endsAt }: NonNullable<SoldRow['subscription']>): string | null {
  if (renewsAt) return state === 'pastDue' ? sold.retry(formatDate(renewsAt)) : sold.next(formatDate(renewsAt));
  if (!endsAt) return null;
  return state === 'cancelled' ? sold.ended(formatDate(endsAt)) : sold.until(formatDate(endsAt));
}
