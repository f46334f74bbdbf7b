import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { placeOfOrder } from '#domain/admin/subject-pages.ts';
import { courierPayoutCopy as words } from '#domain/bank/courier-copy.ts';
import { formatDinars } from '#domain/money.ts';
import { formatTime } from '#domain/time.ts';
import { api, client } from '../../api.ts';
import { useLiveList } from '../../live.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { PermittedLink } from '../../subject-link.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import { AskCourier } from './ask-courier.tsx';
import styles from './courier-panel.module.css';
import { PayForm, type Payout } from './courier-pay-form.tsx';
import desk from './desk.module.css';
import type { LinePanelProps } from './line-panel.tsx';
import { PanelHead } from './panel-head.tsx';

/** A transfer of a courier with its parcels. */
export function CourierPanel({ onOtherwise, ...props }: LinePanelProps & { onOtherwise: () => void }) {
  const { line, isGone, onNext } = props;
  const title = useId();
  const read = useQuery(api.bank.courier.read.queryOptions({ input: { id: line.id } }));
  useLiveList('courierPayouts', () => read.refetch({ throwOnError: true }));
  const payout = read.data;
  return (
    <section className={desk.panel} aria-labelledby={title}>
      <PanelHead id={title} line={line} isGone={isGone} onNext={onNext} />
      <div className={desk.body}>
        <DataPart name={words.list} part={partStateOf(read)} lines={5}>
          {() =>
            payout && (
              <>
                <Said payout={payout} />
                {line.state === 'open' && !isGone && (
                  <AskCourier key={payout.reference} id={line.id} payout={payout} onAsked={() => void read.refetch()} />
                )}
                <Missing id={line.id} payout={payout} />
                {payout.parcels.length > 0 && (
                  <PayForm key={line.id} {...props} payout={payout} onChanged={() => void read.refetch()} />
                )}
              </>
            )
          }
        </DataPart>
        {line.state === 'open' && !isGone && (
          <div>
            <Button size="sm" variant="ghost" onClick={onOtherwise}>
              {words.otherwise}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

/** What the courier says, or why it has not yet. */
function Said({ payout: { courier, question, failures, nextAt, reference, parcels } }: { payout: Payout }) {
  const agree = parcels.filter(({ finding, isSettled }) => isSettled || finding === 'matches').length;
  const text = {
    waiting: failures > 0 ? words.down(courier, formatTime(nextAt)) : words.waits(courier),
    unnamed: words.noMark,
    answered: parcels.length > 0 ? words.says(courier, parcels.length, agree) : words.saysNothing(courier, reference),
  }[question];
  return (
    <p className="s" role="status">
      {text}
    </p>
  );
}

/** Parcels that were delivered and never paid, and the mail that asks about them. */
function Missing({ id, payout: { missing, isAsked } }: { id: string; payout: Payout }) {
  const [busy, setBusy] = useState(false);
  if (missing.length === 0) return null;
  async function inquire() {
    setBusy(true);
    const done = await write(() => client.bank.courier.inquire({ id }));
    setBusy(false);
    if (done.outcome === 'done') toast.success(words.inquired);
    else toast.error(done.text);
  }
  return (
    <div className={styles.missing}>
      <ul aria-label={words.notPaidTitle}>
        {missing.map(({ reference, order, name, amount }) => (
          <li key={reference}>
            <b>{words.notPaid(reference)}</b>
            <span className="nb">−{formatDinars(amount)}</span>
            <small>
              <PermittedLink to={placeOfOrder(order)}>{words.order(order, name)}</PermittedLink>
            </small>
          </li>
        ))}
      </ul>
      {isAsked && (
        <Button size="sm" variant="secondary" loading={busy} onClick={() => void inquire()}>
          {words.inquire}
        </Button>
      )}
    </div>
  );
}
