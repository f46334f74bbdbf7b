import { type ComponentType, useSyncExternalStore } from 'react';
import type { ProofDialogProps } from './auth/proof-dialog.tsx';

/**
 * Some calls need more than an open session: a proof of identity not older than ten minutes (domain/accounts/proof.ts). A call
 * that may be refused without one goes through `withProof`: a dialog asks for the proof and the call is repeated.
 */
interface OpenDialog {
  Dialog: ComponentType<ProofDialogProps>;
  props: ProofDialogProps;
}

let openDialog: OpenDialog | null = null;
const listeners = new Set<() => void>();

function setOpenDialog(next: OpenDialog | null) {
  openDialog = next;
  for (const listener of [...listeners]) listener();
}

/** True when the proof was given, false when the dialog was closed. */
async function askForProof(lead?: string): Promise<boolean> {
  const { ProofDialog } = await import('./auth/proof-dialog.tsx');
  openDialog?.props.settle(false);
  return new Promise((resolve) => {
    const settle = (proven: boolean) => {
      setOpenDialog(null);
      resolve(proven);
    };
    setOpenDialog({ Dialog: ProofDialog, props: { settle, lead } });
  });
}

const PROOF_CODES = ['PROOF_NEEDED', 'reauthentication_needed', 'current_password_required'];
const needsProof = (error: unknown) =>
  PROOF_CODES.includes(String((error as { code?: unknown } | null | undefined)?.code));

/**
 * Runs a call of the API (which throws) or of the sign-in client (which returns `error`). When the dialog is closed,
 * the refusal is passed on.
 */
export async function withProof<T>(act: () => Promise<T>, { lead }: { lead?: string } = {}): Promise<T> {
  const pressed = document.activeElement;
  let refused: { answer: T } | { error: unknown };
  try {
    const answer = await act();
    if (!needsProof((answer as { error?: unknown } | null | undefined)?.error)) return answer;
    refused = { answer };
  } catch (error) {
    if (!needsProof(error)) throw error;
    refused = { error };
  }
  if (await askForProof(lead)) return act();
  setTimeout(() => restoreFocus(pressed), FOCUS_DELAY_MS);
  if ('error' in refused) throw refused.error;
  return refused.answer;
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
  return now && <now.Dialog {...now.props} />;
}
