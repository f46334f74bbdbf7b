import { accountRefusals } from './accounts/copy.ts';
import { adminRefusals } from './admin/copy.ts';
import { advertisingRefusals } from './advertising/copy.ts';
import { common } from './copy.ts';
import { deviceRefusals } from './devices/copy.ts';
import { adminRefusals as eventAdminRefusals } from './events/admin/copy.ts';
import { eventRefusals } from './events/copy.ts';
import { networkRefusals } from './network/copy.ts';
import { orderRefusals } from './orders/withdrawal-copy.ts';
import { paymentRefusals } from './payments/copy.ts';
import type { RefusalCode, RefusalData } from './refuse.ts';
import { voucherRefusals } from './vouchers/copy.ts';

const REASONS = {
  waiting: common.waitingAccount,
  'second step': common.secondStepFirst,
  'no second step': common.secondStepMissing,
  'first password': common.firstPassword,
} as const;

/**
 * The Serbian sentence of every refusal code. The API puts it into the answer's `message`, so that a person and a program
 * calling it directly read the same words.
 */
export const sentences: { [Code in RefusalCode]: string | ((data: RefusalData<Code>) => string) } = {
  ...accountRefusals,
  ...deviceRefusals,
  ...networkRefusals,
  ...orderRefusals,
  ...paymentRefusals,
  ...advertisingRefusals,
  ...voucherRefusals,
  ...eventRefusals,
  ...eventAdminRefusals,
  ...adminRefusals,
  BAD_REQUEST: (data) => {
    if (data?.unreadable === 'json') return common.badJson;
    return data?.unreadable === 'form' ? common.badForm : common.badInput;
  },
  UNAUTHORIZED: (data) => (data?.reason === 'owner suspended' ? common.tvOwnerSuspended : common.signInFirst),
  FORBIDDEN: (data) => (data?.reason ? REASONS[data.reason] : common.noAccess),
  NOT_FOUND: common.notFound,
  PAYLOAD_TOO_LARGE: common.tooLarge,
  UNSUPPORTED_MEDIA_TYPE: common.badContentType,
  TOO_MANY_REQUESTS: ({ seconds }) => common.tooMany(Math.ceil(seconds / 60)),
  INTERNAL_SERVER_ERROR: ({ reference }) => common.serverErrorWithReference(reference),
  SERVICE_UNAVAILABLE: common.unavailable,
};

/** `null` when the code is not one of ours. */
export function sentenceFor(code: string, data: unknown): string | null {
  if (!Object.hasOwn(sentences, code)) return null;
  const sentence = sentences[code as RefusalCode];
  return typeof sentence === 'function' ? sentence(data as never) : sentence;
}
