import { staff } from '../access.ts';
import { askRefund } from '../flows/refunds/ask-refund.ts';
import { agreeToRefund, declineRefund } from '../flows/refunds/decide-refund.ts';
import { previewRefund, readRefunds, shownRefund } from '../flows/refunds/read-refunds.ts';

const reading = staff('see sales').refunds.admin;
const handling = staff('handle payments').refunds.admin;

export const refundsRouter = {
  admin: {
    read: reading.read.handler(({ context: { deps, person }, input: { order } }) => readRefunds(deps, person, order)),

    preview: handling.preview.handler(({ context: { deps, person }, input }) => previewRefund(deps, person, input)),

    ask: handling.ask.handler(async ({ context: { deps, person, actor }, input }) =>
      shownRefund(deps, person, await deps.db.transaction((tx) => askRefund(tx, deps, actor, input))),
    ),

    agree: handling.agree.handler(async ({ context: { deps, person, actor }, input: { id } }) =>
      shownRefund(deps, person, await deps.db.transaction((tx) => agreeToRefund(tx, deps, person, actor, id))),
    ),

    decline: handling.decline.handler(async ({ context: { deps, person, actor }, input: { id } }) =>
      shownRefund(deps, person, await deps.db.transaction((tx) => declineRefund(tx, deps, actor, id))),
    ),
  },
};
