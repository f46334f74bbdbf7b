import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meanwhile } from '#domain/merging-copy.ts';
import { formatDinars } from '#domain/money.ts';
import { rewardsDeskCopy as copy } from '#domain/rewards/desk-copy.ts';
import { formatDate } from '#domain/time.ts';
import { api, client } from '../api.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/field.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { DialogClose } from '../ui/overlay/dialog-frame.tsx';
import { MeanwhileNotice } from '../ui/overlay/meanwhile-notice.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { type Outcome, write } from '../write.ts';
import styles from './admin-rewards.module.css';
import { reloadRewards, type Statement } from './desk.ts';
import { StateBadge } from './state-badge.tsx';
import { useIsOwn } from './use-is-own.ts';

/** One statement: its sums, and holding or releasing it. */
export function StatementDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useQuery(api.rewards.admin.statement.queryOptions({ input: { id } }));
  const [busy, setBusy] = useState(false);
  const name = read.data?.viewer.name ?? '';
  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={onClose}
      title={copy.detail(name)}
      footer={<DialogClose disabled={busy}>{copy.cancel}</DialogClose>}
    >
      <DataPart name={copy.statements} part={partStateOf(read)} lines={6}>
        {() => <Shown statement={read.data!} onBusy={setBusy} />}
      </DataPart>
    </Dialog>
  );
}

interface ShownProps {
  statement: Statement;
  /** While its answer is under way, the dialog stays. */
  onBusy: (isBusy: boolean) => void;
}

function Shown({ statement, onBusy }: ShownProps) {
  const { id, amount, carried, gross, tax, net, account, paidOn, holdReason, holdNote, invoiceNumber, viewer } =
    statement;
  const rows: [string, string | null][] = [
    [copy.rows.amount, formatDinars(amount)],
    [copy.rows.carried, carried === 0 ? null : formatDinars(carried)],
    [copy.rows.gross, formatDinars(gross)],
    [copy.rows.tax, tax === null ? null : formatDinars(tax)],
    [copy.rows.net, net === null ? null : formatDinars(net)],
    [copy.rows.account, account ?? copy.noAccount],
    [copy.rows.paidOn, paidOn && formatDate(paidOn)],
    [copy.rows.hold, holdReason && [copy.holdReasons[holdReason], holdNote].filter(Boolean).join('. ')],
    [copy.rows.invoice, invoiceNumber],
  ];
  return (
    <div className={styles.detail}>
      <p>
        <StateBadge statement={statement} />
      </p>
      <dl className={styles.sums}>
        {rows.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {!viewer.isCompany && statement.hasTaxNumber && (
        <div className={styles.tools}>
          <TaxNumber id={id} />
          <ClearTaxNumber id={id} />
        </div>
      )}
      <Hold id={id} isPossible={statement.state === 'payable' && !statement.isListed} onBusy={onBusy} />
      {((statement.state === 'held' && holdReason !== 'gone') || statement.waits === 'invoice') && (
        <Release statement={statement} onBusy={onBusy} />
      )}
    </div>
  );
}

/** It is in the log of who looked at what. */
function TaxNumber({ id }: { id: string }) {
  const [number, setNumber] = useState<string | null>();
  const [busy, setBusy] = useState(false);
  async function show() {
    setBusy(true);
    const seen = await write(() => client.rewards.admin.taxNumber({ id }));
    setBusy(false);
    if (seen.outcome === 'done') setNumber(seen.value.number);
    else toast.error(seen.text);
  }
  if (number !== undefined) return <p className="nb">{copy.taxNumber(number)}</p>;
  return (
    <div>
      <Button size="sm" variant="secondary" loading={busy} onClick={() => void show()}>
        {copy.showTaxNumber}
      </Button>
    </div>
  );
}

function ClearTaxNumber({ id }: { id: string }) {
  const [isAsked, setIsAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  async function clear() {
    setBusy(true);
    setProblem(null);
    const cleared = await write(() => client.rewards.admin.clearTaxNumber({ id }));
    setBusy(false);
    if (cleared.outcome !== 'done') return setProblem({ text: cleared.text });
    toast.success(copy.taxCleared);
    setIsAsked(false);
    await reloadRewards();
  }
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setIsAsked(true)}>
        {copy.clearTaxNumber}
      </Button>
      <ConfirmDialog
        open={isAsked}
        danger
        busy={busy}
        onOpenChange={setIsAsked}
        title={copy.clearTaxTitle}
        text={copy.clearTaxText}
        yes={copy.clearTaxNumber}
        problem={problem}
        onConfirm={() => void clear()}
      />
    </>
  );
}

function useDecision(done: string, onBusy: (isBusy: boolean) => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  function show(isBusy: boolean) {
    setBusy(isBusy);
    onBusy(isBusy);
  }
  async function decide(act: () => Promise<Outcome<unknown>>, then: () => void = () => {}) {
    show(true);
    setProblem(null);
    const decided = await act();
    show(false);
    if (decided.outcome === 'done') {
      toast.success(done);
      then();
    } else setProblem({ text: decided.text });
    await reloadRewards();
  }
  return { busy, problem, decide };
}

interface HoldProps {
  id: string;
  isPossible: boolean;
  onBusy: (isBusy: boolean) => void;
}

/** The note that is being typed stays when the statement can no longer be held. */
function Hold({ id, isPossible, onBusy }: HoldProps) {
  const [note, setNote] = useState('');
  const [asked, setAsked] = useState(false);
  const { busy, problem, decide } = useDecision(copy.held, onBusy);
  const isMissing = note.trim() === '';
  if (!isPossible && isMissing) return null;
  return (
    <div className={styles.detail}>
      <TextField
        label={copy.holdNote}
        value={note}
        maxLength={500}
        {...(asked && isMissing ? { error: copy.holdMissing } : {})}
        onChange={({ target }) => setNote(target.value)}
      />
      {!isPossible && !busy && <MeanwhileNotice meanwhile={{ text: meanwhile.impossible }} />}
      <FormProblem problem={problem} />
      <div>
        <Button
          size="sm"
          variant="secondary"
          loading={busy}
          disabled={!isPossible}
          onClick={() => {
            setAsked(true);
            if (!isMissing)
              void decide(
                () => write(() => client.rewards.admin.hold({ id, note })),
                () => {
                  setNote('');
                  setAsked(false);
                },
              );
          }}
        >
          {copy.hold}
        </Button>
      </div>
    </div>
  );
}

function Release({ statement: { id, viewer, invoiceNumber }, onBusy }: ShownProps) {
  const [invoice, setInvoice] = useState(invoiceNumber ?? '');
  const { busy, problem, decide } = useDecision(copy.released, onBusy);
  const named = viewer.isCompany && invoice.trim() !== '' ? { invoiceNumber: invoice } : {};
  if (useIsOwn(viewer.id)) return <p className="muted">{copy.own}</p>;
  return (
    <div className={styles.detail}>
      {viewer.isCompany && (
        <TextField
          label={copy.invoice}
          value={invoice}
          maxLength={60}
          onChange={({ target }) => setInvoice(target.value)}
        />
      )}
      <FormProblem problem={problem} />
      <div>
        <Button
          size="sm"
          loading={busy}
          onClick={() => void decide(() => write(() => client.rewards.admin.release({ id, ...named })))}
        >
          {copy.release}
        </Button>
      </div>
    </div>
  );
}
