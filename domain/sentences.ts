import { accountRefusals } from './accounts/copy.ts';
import { staffRefusals } from './accounts/staff/copy.ts';
import { adminRefusals } from './admin/copy.ts';
import { advertisingRefusals } from './advertising/copy.ts';
import { bankRefusals } from './bank/copy.ts';
import { campaignRefusals } from './campaigns/copy.ts';
import { deviceRefusals } from './devices/copy.ts';
import { documentRefusals } from './documents/copy.ts';
import { adminRefusals as eventAdminRefusals } from './events/admin/copy.ts';
import { changeRefusals } from './events/change/copy.ts';
import { eventRefusals } from './events/refusals-copy.ts';
import { fileRefusals } from './files/copy.ts';
import { fulfilmentRefusals } from './fulfilment/copy.ts';
import { exchangeRefusals } from './fulfilment/exchange-refusals-copy.ts';
import { lostRefusals } from './fulfilment/lost/lost-copy.ts';
import { generalSentences } from './general-sentences.ts';
import { installationRefusals } from './installations/copy.ts';
import { keyRefusalSentences } from './integrations/keys/refusals-copy.ts';
import { integrationRefusals } from './integrations/refusals-copy.ts';
import { webhookRefusals } from './integrations/webhooks/refusals-copy.ts';
import { networkRefusals } from './network/copy.ts';
import { orderRefusals } from './orders/own/withdrawal-copy.ts';
import { paymentRefusals } from './payments/copy.ts';
import { payoutRefusals } from './payouts/own-copy.ts';
import { refundRefusals } from './refunds/copy.ts';
import type { RefusalCode, RefusalData } from './refuse.ts';
import { returnRefusals } from './returns/refusals-copy.ts';
import { rewardRefusals } from './rewards/refusals-copy.ts';
import { specialRefusals } from './special/refusals-copy.ts';
import { stockRefusals } from './stock/copy.ts';
import { systemRefusals } from './system/refusals-copy.ts';
import { taskRefusals } from './tasks/copy.ts';
import { tvRefusals } from './tvs/refusals-copy.ts';
import { voucherRefusals } from './vouchers/copy.ts';

/** Of messages: Serbian, or English for programs that prefer it (integrations/keys/english). */
export type Language = 'sr' | 'en';

/**
 * The Serbian sentence of every refusal code. The API puts it into the answer's `message`, so that a person and a program
 * calling it directly read the same words.
 */
export const sentences: { [Code in RefusalCode]: string | ((data: RefusalData<Code>) => string) } = {
  ...accountRefusals,
  ...staffRefusals,
  ...campaignRefusals,
  ...deviceRefusals,
  ...networkRefusals,
  ...orderRefusals,
  ...paymentRefusals,
  ...advertisingRefusals,
  ...systemRefusals,
  ...integrationRefusals,
  ...taskRefusals,
  ...tvRefusals,
  ...installationRefusals,
  ...webhookRefusals,
  ...voucherRefusals,
  ...eventRefusals,
  ...changeRefusals,
  ...eventAdminRefusals,
  ...bankRefusals,
  ...documentRefusals,
  ...fulfilmentRefusals,
  ...exchangeRefusals,
  ...lostRefusals,
  ...refundRefusals,
  ...payoutRefusals,
  ...returnRefusals,
  ...rewardRefusals,
  ...specialRefusals,
  ...stockRefusals,
  ...fileRefusals,
  ...adminRefusals,
  ...keyRefusalSentences,
  ...generalSentences,
};

/** `null` when the code is not one of ours. */
export function sentenceFor(code: string, data: unknown): string | null {
  if (!Object.hasOwn(sentences, code)) return null;
  const sentence = sentences[code as RefusalCode];
  return typeof sentence === 'function' ? sentence(data as never) : sentence;
}
