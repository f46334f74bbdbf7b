import { expect, test } from 'vitest';
import { returnCopy } from '#domain/returns/copy.ts';
import { withdrawalSaid } from './withdrawal-said.ts';

const own = {
  kinds: ['withdrawal', 'complaint'] as ('withdrawal' | 'complaint')[],
  until: { withdrawal: '2026-11-27', warranty: '2031-11-13' } as { withdrawal: string | null; warranty: string },
  isCompany: false,
  isPaidBack: false,
};

test('the own order counts the days for withdrawing down to the last one', () => {
  const left = (today: string) => withdrawalSaid(own, today).left;
  expect(left('2026-11-16')).toBe('Još 11 dana za odustanak');
  expect(left('2026-11-26')).toBe('Još 1 dan za odustanak');
  expect(left('2026-11-27')).toBe('Poslednji dan za odustanak');
  expect(withdrawalSaid(own, '2026-11-16').text).toContain('Do 27. novembra 2026. možete da vratite');
});

test('while a part is to come no day is counted; once the last is over, and to a firm, it says why nothing is withdrawn from', () => {
  const part = { ...own, until: { ...own.until, withdrawal: null } };
  expect(withdrawalSaid(part, '2026-11-16')).toMatchObject({
    isOpen: true,
    left: null,
    text: expect.stringContaining('kada stigne i ostatak narudžbine'),
  });
  const fault = { ...own, kinds: ['complaint' as const] };
  const over = withdrawalSaid(fault, '2026-11-28');
  expect(over).toMatchObject({ isOpen: false, left: null });
  expect(over.text.replaceAll('\u00a0', ' ')).toBe(
    'Rok za odustanak je istekao 27. novembra 2026. Garancija važi i dalje.',
  );
  expect(withdrawalSaid({ ...fault, isCompany: true }, '2026-11-16').text).toBe(returnCopy.company);
  expect(withdrawalSaid({ ...fault, isPaidBack: true }, '2026-11-16').text).toBe(returnCopy.paidBack);
});
