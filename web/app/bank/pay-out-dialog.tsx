import { type FormEvent, useId, useState } from 'react';
import { owedCopy as copy } from '#domain/bank/copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { client } from '../api.ts';
import { BankAccountFields, useBankAccountFields } from '../bank-account-fields.tsx';
import { Button } from '../ui/button.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { DialogClose } from '../ui/overlay/dialog-frame.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';

type Owed = Awaited<ReturnType<typeof client.bank.owed.list>>['rows'][number];

/** Money owed back goes with the next payment order: to the account of the statement; where none is offered, to one that is typed. */
export function PayOutDialog({
  owed,
  who,
  onClose,
  onDone,
}: {
  owed: Owed;
  who: string;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}) {
  const form = useId();
  // Where it could not be paid the last time is not offered again.
  const offered = owed.payout?.account === owed.account ? null : owed.account;
  const account = useBankAccountFields({ payee: owed.payer || owed.name, account: offered ?? '' });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function send(event: FormEvent) {
    event.preventDefault();
    account.setAsked(true);
    if (busy || account.isMissing) return;
    setBusy(true);
    setProblem(null);
    const done = await write(() => client.bank.owed.payOut({ id: owed.id, ...account.named }));
    setBusy(false);
    if (done.outcome !== 'done') return setProblem(done);
    toast.success(copy.paidOut);
    onClose();
    await onDone();
  }

  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={onClose}
      title={copy.payOutTitle}
      description={copy.payOutText(formatMoneyExact(owed), who)}
      problem={problem}
      footer={
        <>
          <DialogClose disabled={busy}>{copy.cancel}</DialogClose>
          <Button type="submit" form={form} loading={busy}>
            {copy.payOut}
          </Button>
        </>
      }
    >
      <form id={form} className="stack" noValidate onSubmit={(event) => void send(event)}>
        <p className="s muted">{offered ? copy.fromStatement : copy.noAccount}</p>
        <BankAccountFields {...account.fields} isAccountFixed={owed.account !== null && owed.payout === null} />
      </form>
    </Dialog>
  );
}
