import { type FormEvent, useId, useState } from 'react';
import { formatMoneyExact } from '#domain/money.ts';
import { payoutCopy as copy } from '#domain/payouts/copy.ts';
import { client } from '../api.ts';
import { BankAccountFields, useBankAccountFields } from '../bank-account-fields.tsx';
import { Button } from '../ui/button.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { DialogClose } from '../ui/overlay/dialog-frame.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import type { PayoutRow } from './payout-row.ts';

/** Staff write down the account that the buyer told them. */
export function PayoutAccountDialog({
  payout,
  onClose,
  reload,
}: {
  payout: PayoutRow;
  onClose: () => void;
  reload: () => Promise<unknown>;
}) {
  const form = useId();
  const [seen] = useState(payout.account);
  const account = useBankAccountFields({ payee: payout.payee || payout.name, account: payout.account ?? '' });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function save(event: FormEvent) {
    event.preventDefault();
    account.setAsked(true);
    if (busy || account.isMissing) return;
    setBusy(true);
    setProblem(null);
    const done = await write(() => client.payouts.admin.name({ id: payout.id, ...account.named, seen }));
    setBusy(false);
    if (done.outcome !== 'done') {
      setProblem(done);
      if (done.code === 'PAYOUT_ACCOUNT_CHANGED') await reload();
      return;
    }
    toast.success(copy.named);
    onClose();
    await reload();
  }

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
          <Button type="submit" form={form} loading={busy}>
            {copy.save}
          </Button>
        </>
      }
    >
      <form id={form} className="stack" noValidate onSubmit={(event) => void save(event)}>
        <BankAccountFields {...account.fields} />
      </form>
    </Dialog>
  );
}
