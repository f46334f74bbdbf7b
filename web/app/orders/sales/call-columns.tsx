import { callListCopy as copy } from '#domain/orders/calls/calls-copy.ts';
import { sales } from '#domain/orders/copy.ts';
import { formatPhone } from '#domain/phone.ts';
import { SubjectLink } from '../../subject-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import type { Column } from '../../ui/table/table.tsx';
import type { SaleRow } from './sale-row.ts';
import styles from './sales.module.css';

const REASON_TONE = { before: 'warn', missed: 'err' } as const;
/** What stands in its own place there. */
const PLACED = ['number', 'buyer', 'phone'];

/** Whom to call, why, for which time and when; behind it whatever else was chosen. */
export function callColumns(chosen: readonly Column<SaleRow>[]): readonly Column<SaleRow>[] {
  const hasPhone = chosen.some(({ key }) => key === 'phone');
  const number = chosen.filter(({ key }) => key === 'number');
  return [
    ...number.map((column) => ({ ...column, header: copy.heads.number })),
    {
      key: 'reason',
      header: copy.heads.reason,
      cell: ({ call }) => call && <Badge tone={REASON_TONE[call.reason]}>{copy.reasons[call.reason]}</Badge>,
    },
    {
      key: 'buyer',
      header: hasPhone ? copy.heads.buyer : sales.buyer,
      cell: ({ buyer, email, call }) => (
        <span className={styles.two}>
          <SubjectLink kind="profile" lookup={email}>
            <b>{buyer}</b>
          </SubjectLink>
          {call && hasPhone && <small className="nb">{formatPhone(call.phone)}</small>}
        </span>
      ),
    },
    { key: 'nth', header: copy.heads.nth, cell: ({ call }) => call?.nth && copy.nth(call.nth) },
    {
      key: 'when',
      header: copy.heads.when,
      cell: ({ call }) => call && copy.when(call.from ? new Date(call.from) : null, new Date()),
    },
    ...chosen.filter(({ key }) => !PLACED.includes(key)),
    {
      key: 'dial',
      header: copy.heads.dial,
      bare: true,
      cell: ({ call, buyer }) =>
        call?.phone && (
          <ButtonLink size="sm" variant="secondary" href={`tel:${call.phone.replace(/[^\d+]/g, '')}`}>
            {copy.dial}
            <span className="vh">: {buyer}</span>
          </ButtonLink>
        ),
    },
  ];
}
