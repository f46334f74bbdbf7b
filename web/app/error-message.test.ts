import { expect, test } from 'vitest';
import { common } from '#domain/copy.ts';
import { refuse } from '#domain/refuse.ts';
import { errorMessage } from './error-message.ts';

/** What the client of the API throws for an answer that a proxy made. */
const ofProxy = (headers: Record<string, string>) =>
  Object.assign(new Error('Bad Gateway'), {
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    data: { status: 503, headers, body: '<html>' },
  });

test('a server that cannot answer says when to ask again: as long as it named, otherwise in a minute or so', () => {
  expect(errorMessage(refuse('SERVICE_UNAVAILABLE'))).toBe(
    'Server trenutno ne odgovara. Pokušajte ponovo za koji minut.',
  );
  expect(errorMessage(refuse('SERVICE_UNAVAILABLE', { seconds: 22 }))).toBe(
    'Server trenutno ne odgovara. Sačekajte 22 sekunde i pokušajte ponovo.',
  );
  expect(errorMessage(refuse('SERVICE_UNAVAILABLE', { seconds: 90 }))).toBe(
    'Server trenutno ne odgovara. Sačekajte 2 minuta i pokušajte ponovo.',
  );
});

test.each([
  ['60', common.unavailableFor(60)],
  ['1', common.unavailableFor(1)],
  ['Fri, 27 Nov 2026 12:00:00 GMT', common.unavailable],
  ['0', common.unavailable],
  ['-5', common.unavailable],
])('Retry-After %s of a proxy is read as far as it is a number of seconds', (said, sentence) => {
  expect(errorMessage(ofProxy({ 'retry-after': said }))).toBe(sentence);
  expect(errorMessage(ofProxy({}))).toBe(common.unavailable);
});
