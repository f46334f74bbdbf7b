import { decideTransfer, expireSession } from './checkout.ts';
import type { SandboxState } from './state.ts';
import { collect, endSubscription, isOver, renew } from './subscriptions.ts';

interface Due {
  at: number;
  happen: () => void;
}

/** What time alone brings about: pages that expire, transfers that arrive, renewals, retries, ends. */
function nextDue(state: SandboxState): Due | null {
  let next: Due | null = null;
  const consider = (at: number, happen: () => void) => {
    if (!next || at < next.at) next = { at, happen };
  };
  for (const s of state.store.all('sessions')) {
    if (s.status === 'open') consider(s.expiresAt, () => expireSession(state, s));
    else if (s.transferDueAt !== null) consider(s.transferDueAt, () => decideTransfer(state, s, true));
  }
  for (const s of state.store.all('subscriptions')) {
    if (isOver(s) || s.status === 'incomplete') continue;
    if (s.cancelAt !== null && s.cancelAt < s.periodEnd) consider(s.cancelAt, () => endSubscription(state, s));
    else consider(s.periodEnd, () => renew(state, s));
  }
  for (const i of state.store.all('invoices')) {
    if (i.status === 'open' && i.nextAttemptAt !== null) consider(i.nextAttemptAt, () => collect(state, i));
  }
  return next;
}

/** Lives through everything that is due until `target`, each thing at its own moment. */
export function advanceClock(state: SandboxState, target: number, setClock: (at: number) => void): void {
  for (let due = nextDue(state); due && due.at <= target; due = nextDue(state)) {
    setClock(Math.max(due.at, state.now()));
    due.happen();
  }
  setClock(target);
}

const KEY_LIFE = 24 * 60 * 60;
const EVENT_LIFE = 30 * KEY_LIFE;

/** Idempotency keys live a day and events a month, as at Stripe. */
export function purge(state: SandboxState): void {
  for (const key of [...state.store.all('keys')]) {
    if (key.created < state.now() - KEY_LIFE) state.store.forget('keys', key.id);
  }
  for (const event of [...state.store.all('events')]) {
    if (event.created < state.now() - EVENT_LIFE && event.delivery.state !== 'waiting')
      state.store.forget('events', event.id);
  }
}
