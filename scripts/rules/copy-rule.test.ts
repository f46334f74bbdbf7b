import { expect, test } from 'vitest';
import { checkCopyRule } from './copy-rule.ts';
import { project } from './project-for-test.ts';

test.each([
  ['letters between tags', '<p>Kupi odmah</p>', 'Kupi odmah'],
  ['a text in braces', "<p>{'Kupi'}</p>", 'Kupi'],
  ['one of two texts', "<p>{paid ? copy.paid : 'Nije placeno'}</p>", 'Nije placeno'],
  ['a text behind a condition', '<p>{paid && `Placeno`}</p>', 'Placeno'],
  ['what a screen reader says', '<button aria-label="Zatvori" />', 'Zatvori'],
  ['a placeholder in braces', "<input placeholder={'Ime'} />", 'Ime'],
])('%s are found', (_, jsx, words) => {
  const root = project({ 'web/app/orders/mine.page.tsx': `export const Page = () => ${jsx};` });
  expect(checkCopyRule(root)).toEqual([`web/app/orders/mine.page.tsx:1: "${words}" belongs in copy.ts`]);
});

test('letters only Serbian has are found anywhere, mails and comments included', () => {
  const root = project({
    'server/orders/pay.ts': "\nthrow new Error('Već plaćeno');",
    'server/orders/emails.tsx': '// račun\nexport const Mail = () => <p>{copy.hello}</p>;',
  });
  expect(checkCopyRule(root)).toEqual([
    'server/orders/emails.tsx:1: "račun" belongs in copy.ts',
    'server/orders/pay.ts:2: "Već" belongs in copy.ts',
    'server/orders/pay.ts:2: "plaćeno" belongs in copy.ts',
  ]);
});

test('signs, numbers, class names, copy.ts and tests are left alone', () => {
  const root = project({
    'web/app/orders/mine.page.tsx':
      'export const Page = () => <p className="paid" data-x={"y"}>{copy.title} · 1.999&nbsp;€ {" "}<b style={{ color: "red" }}>→</b></p>;',
    'web/app/orders/mine.test.tsx': 'expect(<p>Plaćeno</p>);',
    'domain/orders/copy.ts': "export const copy = { paid: 'Plaćeno' };",
  });
  expect(checkCopyRule(root)).toEqual([]);
});
