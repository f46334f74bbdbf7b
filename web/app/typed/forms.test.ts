import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isTest, sourceFilesIn } from '../../../scripts/rules/sources.ts';

/** Forms that ask nothing themselves before they are left, and why. */
const ASKS_NOTHING: Record<string, string> = {
  'web/app/admin/timeline/note-form.tsx': 'one field',
  'web/app/bank/account-form.tsx': 'stands in the dialog of the statement, which asks',
  'web/app/bank/balances.tsx': 'one field',
  'web/app/bank/desk/ask-courier.tsx': 'one field',
  'web/app/bank/desk/courier-panel.tsx': 'one field beside choices',
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
  'web/app/orders/packing/receipt-form.tsx': 'one field',
  'web/app/orders/returns/return-form.tsx': 'one field beside choices',
  'web/app/stock/intake-scan.tsx': 'one field, and each number is written at once',
  'web/app/stock/limit-panel.tsx': 'one field',
  'web/app/vouchers/voucher-box.tsx': 'one field',
};

test('every form that can hold more than one field asks before it is left, in a dialog or by a guard', () => {
  const root = path.join(import.meta.dirname, '../../..');
  const forms = sourceFilesIn(root, ['web'])
    .filter((name) => name.endsWith('.tsx') && !isTest(name))
    .map((name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') }))
    .filter(({ text }) => /<form[\s>]/.test(text));
  const asking = ({ text }: { text: string }) => /<(Dialog|ConfirmDialog|Unsaved)[\s>]/.test(text);
  expect(forms.filter((form) => !asking(form) && !(form.name in ASKS_NOTHING)).map(({ name }) => name)).toEqual([]);
  const known = new Set(forms.map(({ name }) => name));
  expect(Object.keys(ASKS_NOTHING).filter((name) => !known.has(name))).toEqual([]);
});
