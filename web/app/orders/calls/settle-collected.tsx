import { useState } from 'react';
import { formatMoney } from '#domain/money.ts';
import { callsCopy as copy } from '#domain/orders/calls/calls-copy.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import type { OrderRow } from '../desk/order-row.ts';
import styles from './call-panel.module.css';

interface Props {
  order: OrderRow;
  /** Para. */
  amount: number;
  reload: () => Promise<unknown>;
}

/** Says that the courier's money has come, after a question. */
export function SettleCollected({ order: { number, version, status }, amount, reload }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const sum = formatMoney({ amount, currency: 'RSD' });
  // Of an order that is paid it is money that was paid twice.
  const isSurplus = status === 'paid';
  const text = isSurplus ? copy.surplusText(sum) : copy.settleText(sum);

  async function settle() {
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.orders.admin.settle({ number, version }));
    setBusy(false);
    if (outcome.outcome !== 'done') return setProblem(outcome);
    setIsAsking(false);
    toast.success(isSurplus ? copy.surplusSettled : copy.settled(number));
    await reload();
  }

  return (
    <section className={styles.panel} aria-label={copy.settle}>
      <header className={styles.head}>
        <p>{text}</p>
        <Button onClick={() => setIsAsking(true)}>{copy.settle}</Button>
      </header>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={copy.settleTitle(number)}
        text={text}
        yes={copy.settle}
        busy={busy}
        problem={problem}
        onConfirm={() => void settle()}
      />
    </section>
  );
}
