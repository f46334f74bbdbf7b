import { advanceClock, purge } from './clock.ts';
import type { EventRecord, SettingsRecord } from './records.ts';
import { NO_FAULTS, newId, type SandboxState } from './state.ts';
import type { Store } from './store.ts';

/** The sandbox as its store has it, with its clock and the request that is being answered. `realNow` is in milliseconds. */
export function openState(store: Store, publicUrl: string, realNow: () => number) {
  let request: EventRecord['request'] = { id: null, idempotency_key: null };
  let clockOffset = 0;
  const state: SandboxState = {
    store,
    publicUrl,
    faults: { ...NO_FAULTS },
    fresh: [],
    settings: () => store.get('settings', 'one')!,
    changeSettings(change) {
      store.put('settings', { ...state.settings(), ...change });
    },
    now: () => Math.floor(realNow() / 1000) + clockOffset,
    emit(type, object) {
      const event = store.put('events', {
        id: newId('evt'),
        type,
        created: state.now(),
        object: structuredClone(object),
        request,
        delivery: { state: 'waiting', attempts: 0, lastError: null },
      });
      state.fresh.push(event.id);
    },
  };
  if (!store.get('settings', 'one')) store.put('settings', firstSettings());
  clockOffset = state.settings().clockOffset;
  store.commit();

  return {
    state,
    /** Events from now on are of this request; its id. */
    beginRequest(idempotencyKey: string | undefined): string {
      const id = newId('req', 14);
      request = { id, idempotency_key: idempotencyKey ?? null };
      return id;
    },
    /** Lives through everything that is due until `target`, by the sandbox's clock. */
    liveTo(target: number): void {
      advanceClock(state, target, (at) => {
        clockOffset += at - state.now();
      });
      if (clockOffset !== state.settings().clockOffset) state.changeSettings({ clockOffset });
      purge(state);
      store.commit();
    },
  };
}

export const firstSettings = (): SettingsRecord => ({
  id: 'one',
  secretKey: newId('sk_test', 40),
  webhookSecret: newId('whsec', 40),
  clockOffset: 0,
  invoiceCount: 0,
});
