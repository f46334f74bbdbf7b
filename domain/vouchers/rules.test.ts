import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redeem } from './copy.ts';
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

test('how many banners a code brought is said in Serbian', () => {
  const said = [1, 2, 5, 21, 1_234].map((n) => redeem.success(n).split('! ')[1]);
  expect(said).toEqual([
    'Dodan je 1 L-baner na vaš nalog.',
    'Dodano je 2 L-banera na vaš nalog.',
    'Dodano je 5 L-banera na vaš nalog.',
    'Dodan je 21 L-baner na vaš nalog.',
    'Dodano je 1.234 L-banera na vaš nalog.',
  ]);
});

test('a printed code is read back as itself', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }), (n) => {
      expect(parseVoucherCode(formatCode(String(n)))).toEqual({ code: String(n) });
    }),
  );
});
