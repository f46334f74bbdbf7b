import { useMemo, useRef, useState } from 'react';
import { admin } from '#domain/admin/copy.ts';
import { mails as copy } from '#domain/admin/mails-copy.ts';
import { isSome } from '#domain/count.ts';
import { DROPPED_AFTER_RESTORE, MAIL_STATES } from '#domain/mail-states.ts';
import { formatDate, formatDateTime, formatTime } from '#domain/time.ts';
import { api, client } from '../../api.ts';
import { SubjectLink } from '../../subject-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Email } from '../../ui/email.tsx';
import { Segmented } from '../../ui/form/segmented.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { AdminHead } from '../../ui/page-head.tsx';
import { Empty } from '../../ui/table/empty.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { write } from '../../write.ts';
import { AdminList } from '../admin-list.tsx';
import cells from '../list-cells.module.css';
import { useListOrder } from '../list-order.tsx';
import { withQuery } from '../list-tools.tsx';
import { useAdminList } from '../use-admin-list.ts';
import styles from './mail.module.css';
import { type Mail, MailPreview, titleOf } from './mail-preview.tsx';
import { RetryFailedMails } from './retry-failed-mails.tsx';

const TONE = { queued: 'warn', sent: 'ok', failed: 'err', expired: 'err' } as const;
const EVERY = 'every';
const ORDERS = { created: admin.times };

/** Every mail with its state, newest first. */
export default function MailPage() {
  const [search, setSearch] = useAddressParams();
  const [shown, setShown] = useState<Mail | null>(null);
  const text = search.get('q')?.trim() ?? '';
  const state = MAIL_STATES.find((one) => one === search.get('state'));
  const order = useListOrder(ORDERS);
  const asked = { search: text || undefined, state, direction: order.sort.direction };
  const list = useAdminList(api.admin.mails.list, asked, {
    screen: 'mails',
    held: shown !== null,
  });
  const { first } = list;
  async function retry(mail: Mail) {
    const outcome = await write(() => client.admin.mails.retry({ id: mail.id }), { failed: copy.retryError });
    if (outcome.outcome === 'done') toast.success(copy.retried);
    else toast.error(outcome.text);
    void list.reload();
  }

  const act = useRef({ retry });
  act.current = { retry };
  const columns = useMemo(() => mailColumns(setShown, (mail) => void act.current.retry(mail)), []);

  return (
    <>
      <AdminHead title={copy.title}>
        {first && isSome(first.failed) && <RetryFailedMails count={first.failed} onDone={() => void list.reload()} />}
        <p className="muted" role="status">
          {first &&
            [
              isSome(first.waiting) && copy.waiting(first.waiting),
              isSome(first.failed) && copy.failed(first.failed),
              isSome(first.expired) && copy.expired(first.expired),
            ]
              .filter(Boolean)
              .join(' · ')}
        </p>
      </AdminHead>
      <AdminList
        title={copy.title}
        list={list}
        order={order}
        columns={columns}
        rowTone={(row) => TONE[row.state]}
        search={copy.search}
        filters={
          <Segmented
            label={copy.state}
            selected={state ?? EVERY}
            onSelect={(key) =>
              setSearch((current) => withQuery(current, 'state', key === EVERY ? '' : key), {
                replace: true,
                preventScrollReset: true,
              })
            }
            segments={[
              { key: EVERY, label: admin.all },
              ...MAIL_STATES.map((key) => ({ key, label: copy.states[key] })),
            ]}
          />
        }
        filtered={text !== '' || state !== undefined}
        emptyFilter={copy.emptyFilter}
        empty={<Empty title={copy.empty} />}
      />
      {shown && <MailPreview mail={shown} onClose={() => setShown(null)} />}
    </>
  );
}

/** Whoever it is to: their account, or the reservation that it is about. */
function Reader({ mail: { to, toAccount, template } }: { mail: Mail }) {
  const kind = toAccount ? 'profile' : template.startsWith('events.') ? 'reservation' : null;
  const address = <Email address={to} />;
  return kind ? (
    <SubjectLink kind={kind} lookup={to}>
      {address}
    </SubjectLink>
  ) : (
    address
  );
}

const mailColumns = (onShow: (mail: Mail) => void, onRetry: (mail: Mail) => void): readonly Column<Mail>[] => [
  {
    key: 'created',
    header: copy.columns.created,
    sortable: true,
    cell: (row) => (
      <div className={cells.two}>
        <span>{formatDate(row.createdAt)}</span>
        <span>{formatTime(row.createdAt)}</span>
      </div>
    ),
  },
  { key: 'to', header: copy.columns.to, cell: (row) => <Reader mail={row} /> },
  {
    key: 'subject',
    header: copy.columns.subject,
    bare: true,
    cell: (row) => (
      <div className={cells.person}>
        <b>{titleOf(row)}</b>
        <span>{copy.templates[row.template] ?? row.template}</span>
      </div>
    ),
  },
  {
    key: 'state',
    header: copy.columns.state,
    cell: (row) => (
      <div className={styles.stack}>
        <Badge tone={TONE[row.state]}>{copy.states[row.state]}</Badge>
        {row.sentAt && <span className={styles.small}>{formatDateTime(row.sentAt)}</span>}
        {row.state === 'expired' && (
          <span className={styles.small}>
            {row.lastError === DROPPED_AFTER_RESTORE ? copy.dropped : copy.tooLate(formatDateTime(row.sendableUntil))}
          </span>
        )}
        {row.lastError && row.lastError !== DROPPED_AFTER_RESTORE && row.state !== 'sent' && (
          <span className={styles.small}>
            {[row.attempts > 0 && copy.attempts(row.attempts), row.lastError].filter(Boolean).join(': ')}
          </span>
        )}
        {row.state === 'queued' && row.nextAttemptAt && (
          <span className={styles.small}>{copy.nextAttempt(formatDateTime(row.nextAttemptAt))}</span>
        )}
      </div>
    ),
  },
  {
    key: 'actions',
    header: copy.columns.actions,
    bare: true,
    cell: (row) => (
      <div className={cells.acts}>
        <Button
          size="sm"
          variant="secondary"
          aria-label={copy.previewOf(`${titleOf(row)}, ${row.to}`)}
          onClick={() => onShow(row)}
        >
          {copy.preview}
        </Button>
        {row.isRetryable && (
          <Button
            size="sm"
            variant="ink"
            aria-label={copy.retryOf(`${titleOf(row)}, ${row.to}`)}
            onClick={() => onRetry(row)}
          >
            {copy.retry}
          </Button>
        )}
      </div>
    ),
  },
];
