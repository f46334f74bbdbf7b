import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCode, parseVoucherCode } from './rules.ts';

test('a code is a number, however it is written down', () => {
  for (const typed of [
    '482059173361',
    ' 4820 5917 3361 ',
    '000482059173361',
    '4820\u00a05917\u00a03361',
    '4820-5917-3361',
  ])
    expect(parseVoucherCode(typed), typed).toEqual({ code: '482059173361' });
  expect(parseVoucherCode('7')).toEqual({ code: '7' });
});

test('what is no code is distinguished from a code that was never issued', () => {
  for (const typed of ['', '   ', '\u00a0', '-'])
    expect(parseVoucherCode(typed), typed).toEqual({ problem: 'VOUCHER_EMPTY' });
  for (const typed of ['abc', '12a', '1.5', '1e5', '+5', '0x10', '١٢٣', "1' or 1=1"])
    expect(parseVoucherCode(typed), typed).toEqual({ problem: 'VOUCHER_NOT_A_NUMBER' });
  for (const typed of ['0', '0000', '9'.repeat(19)])
    expect(parseVoucherCode(typed), typed).toEqual({ problem: 'VOUCHER_UNKNOWN' });
});

test('a printed code is read back as itself', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }), (n) => {
      expect(parseVoucherCode(formatCode(String(n)))).toEqual({ code: String(n) });
    }),
  );
});
