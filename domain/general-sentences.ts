import { common } from './copy.ts';
import type { generalRefusals } from './errors.ts';
import type { RefusalData } from './refuse.ts';

const REASONS = {
  waiting: common.waitingAccount,
  'second step': common.secondStepFirst,
  'no second step': common.secondStepMissing,
  'first password': common.firstPassword,
} as const;

/** The Serbian sentences of the refusals that every address may answer with; apart, because every page needs them. */
export const generalSentences = {
  BAD_REQUEST: (data: RefusalData<'BAD_REQUEST'>) => {
    if (data?.unreadable === 'json') return common.badJson;
    return data?.unreadable === 'form' ? common.badForm : common.badInput;
  },
  UNAUTHORIZED: (data: RefusalData<'UNAUTHORIZED'>) =>
    data?.reason === 'owner suspended' ? common.tvOwnerSuspended : common.signInFirst,
  FORBIDDEN: (data: RefusalData<'FORBIDDEN'>) =>
    data?.reason && Object.hasOwn(REASONS, data.reason) ? REASONS[data.reason] : common.noAccess,
  NOT_FOUND: common.notFound,
  PAYLOAD_TOO_LARGE: common.tooLarge,
  UNSUPPORTED_MEDIA_TYPE: common.badContentType,
  TOO_MANY_REQUESTS: ({ seconds }: RefusalData<'TOO_MANY_REQUESTS'>) => common.tooMany(Math.ceil(seconds / 60)),
  INTERNAL_SERVER_ERROR: ({ reference }: RefusalData<'INTERNAL_SERVER_ERROR'>) =>
    common.serverErrorWithReference(reference),
  SERVICE_UNAVAILABLE: (data: RefusalData<'SERVICE_UNAVAILABLE'>) =>
    data === undefined ? common.unavailable : common.unavailableFor(data.seconds),
} satisfies { [Code in keyof typeof generalRefusals]: string | ((data: RefusalData<Code>) => string) };
