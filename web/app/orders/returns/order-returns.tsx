import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoneyExact } from '#domain/money.ts';
import { returnDesk as copy } from '#domain/returns/copy.ts';
import { picturesCopy } from '#domain/returns/pictures-copy.ts';
import { isUnderWay } from '#domain/returns/rules.ts';
import { formatDateTime } from '#domain/time.ts';
import page from '../../admin/desk-page.module.css';
import { api, client } from '../../api.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { usePermissions } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, TextArea, TextField } from '../../ui/form/field.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { Thumbs } from '../../uploads/picture-tiles.tsx';
import { write } from '../../write.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { DecideReturn } from './decide-return.tsx';
import { RefundLostReturnDialog } from './refund-lost-return-dialog.tsx';
import styles from './return.module.css';
import type { DeskReturnRow } from './return-row.ts';
import { RETURNS_PLACE } from './returns-place.ts';
import { type StepProps as AskedOf, useDialogSubmission } from './use-dialog-submission.ts';

interface Reload {
  reload: () => Promise<unknown>;
}

/** Devices of the order that come back, each with its next step. */
export default function OrderReturns({ number, reload }: { number: number } & Reload) {
  const returns = useQuery(api.returns.admin.read.queryOptions({ input: { order: number } }));
  if (returns.data?.length === 0) return null;
  const all = async () => {
    await Promise.all([returns.refetch(), reload()]);
  };
  return (
    <section id={RETURNS_PLACE} tabIndex={-1} className={page.panel}>
      <header>
        <h2>{copy.title}</h2>
      </header>
      <DataPart name={copy.failed} part={partStateOf(returns)} lines={2}>
        {() => returns.data!.map((one) => <Return key={one.id} row={one} reload={all} />)}
      </DataPart>
    </section>
  );
}

type Asking = 'label' | 'receive' | 'decide' | 'lost' | 'callOff';

function Return({ row, reload }: { row: DeskReturnRow } & Reload) {
  const { kind, state, way, serials, reason, pictures, askedAt, label, outcome, outcomes, resolution, dueOn, money } =
    row;
  const [asking, setAsking] = useState<Asking | null>(null);
  const mayHandle = usePermissions().has('handle payments');
  const close = () => setAsking(null);
  const isOpen = state === 'requested' || state === 'label_sent';
  const isToDecide = state === 'received' || row.isToDecideAgain;
  const mayReduce = money !== null && outcomes.includes('reduced');
  const waits = isUnderWay(state) && (state !== 'decided' || row.isToDecideAgain);
  return (
    <div className={styles.request} data-waits={waits || undefined}>
      <div className={styles.spread}>
        <b>{copy.head(kind, serials.length)}</b>
        <span>{state === 'done' && outcome ? copy.outcome[outcome] : copy.state[state]}</span>
      </div>
      <span className="muted">
        {[formatDateTime(askedAt), copy.way[way], isUnderWay(state) && copy.due[kind](dueOn)]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span>{serials.join(', ')}</span>
      {reason && <span>{copy.reason(reason)}</span>}
      <Thumbs pictures={pictures} label={picturesCopy.ofBuyer} />
      {label && <span>{copy.labelNumber(label)}</span>}
      {resolution && <span>{copy.resolution(resolution)}</span>}
      {row.isToDecideAgain && <span>{copy.again}</span>}
      {isToDecide && money && outcomes.includes('money') && (
        <span>
          {copy.money(
            formatMoneyExact(money),
            money.label > 0 ? formatMoneyExact({ amount: money.label, currency: money.currency }) : null,
            money.to,
          )}
        </span>
      )}
      {mayHandle && waits && (
        <div className={styles.actions}>
          {state === 'requested' && way === 'label' && (
            <Button size="sm" onClick={() => setAsking('label')}>
              {copy.sendLabel}
            </Button>
          )}
          {isOpen && (
            <>
              <Button
                size="sm"
                variant={state === 'requested' && way === 'label' ? 'secondary' : undefined}
                onClick={() => setAsking('receive')}
              >
                {copy.receive}
              </Button>
              <div className={styles.otherwise}>
                {state === 'label_sent' && way === 'label' && (
                  <Button size="sm" variant="ghost" onClick={() => setAsking('label')}>
                    {copy.sendOtherLabel}
                  </Button>
                )}
                {state === 'requested' && mayReduce && (
                  <Button size="sm" variant="ghost" onClick={() => setAsking('decide')}>
                    {copy.reduce}
                  </Button>
                )}
                {state === 'label_sent' && (
                  <Button size="sm" variant="ghost" onClick={() => setAsking('lost')}>
                    {copy.lost}
                  </Button>
                )}
                <Button size="sm" variant="ghost" onClick={() => setAsking('callOff')}>
                  {copy.callOff}
                </Button>
              </div>
            </>
          )}
          {isToDecide && (
            <Button size="sm" onClick={() => setAsking(row.isLost ? 'lost' : 'decide')}>
              {copy.decide}
            </Button>
          )}
          {row.isToDecideAgain && outcome === 'reduced' && (
            <Button size="sm" variant="ghost" onClick={() => setAsking('callOff')}>
              {copy.callOff}
            </Button>
          )}
        </div>
      )}
      {asking === 'label' && <SendLabel row={row} close={close} reload={reload} />}
      {asking === 'receive' && <Receive row={row} close={close} reload={reload} />}
      {asking === 'callOff' && (
        <CancelDialog
          words={{
            title: copy.callOffTitle,
            text: copy.callOffText,
            yes: copy.callOff,
            reason: copy.resolutionField,
          }}
          cancel={(resolution) => write(() => client.returns.admin.callOff({ id: row.id, resolution }))}
          close={close}
          reload={reload}
        />
      )}
      {asking === 'decide' && <DecideReturn row={row} close={close} reload={reload} />}
      {asking === 'lost' && <RefundLostReturnDialog row={row} close={close} reload={reload} />}
    </div>
  );
}

function SendLabel({ row: { id, label: before }, close, reload }: AskedOf) {
  const [label, setLabel] = useState('');
  const { busy, problem, go } = useDialogSubmission({ close, reload });
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={copy.labelTitle}
      text={copy.labelText}
      yes={before === null ? copy.sendLabel : copy.sendOtherLabel}
      busy={busy}
      disabled={label.trim().length < 3}
      problem={problem}
      onConfirm={() =>
        void go(() =>
          write(() => client.returns.admin.sendLabel({ id, label, ...(before !== null && { instead: before }) })),
        )
      }
    >
      <TextField
        label={copy.labelField}
        value={label}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setLabel(target.value)}
      />
    </ConfirmDialog>
  );
}

function Receive({ row: { id, serials }, close, reload }: AskedOf) {
  const [typed, setTyped] = useState('');
  const { busy, problem, go } = useDialogSubmission({ close, reload });
  const [partly, setPartly] = useState(false);
  const scanned = typed.split(/[\n,;]+/).flatMap((line) => line.trim() || []);
  const isPart = scanned.length > 0 && scanned.length < serials.length;
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={copy.receiveTitle}
      text={copy.receiveText(serials.length)}
      yes={copy.receive}
      busy={busy}
      disabled={scanned.length === 0}
      problem={problem}
      onConfirm={() =>
        void go(() => write(() => client.returns.admin.receive({ id, serials: scanned, partly: isPart && partly })))
      }
    >
      <TextArea
        label={copy.serials}
        hint={copy.serialsHint}
        rows={4}
        value={typed}
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
      />
      {isPart && <Checkbox label={copy.partly} checked={partly} onChange={({ target }) => setPartly(target.checked)} />}
    </ConfirmDialog>
  );
}
