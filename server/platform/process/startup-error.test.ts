import { expect, test } from 'vitest';
import { operatorMessageOf, startupError } from './startup-error.ts';

const FULL = /^There is no room left on the disk\. /;

test('a full disk is said in one sentence, whoever met it first', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  for (const error of [
    full,
    startupError('server.lock cannot be written', full),
    startupError('initdb failed (1):\ncould not write to file: No space left on device'),
    new Error('Failed query', { cause: Object.assign(new Error('could not extend file'), { code: '53100' }) }),
  ])
    expect(operatorMessageOf(error)).toMatch(FULL);
});

test('what the operator can do something about is said as it is, and anything else keeps its stack', () => {
  expect(operatorMessageOf(startupError('Port 3000 is taken.'))).toBe('Port 3000 is taken.');
  expect(operatorMessageOf(new Error('x'))).toBeNull();
  expect(operatorMessageOf('x')).toBeNull();
});
