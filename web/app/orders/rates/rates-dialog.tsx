import { useState } from 'react';
import type { RateState } from '#domain/orders/transfer/rates.ts';
import { ratesCopy as copy } from '#domain/orders/transfer/rates-copy.ts';
import { formatDate, formatDateTime } from '#domain/time.ts';
import { api, client, queryClient } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import { write } from '../../write.ts';
import { RateForm } from './rate-form.tsx';
import styles from './rates.module.css';
import type { Rates } from './rates.ts';

type Row = Omit<Rates['rows'][number], 'validFrom'> & {
  /** `null`: that of the settings, before the first day. */
  validFrom: string | null;
};

const State = ({ of: state }: { of: RateState }) =>
  state === 'past' ? copy.states.past : <Badge tone={state === 'valid' ? 'ok' : 'info'}>{copy.states[state]}</Badge>;

/** Every rate with its day and who set it; one of a day to come may be taken back. */
export default function RatesDialog({ rates, onClose }: { rates: Rates; onClose: () => void }) {
  const [removing, setRemoving] = useState<string | null>(null);
  const show = (data: Rates) => queryClient.setQueryData(api.orders.admin.rates.list.queryKey(), data);

  async function remove(validFrom: string) {
    setRemoving(validFrom);
    const done = await write(() => client.orders.admin.rates.remove({ validFrom }), {
      arrived: ({ code }) => (code === 'RATE_GONE' ? client.orders.admin.rates.list() : undefined),
    });
    setRemoving(null);
    if (done.outcome !== 'done') return toast.error(done.text);
    show(done.value);
    toast.success(copy.removed);
  }

  const first: Row = {
    validFrom: null,
    rate: rates.configured,
    setAt: '',
    setBy: null,
    state: rates.rows.some(({ state }) => state !== 'coming') ? 'past' : 'valid',
  };
  return (
    <Dialog open size="lg" onOpenChange={onClose} title={copy.title} description={copy.lead}>
      <div className={styles.parts}>
        <RateForm rates={rates} onSet={show} />
        <Table
          caption={copy.list}
          columns={columnsOf(removing, (validFrom) => void remove(validFrom))}
          rows={[...rates.rows, first]}
          rowKey={({ validFrom }) => validFrom ?? ''}
          empty={null}
        />
      </div>
    </Dialog>
  );
}

const columnsOf = (removing: string | null, onRemove: (validFrom: string) => void): readonly Column<Row>[] => [
  {
    key: 'from',
    header: copy.th.from,
    cell: ({ validFrom }) => <span className="nb">{validFrom === null ? copy.first : formatDate(validFrom)}</span>,
  },
  { key: 'rate', header: copy.th.rate, align: 'right', cell: ({ rate }) => <b>{copy.rate(rate)}</b> },
  {
    key: 'by',
    header: copy.th.by,
    cell: ({ validFrom, setBy, setAt }) =>
      validFrom === null ? (
        copy.settings
      ) : (
        <span className={styles.by}>
          {setBy ?? copy.gone}
          <small>{formatDateTime(setAt)}</small>
        </span>
      ),
  },
  { key: 'state', header: copy.th.state, cell: ({ state }) => <State of={state} /> },
  {
    key: 'remove',
    header: copy.th.remove,
    bare: true,
    cell: ({ validFrom, state }) =>
      validFrom !== null &&
      state === 'coming' && (
        <Button size="sm" variant="ghost" loading={removing === validFrom} onClick={() => onRemove(validFrom)}>
          {copy.remove} <span className="vh">{copy.removeFor(validFrom)}</span>
        </Button>
      ),
  },
];
