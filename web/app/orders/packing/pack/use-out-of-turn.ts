import { type RefObject, useState } from 'react';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { OUT_OF_TURN_MIN } from '#domain/fulfilment/rules.ts';

/** Devices that are free of orders before this one, and the first of those. */
export interface Turn {
  free: number;
  first: number;
}

/** The reason that is wanted when more is packed than is free of earlier orders. */
export function useOutOfTurn(known: Turn | null, field: RefObject<HTMLInputElement | null>) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState('');
  /** The server's answer, before the page has heard of it. */
  const [awaited, setAwaited] = useState<Turn | null>(null);
  const turn = awaited ?? known;
  const isLate = (devices: number) => turn !== null && devices > turn.free;

  /** Whether so many devices need no reason, or have one; a missing one gets the focus. */
  function isReady(devices: number): boolean {
    if (!isLate(devices) || reason.trim().length >= OUT_OF_TURN_MIN) return true;
    setError(packingCopy.pack.turnMissing);
    field.current?.focus();
    return false;
  }

  return {
    turn,
    reason,
    error,
    isLate,
    isReady,
    type(text: string) {
      setReason(text);
      setError('');
    },
    askFor(answer: Turn) {
      setAwaited(answer);
      requestAnimationFrame(() => field.current?.focus());
    },
    clear() {
      setReason('');
      setAwaited(null);
    },
  };
}
