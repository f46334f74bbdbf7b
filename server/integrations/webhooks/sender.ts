import { setTimeout as sleep } from 'node:timers/promises';
import type { Dependencies } from '../../dependencies.ts';
import { isDatabaseUnavailable } from '../../platform/database-errors.ts';
import { type DeliveryRow, isAnythingDue, lease, type SendingDependencies, sendLeasedDelivery } from './attempt.ts';

export interface Sender {
  /** Sends what is due and comes to an end; `start` does that again and again. */
  sendDue(): Promise<void>;
  start(): void;
  /** Lets attempts under way end, three seconds at most; the others are anybody's when their lease ends. */
  stop(): Promise<void>;
}

/** Lanes of this process; that no more are open in all of them together is the lease's care. */
const AT_ONCE = 10;
/** Pauses end without a word. */
const POLL_MS = 2_000;
const STOP_MS = 3_000;
/** The topic of live/ that hears of new deliveries. */
const TOPIC = 'webhook_endpoints';

/** One word for each: `delivered`, `rejected` by an answer, or why there was none. `null`: it waits on, because somebody else makes it. */
const outcomeOf = ({ state, outcome }: Pick<DeliveryRow, 'state' | 'outcome'>): string | null =>
  state === 'delivered' ? 'delivered' : outcome === 'answered' ? 'rejected' : outcome;

/** Tells other programs what happened, beside requests and jobs. A receiver that takes its time keeps one lane of ten and nobody waiting. */
export function openSender(
  deps: SendingDependencies & Pick<Dependencies, 'live' | 'log'>,
  onAttempt: (outcome: string) => void = () => {},
): Sender {
  const { log } = deps;
  const lanes = new Set<Promise<void>>();
  const stopping = new AbortController();
  let looking: ReturnType<typeof setInterval> | undefined;

  /** As many lanes as there is work for: each that finds an attempt opens another one. */
  function open() {
    if (stopping.signal.aborted || lanes.size >= AT_ONCE) return;
    const lane: Promise<void> = Promise.resolve()
      .then(work)
      // A lane that waited too long for the database, or for the others, is opened again at the next look.
      .catch((error) => log[isDatabaseUnavailable(error) ? 'warn' : 'error']({ error }, 'webhooks are not sent'))
      .finally(() => lanes.delete(lane));
    lanes.add(lane);
  }

  async function work() {
    while (!stopping.signal.aborted && (await isAnythingDue(deps))) {
      const leased = await lease(deps);
      if (!leased) return;
      open();
      const attempt = await sendLeasedDelivery(deps, leased);
      const { outcome, status, endpointId, number } = attempt;
      log.debug({ endpointId, number, outcome, status }, 'webhook');
      const became = outcomeOf(attempt);
      if (became) onAttempt(became);
    }
  }

  return {
    async sendDue() {
      open();
      while (lanes.size > 0) await Promise.all(lanes);
    },
    start() {
      looking = setInterval(open, POLL_MS);
      open();
      void (async () => {
        for await (const _ of deps.live.subscribe([TOPIC], stopping.signal)) open();
      })();
    },
    async stop() {
      clearInterval(looking);
      stopping.abort();
      await Promise.race([Promise.all(lanes), sleep(STOP_MS, undefined, { ref: false })]);
    },
  };
}
