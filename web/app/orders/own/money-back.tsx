import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formatMoneyExact } from '#domain/money.ts';
import { ownPayoutCopy as copy } from '#domain/payouts/own-copy.ts';
import { client } from '../../api.ts';
import { withProof } from '../../proof.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import styles from './order.module.css';
import type { OwnOrder } from './own-order.ts';

type Back = OwnOrder['moneyBack'][number];

/** Money that goes back to an account: where it stands, and where the account is named, after a fresh proof. */
export function MoneyBack({ number, back }: { number: number; back: Back }) {
  const { id, money, state, account } = back;
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  async function open() {
    if (busy) return;
    setBusy(true);
    const opened = await withProof(() => write(() => client.payouts.open({ number, id })), { lead: copy.proof });
    setBusy(false);
    if (opened.outcome === 'done') await navigate(opened.value.path);
    else toast.error(opened.text);
  }

  return (
    <section className={styles.panel}>
      <h2>{copy.title(formatMoneyExact(money))}</h2>
      <p>{account === null ? copy.asked : copy[state === 'account' ? 'ready' : state](account)}</p>
      {(state === 'account' || state === 'ready') && (
        <p>
          <Button variant={state === 'account' ? 'primary' : 'secondary'} loading={busy} onClick={() => void open()}>
            {account === null ? copy.name : copy.change}
          </Button>
        </p>
      )}
    </section>
  );
}
