import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isTest, sourceFilesIn } from '../../../scripts/rules/sources.ts';

/** Forms that ask nothing themselves before they are left, and why. */
const ASKS_NOTHING: Record<string, string> = {
  'web/app/bank/account-form.tsx': 'stands in the dialog of the statement, which asks',
  'web/app/bank/balance-mismatches.tsx': 'one field',
  'web/app/bank/desk/ask-courier.tsx': 'one field',
  'web/app/bank/desk/card-payout-panel.tsx': 'one field',
  'web/app/bank/desk/courier-pay-form.tsx': 'one field beside choices',
  'web/app/bank/desk/line-panel.tsx': 'one field beside choices',
  'web/app/bank/mapping-form.tsx': 'stands in the dialog of the statement, which asks',
  'web/app/auth/code-form.tsx': 'one field',
  'web/app/auth/forgot.page.tsx': 'one field',
  'web/app/auth/proof-dialog.tsx': 'one field, in a dialog of its own',
  'web/app/auth/sign-in-form.tsx': 'filled in by the browser, and left by „forgot your password“',
  'web/app/devices/device-number.page.tsx': 'one field',
  'web/app/devices/waiting-tv-form.tsx': 'one field',
  'web/app/events/check-in/scan.tsx': 'one field',
  'web/app/events/reservation/personal-step.tsx': 'the reservation keeps its own draft',
  'web/app/my/prove-mailbox.tsx': 'one field',
  'web/app/my/security/add-second-step.tsx': 'one field',
  'web/app/my/security/my-email.tsx': 'one field',
  'web/app/network/add-to-network.page.tsx': 'two choices, no text',
  'web/app/network/join-network.tsx': 'one field',
  'web/app/orders/packing/hand-over.tsx': 'one field, and each label is read at once',
  'web/app/network/enrol-with-another-code.tsx': 'one field',
  'web/app/stock/delivery-panel.tsx': 'one field',
  'web/app/stock/intake-scan.tsx': 'one field, and each number is written at once',
  'web/app/stock/limit-panel.tsx': 'one field',
  'web/app/vouchers/voucher-box.tsx': 'one field',
  'web/app/tvs/release-device-of-erased-owner.tsx': 'one field',
};

/** Dialogs that do not ask before they are closed, and why. */
const CLOSES_AT_ONCE: Record<string, string> = {
  'web/app/accounts/erase-dialog.tsx': 'its field only confirms',
  'web/app/accounts/staff/add-dialog.tsx': 'its field only searches',
  'web/app/accounts/staff/duties-to-keep-dialog.tsx': 'it only chooses',
  'web/app/bank/owed-dialog.tsx': 'its field only filters; the payout opened from it asks',
  'web/app/campaigns/editor/schedule-grid.tsx': 'it only chooses',
  'web/app/events/reservation/reservation-dialog.tsx': 'the reservation keeps its own draft',
  'web/app/integrations/shown-once.tsx': 'it asks itself until the secret is kept',
  'web/app/network/visual/move-dialog.tsx': 'it only chooses',
  'web/app/palette/keys-dialog.tsx': 'its field takes effect at once',
  'web/app/payouts/payouts-dialog.tsx': 'it only chooses; the account named from it asks',
  'web/app/ui/overlay/merge-dialog.tsx': 'it only chooses, and leads back to the form',
  'web/app/vouchers/batch-panel.tsx': 'its field only confirms',
};

/** What `FormError` says beside the error of a query: of what is read or stands open, never of a write. */
const NOT_OF_A_WRITE: Record<string, string> = {
  'web/app/auth/auth.page.tsx auth.ended': 'the sign-in is over',
  'web/app/auth/auth.page.tsx auth.unreachable': 'the account was not read',
  'web/app/auth/members-only.tsx auth.unreachable': 'the account was not read',
  'web/app/auth/undo.page.tsx state.text': 'the change behind the link was not read',
  'web/app/bank/balance-mismatches.tsx copy.notWhole': 'the statement does not add up',
  'web/app/campaigns/campaign.page.tsx message': 'the campaign was not read or begun, and the page holds nothing else',
  'web/app/devices/device-login.page.tsx deviceRefusals': 'the address is of no TV',
  'web/app/devices/device-login.page.tsx text': 'stands in the place of the whole page',
  'web/app/my/security/my-password.tsx copy.firstPassword': 'the password is to be changed',
  'web/app/my/security/my-second-step.tsx copy.required': 'a second step is to be added',
  'web/app/my/security/my-sessions.tsx errorMessage': 'browsers or TVs were not read',
  'web/app/network/my-network.tsx copy.error': 'the place was not read',
  'web/app/orders/refunds/refund-effects.tsx problem': 'the preview was not read',
  'web/app/payouts/statement-payouts.tsx copy.foundFailed': 'the payouts were not read',
};

const root = path.join(import.meta.dirname, '../../..');
const screens = sourceFilesIn(root, ['web'])
  .filter((name) => name.endsWith('.tsx') && !isTest(name))
  .map((name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') }));

test('every dialog asks before what was typed in it is lost, unless it only chooses, searches or confirms', () => {
  const silent = screens.filter(({ text }) => text.includes('asks={false}')).map(({ name }) => name);
  expect(silent).toEqual(Object.keys(CLOSES_AT_ONCE));
  const frames = screens.filter(({ text }) => /<DialogFrame[\s>]/.test(text)).map(({ name }) => name);
  expect(frames).toEqual(['web/app/ui/overlay/dialog.tsx', 'web/app/ui/overlay/leave-question.tsx']);
});

test('every form that can hold more than one field asks before it is left, in a dialog or by a guard', () => {
  const forms = screens.filter(({ text }) => /<form[\s>]/.test(text));
  const asking = ({ text }: { text: string }) => /<(Dialog|ConfirmDialog|UnsavedTextGuard)[\s>]/.test(text);
  expect(forms.filter((form) => !asking(form) && !(form.name in ASKS_NOTHING)).map(({ name }) => name)).toEqual([]);
  const known = new Set(forms.map(({ name }) => name));
  expect(Object.keys(ASKS_NOTHING).filter((name) => !known.has(name))).toEqual([]);
});

test('no screen says what became of a write with FormError: that stands beside the button, and is focused', () => {
  const said = screens.flatMap(({ name, text }) =>
    Array.from(text.matchAll(/<FormError title=\{([\w.]+(?:\(\w+\.error\))?)/g), ([, title]) => `${name} ${title}`),
  );
  const ofQuery = / errorMessage\(\w+\.error\)$/;
  expect(said.filter((one) => !ofQuery.test(one)).sort()).toEqual(Object.keys(NOT_OF_A_WRITE).sort());
  expect(said.length, 'each is read').toBe(
    screens.reduce((sum, { text }) => sum + text.split('<FormError').length - 1, 0),
  );
});
