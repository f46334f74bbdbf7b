import { useState } from 'react';
import { exchangeDesk as copy } from '#domain/fulfilment/exchange-copy.ts';
import { mayCancelExchange, replacementIn } from '#domain/fulfilment/exchanges.ts';
import { formatDateTime } from '#domain/time.ts';
import page from '../../admin/desk-page.module.css';
import { client } from '../../api.ts';
import { usePermissions } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { write } from '../../write.ts';
import type { PackingRow, StepProps } from '../packing/packing-row.ts';
import { CancelDialog } from '../returns/cancel-dialog.tsx';
import styles from '../returns/return.module.css';
import { useDialogSubmission } from '../returns/use-dialog-submission.ts';

type Row = PackingRow['exchanges'][number];
interface Reload {
  reload: () => Promise<unknown>;
}

/** Devices of the order that others take the place of, each with its next step. */
export function OrderExchanges({ packing, reload }: StepProps) {
  if (packing.exchanges.length === 0) return null;
  return (
    <section className={page.panel}>
      <header>
        <h2>{copy.panel}</h2>
      </header>
      {packing.exchanges.map((row) => (
        <Exchange key={row.id} row={row} reload={reload} />
      ))}
      {packing.spares.map((serial) => (
        <Spare key={serial} serial={serial} exchange={packing.exchanges[0]!.id} reload={reload} />
      ))}
    </section>
  );
}

function Exchange({ row, reload }: { row: Row } & Reload) {
  const { state, serial, until, isGoodwill, reason, resolution, label, askedAt } = row;
  const replacement = replacementIn(row);
  const [asking, setAsking] = useState<'receive' | 'cancel' | null>(null);
  const may = usePermissions();
  const close = () => setAsking(null);
  const mayReceive = state === 'waiting' && may.has('pack orders');
  const mayCancel = mayCancelExchange(state) && may.has('handle payments');
  return (
    <div className={styles.request} data-waits={state === 'waiting' || state === 'ready' || undefined}>
      <div className={styles.spread}>
        <b>{copy.head(serial)}</b>
        <span>{copy.state[state]}</span>
      </div>
      <span className="muted">
        {[formatDateTime(askedAt), isGoodwill && copy.goodwill].filter(Boolean).join(' · ')}
      </span>
      {state !== 'cancelled' && !isGoodwill && (
        <span>{replacement ? copy.replacement(replacement, until) : copy.noReplacement(until)}</span>
      )}
      {isGoodwill && replacement && <span>{replacement}</span>}
      {reason && <span>{copy.said(reason)}</span>}
      {label && <span>{copy.labelNumber(label)}</span>}
      {resolution && <span>{copy.why(resolution)}</span>}
      {(mayReceive || mayCancel) && (
        <div className={styles.actions}>
          {mayReceive && (
            <Button size="sm" onClick={() => setAsking('receive')}>
              {copy.receive}
            </Button>
          )}
          {mayCancel && (
            <Button size="sm" variant="ghost" onClick={() => setAsking('cancel')}>
              {copy.cancel}
            </Button>
          )}
        </div>
      )}
      {asking === 'receive' && (
        <Receive id={row.id} title={copy.receiveTitle} text={copy.receiveText} close={close} reload={reload} />
      )}
      {asking === 'cancel' && (
        <CancelDialog
          words={{
            title: copy.cancelTitle,
            text: copy.cancelText,
            yes: copy.cancel,
            reason: copy.resolution,
            done: copy.done,
          }}
          cancel={(resolution) => write(() => client.fulfilment.admin.cancelExchange({ id: row.id, resolution }))}
          close={close}
          reload={reload}
        />
      )}
    </div>
  );
}

/** A device that the buyer has beside that of an exchange. */
function Spare({ serial, exchange, reload }: { serial: string; exchange: string } & Reload) {
  const [asking, setAsking] = useState(false);
  const may = usePermissions();
  return (
    <div className={styles.request} data-waits>
      <b>{copy.spare(serial)}</b>
      <span className="muted">{copy.spareText}</span>
      {may.has('pack orders') && (
        <div className={styles.actions}>
          <Button size="sm" onClick={() => setAsking(true)}>
            {copy.receive}
          </Button>
        </div>
      )}
      {asking && (
        <Receive
          id={exchange}
          title={copy.spareReceiveTitle}
          text={copy.spareReceiveText}
          close={() => setAsking(false)}
          reload={reload}
        />
      )}
    </div>
  );
}

interface ReceiveProps extends Reload {
  /** Of the exchange. */
  id: string;
  title: string;
  text: string;
  close: () => void;
}

function Receive({ id, title, text, close, reload }: ReceiveProps) {
  const [serial, setSerial] = useState('');
  const { busy, problem, go } = useDialogSubmission({ close, reload, done: copy.done });
  const receive = () => go(() => write(() => client.fulfilment.admin.receiveExchanged({ id, serial })));
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={title}
      text={text}
      yes={copy.receive}
      busy={busy}
      disabled={serial.trim() === ''}
      problem={problem}
      onConfirm={() => void receive()}
    >
      <TextField
        label={copy.serial}
        value={serial}
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={({ target }) => setSerial(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || serial.trim() === '' || busy) return;
          event.preventDefault();
          void receive();
        }}
      />
    </ConfirmDialog>
  );
}
