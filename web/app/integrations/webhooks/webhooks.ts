import type { WebhookAttempt } from '#domain/integrations/webhooks/contract.ts';
import { webhooksCopy as copy } from '#domain/integrations/webhooks/copy.ts';
import { dayOf, formatDayAndMonth, formatTime } from '#domain/time.ts';
import type { client } from '../../api.ts';

export type Endpoint = Awaited<ReturnType<typeof client.integrations.webhooks.list>>[number];
export type Delivery = Awaited<ReturnType<typeof client.integrations.webhooks.deliveries>>['rows'][number];

/** As the row of an address is called for short. */
export const hostOf = ({ url }: { url: string }): string => (URL.canParse(url) ? new URL(url).host : url);

export type EndpointState = 'on' | 'failing' | 'paused' | 'off';
export const stateOf = ({ state, failingSince, pausedUntil }: Endpoint): EndpointState =>
  state === 'off' ? 'off' : pausedUntil ? 'paused' : failingSince ? 'failing' : 'on';
export const TONES = { on: 'ok', failing: 'warn', paused: 'warn', off: 'err' } as const;

/** Seconds after which nobody is waited for. */
const LIMIT = 10;

/** Why an attempt did not arrive, in words that stand alone. */
export function failureReason({ outcome, status }: Pick<WebhookAttempt, 'outcome' | 'status'>): string {
  switch (outcome) {
    case 'late':
      return `${copy.words.late}, ${copy.silent(LIMIT)}`;
    case 'redirected':
    case 'refused':
    case 'unreachable':
      return copy.words[outcome];
    default:
      return `O${copy.answer(status ?? 0).slice(1)}`;
  }
}

/** `u 14:05`, and of another day `25. 11. u 14:05`: pauses between tries are up to a day long. */
export const nextWords = (when: Date, now: Date): string =>
  dayOf(when) === dayOf(now) ? copy.atToday(formatTime(when)) : copy.at(formatDayAndMonth(when), formatTime(when));

/** A request that waits for somebody else's answer takes as long as that may take. Milliseconds. */
export const ENDPOINT_CALL_TIMEOUT_MS = 20_000;

export const silentFor = copy.silent(LIMIT);
