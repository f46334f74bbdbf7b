import { useSyncExternalStore } from 'react';
import { ProofDialog, type ProofDialogProps } from './auth/proof-dialog.tsx';
import type { Outcome } from './write.ts';

/**
 * Some calls need more than an open session: a proof of identity not older than ten minutes (domain/auth/proof.ts). A call
 * that may be refused without one goes through `withProof`: a dialog asks for the proof and the call is repeated.
 */
let openDialog: ProofDialogProps | null = null;
const listeners = new Set<() => void>();

function setOpenDialog(next: ProofDialogProps | null) {
  openDialog = next;
  for (const listener of [...listeners]) listener();
}

/** True when the proof was given, false when the dialog was closed. */
async function askForProof(lead?: string): Promise<boolean> {
  openDialog?.settle(false);
  return new Promise((resolve) => {
    const settle = (proven: boolean) => {
      setOpenDialog(null);
      resolve(proven);
    };
    setOpenDialog({ settle, lead });
  });
}

const PROOF_CODES = ['PROOF_NEEDED', 'reauthentication_needed', 'current_password_required'];

/** Asks `act` again when a proof was given; when the dialog is closed, the refusal is passed on. */
export async function withProof<T>(
  act: () => Promise<Outcome<T>>,
  { lead }: { lead?: string } = {},
): Promise<Outcome<T>> {
  const pressed = document.activeElement;
  const first = await act();
  if (first.outcome !== 'refused' || !PROOF_CODES.includes(first.code)) return first;
  if (await askForProof(lead)) return act();
  setTimeout(() => restoreFocus(pressed), FOCUS_DELAY_MS);
  return first;
}

/** By then the caller has enabled its button again; a disabled one cannot take the focus from the closing dialog. */
const FOCUS_DELAY_MS = 100;

function restoreFocus(pressed: Element | null) {
  if (document.activeElement === document.body && pressed instanceof HTMLElement) pressed.focus();
}

/** Rendered once, around the screens that read from the server. */
export function ProofHost() {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => openDialog,
    () => null,
  );
  return now && <ProofDialog {...now} />;
}
