import type { RefusalData } from '../refuse.ts';
import { deskRefusals } from './desk-refusals.ts';
import { eventRefusals } from './event-refusals.ts';
import { salesRefusals } from './sales-refusals.ts';

/** The English sentences of refusals: of every code that a program may meet (server/english.test.ts). */

const unreadable = { json: 'The body is not valid JSON.', form: 'The body is not a valid form.' } as const;
const forbidden = {
  waiting: 'The account is waiting for approval.',
  'second step': 'Take the second step of signing in first.',
  'no second step': 'Add a second step to the account first.',
  'first password': 'Choose a password of your own first.',
} as const;
const faults: Record<RefusalData<'KEY_REFUSED'>['why'], string> = {
  malformed: 'The API key was not copied correctly.',
  unknown: 'There is no such API key.',
  revoked: 'The API key was revoked.',
  ended: 'The API key has expired.',
  owner: 'Whoever made this API key no longer has access to the back office, so the key does not work.',
};
const limits: Record<RefusalData<'KEY_FORBIDDEN'>['why'], string> = {
  network: 'The API key does not work from this network.',
  duty: 'The API key lacks the duty that this needs, or whoever made it no longer has it.',
  person: 'Only a person who is signed in can do this; an API key cannot.',
  'read only': 'This API key only reads.',
  refund: 'This refund takes a second person, so a person has to ask for it, not an API key.',
};

const general = {
  BAD_REQUEST: (data: RefusalData<'BAD_REQUEST'>) =>
    data?.unreadable ? unreadable[data.unreadable] : 'The input is not valid.',
  UNAUTHORIZED: (data: RefusalData<'UNAUTHORIZED'>) =>
    data?.reason === 'owner suspended' ? 'The owner of this TV is suspended.' : 'Sign in, or send an API key.',
  FORBIDDEN: (data: RefusalData<'FORBIDDEN'>) => (data?.reason ? forbidden[data.reason] : 'You may not do this.'),
  NOT_FOUND: 'There is no such thing here.',
  PAYLOAD_TOO_LARGE: 'The request is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'The request must be JSON.',
  TOO_MANY_REQUESTS: ({ seconds }: RefusalData<'TOO_MANY_REQUESTS'>) =>
    `Too many requests. Try again in ${Math.ceil(seconds)} seconds.`,
  INTERNAL_SERVER_ERROR: ({ reference }: RefusalData<'INTERNAL_SERVER_ERROR'>) =>
    `Something went wrong on our side. Tell us this reference: ${reference}.`,
  SERVICE_UNAVAILABLE: 'The server cannot answer right now. Try again in a few seconds.',
  KEY_REFUSED: ({ why }: RefusalData<'KEY_REFUSED'>) => faults[why],
  KEY_FORBIDDEN: ({ why }: RefusalData<'KEY_FORBIDDEN'>) => limits[why],
  IDEMPOTENCY_KEY_INVALID: 'An Idempotency-Key has 1 to 255 ASCII characters.',
  IDEMPOTENCY_KEY_REUSED: 'This Idempotency-Key was already sent with another request.',
  IDEMPOTENCY_KEY_RUNNING: 'The request with this Idempotency-Key is still being carried out. Ask again in a moment.',
  ANSWER_NOT_KEPT: 'The request was carried out; its answer is too large to be kept.',
  PROOF_NEEDED: 'Prove that it is you first.',
};

export const englishRefusals: Record<string, string | ((data: never) => string)> = {
  ...general,
  ...salesRefusals,
  ...deskRefusals,
  ...eventRefusals,
};

/** `null` when no program meets the code. */
export function englishFor(code: string, data: unknown): string | null {
  if (!Object.hasOwn(englishRefusals, code)) return null;
  const sentence = englishRefusals[code]!;
  return typeof sentence === 'function' ? sentence(data as never) : sentence;
}
