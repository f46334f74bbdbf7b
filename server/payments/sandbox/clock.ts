import { decideTransfer, expireSession } from './checkout.ts';
import { collect, endSubscription, isOver, renew } from './subscriptions.ts';
import type { World } from './world.ts';

interface Due {
  at: number;
  happen: () => void;
}

/** What time alone brings about: pages that expire, transfers that arrive, renewals, retries, ends. */
function nextDue(world: World): Due | null {
  let next: Due | null = null;
  const consider = (at: number, happen: () => void) => {
    if (!next || at < next.at) next = { at, happen };
  };
  for (const s of world.store.all('sessions')) {
    if (s.status === 'open') consider(s.expiresAt, () => expireSession(world, s));
    else if (s.transferDueAt !== null) consider(s.transferDueAt, () => decideTransfer(world, s, true));
  }
  for (const s of world.store.all('subscriptions')) {
    if (isOver(s) || s.status === 'incomplete') continue;
    if (s.cancelAt !== null && s.cancelAt < s.periodEnd) consider(s.cancelAt, () => endSubscription(world, s));
    else consider(s.periodEnd, () => renew(world, s));
  }
  for (const i of world.store.all('invoices')) {
    if (i.status === 'open' && i.nextAttemptAt !== null) consider(i.nextAttemptAt, () => collect(world, i));
  }
  return next;
}

/** Lives through everything that is due until `target`, each thing at its own moment. */
export function liveUntil(world: World, target: number, setClock: (at: number) => void): void {
  for (let due = nextDue(world); due && due.at <= target; due = nextDue(world)) {
    setClock(Math.max(due.at, world.now()));
    due.happen();
  }
  setClock(target);
}

const KEY_LIFE = 24 * 60 * 60;
const EVENT_LIFE = 30 * KEY_LIFE;

/** Idempotency keys live a day and events a month, as at Stripe. */
export function forgetOld(world: World): void {
  for (const key of [...world.store.all('keys')]) {
    if (key.created < world.now() - KEY_LIFE) world.store.forget('keys', key.id);
  }
  for (const event of [...world.store.all('events')]) {
    if (event.created < world.now() - EVENT_LIFE && event.delivery.state !== 'waiting')
      world.store.forget('events', event.id);
  }
}
