import { office } from '#domain/vouchers/issue-copy.ts';
import { formatCode } from '#domain/vouchers/rules.ts';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import type { Voiding } from './use-voiding.ts';

/** Whether the voucher is to be void. */
export function VoidDialog({ row, meanwhile, busy, close, makeVoid }: Voiding) {
  return (
    <ConfirmDialog
      open={row !== null}
      onOpenChange={close}
      title={office.void.title}
      text={row && office.void.text(formatCode(row.code), row.bannerCount)}
      yes={office.void.yes}
      danger
      busy={busy}
      meanwhile={meanwhile}
      onConfirm={() => row && makeVoid(row)}
    />
  );
}
