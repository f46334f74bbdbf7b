import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRefreshToken, writeRefreshToken } from './refresh-token.ts';

const key = randomBytes(32);

test('a token read back names the same session and counter, however large', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.nat({ max: Number.MAX_SAFE_INTEGER }), (sessionId, counter) => {
      expect(readRefreshToken(writeRefreshToken({ sessionId, counter }, key), key)).toEqual({ sessionId, counter });
    }),
  );
});

test('any changed character makes it worthless', () => {
  const token = writeRefreshToken({ sessionId: randomUUID(), counter: 300 }, key);
  for (let at = 0; at < token.length; at += 1) {
    const other = token[at] === 'A' ? 'B' : 'A';
    const changed = token.slice(0, at) + other + token.slice(at + 1);
    // The last character may carry unused bits, and then says the same.
    if (Buffer.from(changed, 'base64url').equals(Buffer.from(token, 'base64url'))) continue;
    expect(readRefreshToken(changed, key)).toBeTypeOf('string');
  }
});

test('a token of another server is forged, a cut or foreign one malformed', () => {
  const token = writeRefreshToken({ sessionId: randomUUID(), counter: 0 }, key);
  expect(readRefreshToken(token, randomBytes(32))).toBe('forged');
  for (const text of ['', 'abc', token.slice(1), token.slice(0, -3), `${token}AAAA`, 'č'.repeat(60), 'A'.repeat(5000)])
    expect(readRefreshToken(text, key)).toBe('malformed');
});
