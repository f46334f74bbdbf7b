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
import { voucherRefusals } from './vouchers/copy.ts';

/**
 * The Serbian sentence of every refusal code. The server puts it into the answer's `message`, so that a person and a
 * program calling the API directly read the same words.
 */
const sentences: Record<string, string | ((data: never) => string)> = {
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
  BAD_REQUEST: common.badInput,
  UNAUTHORIZED: common.signInFirst,
  FORBIDDEN: common.noAccess,
  NOT_FOUND: common.notFound,
  PAYLOAD_TOO_LARGE: common.tooLarge,
  UNSUPPORTED_MEDIA_TYPE: common.badContentType,
};

/** `null` when the code is not one of ours. */
export function sentenceFor(code: string, data: unknown): string | null {
  const reason = code === 'FORBIDDEN' ? (data as { reason?: string } | undefined)?.reason : undefined;
  if (reason === 'waiting') return common.waitingAccount;
  if (reason === 'second step') return common.secondStepFirst;
  if (reason === 'no second step') return common.secondStepMissing;
  const sentence = sentences[code];
  if (sentence === undefined) return null;
  return typeof sentence === 'function' ? sentence(data as never) : sentence;
}
