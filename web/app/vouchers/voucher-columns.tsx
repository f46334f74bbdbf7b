import { formatNumber } from '#domain/money.ts';
import { formatDateTime } from '#domain/time.ts';
import { voucherColumns, voucherStates } from '#domain/vouchers/copy.ts';
import { office } from '#domain/vouchers/issue-copy.ts';
import { formatCode } from '#domain/vouchers/rules.ts';
import cells from '../admin/list-cells.module.css';
import type { client } from '../api.ts';
import { SubjectLink } from '../subject-link.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Email } from '../ui/email.tsx';
import type { Column } from '../ui/table/table.tsx';
import styles from './vouchers.module.css';

export type VoucherRow = Awaited<ReturnType<typeof client.vouchers.admin.list>>['rows'][number];

const TONE = { unused: 'ok', used: 'info', voided: 'err' } as const;
export const toneOf = ({ state }: VoucherRow) => TONE[state];

export function voucherColumnsOf({
  onVoid,
  onBatch,
}: {
  onVoid: (row: VoucherRow) => void;
  /** Opens the batch; missing where the list shows only that batch. */
  onBatch: ((batch: string) => void) | undefined;
}): readonly Column<VoucherRow>[] {
  return [
    {
      key: 'code',
      header: voucherColumns.code,
      bare: true,
      cell: (row) => (
        <span className={styles.code}>
          <b data-state={row.state}>{formatCode(row.code)}</b>
          {row.state === 'unused' && <CopyButton value={row.code} what={office.copyCode(row.code)} />}
        </span>
      ),
    },
    {
      key: 'banners',
      sortable: true,
      header: voucherColumns.bannerCount,
      align: 'right',
      cell: (row) => formatNumber(row.bannerCount),
    },
    {
      key: 'state',
      header: voucherColumns.state,
      cell: (row) => <Badge tone={TONE[row.state]}>{voucherStates[row.state]}</Badge>,
    },
    {
      key: 'redeemed',
      header: voucherColumns.redeemedBy,
      cell: (row) =>
        row.redeemedAt ? (
          <span className={cells.person}>
            <b>
              {row.redeemedBy ? (
                <SubjectLink kind="profile" lookup={row.redeemedBy.email}>
                  {row.redeemedBy.name || row.redeemedBy.email}
                </SubjectLink>
              ) : (
                office.erased
              )}
            </b>
            <span>
              {row.redeemedBy?.name && (
                <>
                  <Email address={row.redeemedBy.email} /> ·{' '}
                </>
              )}
              {formatDateTime(row.redeemedAt)}
            </span>
          </span>
        ) : (
          row.voidedAt && <span className="muted">{office.voidedOn(formatDateTime(row.voidedAt))}</span>
        ),
    },
    {
      key: 'issued',
      sortable: true,
      header: voucherColumns.createdAt,
      cell: (row) => (
        <span className={cells.person}>
          {row.note && <b>{row.note}</b>}
          <span className="nb">{formatDateTime(row.createdAt)}</span>
        </span>
      ),
    },
    {
      key: 'acts',
      header: office.actions,
      bare: true,
      align: 'right',
      cell: (row) => (
        <span className={cells.acts}>
          {row.batch && onBatch && (
            <Button size="sm" variant="ghost" onClick={() => onBatch(row.batch!)}>
              {office.inBatch}
            </Button>
          )}
          {row.state === 'unused' && (
            <Button
              size="sm"
              variant="danger"
              aria-label={office.void.buttonFor(formatCode(row.code))}
              onClick={() => onVoid(row)}
            >
              {office.void.button}
            </Button>
          )}
        </span>
      ),
    },
  ];
}
