import { type FormEvent, useId, useState } from 'react';
import { formatMoneyExact } from '#domain/money.ts';
import { accountCopy } from '#domain/payouts/account-copy.ts';
import { payoutCopy as copy } from '#domain/payouts/copy.ts';
import { meanwhileOf } from '../admin/use-dialog-row.ts';
import { client } from '../api.ts';
import { BankAccountFields, useBankAccountFields } from '../bank-account-fields.tsx';
import { Button } from '../ui/button.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { DialogClose } from '../ui/overlay/dialog-frame.tsx';
import { MeanwhileNotice } from '../ui/overlay/meanwhile-notice.tsx';
import { MergeDialog } from '../ui/overlay/merge-dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { useMerging } from '../ui/overlay/use-merging.ts';
import { write } from '../write.ts';
import type { PayoutRow } from './payout-row.ts';

const LABELS = { payee: accountCopy.payee, account: accountCopy.account };

/** Staff write down the account that the buyer told them. When somebody else named one meanwhile, nothing is sent before that was seen. */
export function PayoutAccountDialog({
  payout,
  canChange,
  onClose,
  reload,
}: {
  /** As it stands now. */
  payout: PayoutRow;
  /** `false`: it was put into a list or called off while the form was open. */
  canChange: boolean;
  onClose: () => void;
  reload: () => Promise<unknown>;
}) {
  const form = useId();
  const now = { payee: payout.payee || payout.name, account: payout.account ?? '' };
  const account = useBankAccountFields(now);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function save(named: typeof now) {
    setBusy(true);
    setProblem(null);
    const done = await write(() => client.payouts.admin.name({ id: payout.id, ...named, seen: payout.account }));
    setBusy(false);
    if (done.outcome !== 'done') {
      setProblem(done);
      await reload();
      return;
    }
    toast.success(copy.named);
    onClose();
    await reload();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    account.setAsked(true);
    if (!busy && !account.isMissing) void save(account.named);
  }

  const merging = useMerging(now, {
    labels: LABELS,
    typed: () => account.named,
    fill: (values) => {
      account.fields.onChange(values);
      setProblem(null);
    },
    save: (values) => void save(values),
  });
  const meanwhile = busy ? null : meanwhileOf(merging.seen, now, canChange, merging.onSeen);

  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={onClose}
      title={copy.nameTitle}
      description={copy.nameText(formatMoneyExact(payout.money), payout.order)}
      problem={problem}
      footer={
        <>
          <DialogClose disabled={busy}>{copy.cancel}</DialogClose>
          <Button type="submit" form={form} loading={busy} disabled={meanwhile !== null}>
            {copy.save}
          </Button>
        </>
      }
    >
      {meanwhile && <MeanwhileNotice meanwhile={meanwhile} />}
      <form id={form} className="stack" noValidate onSubmit={submit}>
        <BankAccountFields {...account.fields} />
      </form>
      {canChange && merging.asked && <MergeDialog title={copy.merge} where={copy.of(payout)} {...merging.asked} />}
    </Dialog>
  );
}
