import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { common, writing } from '#domain/copy.ts';
import { refuse } from '#domain/refuse.ts';
import { errorMessage } from './error-message.ts';
import { write } from './write.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // Every lost answer is logged; that is expected here.
  vi.mocked(console.error).mockClear();
});

/** What the client of the API throws when the server answers so. */
const answered = (code: string, status: number, more: object = {}) =>
  Object.assign(new Error('Bad Gateway'), { code, status, ...more });
const lost = () => new TypeError('Failed to fetch');

/** Answers in order, the last one again and again. */
function server(...answers: (() => Promise<string>)[]) {
  let asked = 0;
  const send = () => {
    const answer = answers[Math.min(asked, answers.length - 1)]!;
    asked += 1;
    return answer();
  };
  return { send, asked: () => asked };
}
const says = (value: string) => async () => value;
const throws = (error: () => unknown) => async () => {
  throw error();
};
const never = () => new Promise<string>(() => {});

async function outcomeOf<T>(running: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(90_000);
  return running;
}

test('an answer is the outcome, and nothing is sent twice', async () => {
  const { send, asked } = server(says('upisano'));
  expect(await write(send)).toEqual({ outcome: 'done', value: 'upisano' });
  expect(asked()).toBe(1);
});

test('a refusal is final and says the sentence of the server', async () => {
  const refusal = Object.assign(refuse('VOUCHER_UNKNOWN'), { defined: true, message: 'Kod ne postoji.' });
  const { send, asked } = server(throws(() => refusal));
  expect(await write(send)).toMatchObject({ outcome: 'refused', code: 'VOUCHER_UNKNOWN', text: 'Kod ne postoji.' });
  expect(asked()).toBe(1);
});

test('without a connection nothing is sent, and that is said', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const { send, asked } = server(says('upisano'));
  expect(await write(send)).toMatchObject({ outcome: 'refused', code: 'OFFLINE', text: writing.offline });
  expect(asked()).toBe(0);
});

test.each([
  ['the connection is cut', throws(lost)],
  ['the answer does not come', never],
  ['a proxy answers 502', throws(() => answered('BAD_GATEWAY', 502))],
  ['the server is busy', throws(() => answered('SERVICE_UNAVAILABLE', 503))],
])('when %s, the same is sent again and its answer is the outcome', async (_, first) => {
  const { send, asked } = server(first, says('upisano'));
  expect(await outcomeOf(write(send))).toEqual({ outcome: 'done', value: 'upisano' });
  expect(asked()).toBe(2);
});

test('a repetition refused because the first attempt arrived is done', async () => {
  const { send } = server(
    throws(lost),
    throws(() => answered('SESSION_GONE', 409)),
  );
  const arrived = (refusal: { code: string }) => (refusal.code === 'SESSION_GONE' ? 'upisano' : undefined);
  expect(await outcomeOf(write(send, { arrived }))).toEqual({ outcome: 'done', value: 'upisano' });
});

test('a failure that the contract declares is an answer, also with a status above 500', async () => {
  const message = 'Platna kuća trenutno ne odgovara.';
  const { send, asked } = server(throws(() => answered('PAYMENT_PROVIDER_DOWN', 503, { defined: true, message })));
  expect(await write(send)).toMatchObject({ outcome: 'refused', code: 'PAYMENT_PROVIDER_DOWN', text: message });
  expect(asked()).toBe(1);
});

test('what was sent before without an outcome is a repetition from the first attempt on', async () => {
  const { send, asked } = server(throws(() => answered('SESSION_GONE', 409)));
  expect(await write(send, { arrived: () => 'upisano', again: true })).toEqual({ outcome: 'done', value: 'upisano' });
  expect(asked()).toBe(1);
});

test('when nobody can tell whether the first attempt arrived, the outcome is unknown', async () => {
  const { send } = server(
    throws(lost),
    throws(() => answered('SESSION_GONE', 409)),
  );
  const arrived = async () => {
    throw lost();
  };
  expect(await outcomeOf(write(send, { arrived }))).toMatchObject({ outcome: 'unknown', text: writing.unknown });
});

test('a first attempt that is refused is never taken for one that arrived', async () => {
  const { send } = server(throws(() => answered('SESSION_GONE', 409)));
  expect(await write(send, { arrived: () => 'upisano' })).toMatchObject({ outcome: 'refused', code: 'SESSION_GONE' });
});

test.each([
  ['TOO_MANY_REQUESTS', 429],
  ['UNAUTHORIZED', 401],
])('a repetition refused with %s says nothing about the first attempt', async (refused, status) => {
  const { send } = server(
    throws(lost),
    throws(() => answered(refused, status, { data: { seconds: 60 } })),
  );
  expect(await outcomeOf(write(send))).toMatchObject({ outcome: 'unknown', text: writing.unknown });
});

test('without any answer the outcome is unknown, after some twenty seconds and never as a "no"', async () => {
  const { send } = server(throws(lost));
  const outcome = await outcomeOf(write(send));
  expect(outcome).toMatchObject({ outcome: 'unknown', text: writing.unknown });
  expect(writing.unknown).not.toMatch(/ni(je|su) (po|u|is|sa)/i);
});

test('a server that fails is asked once more and its number is said', async () => {
  const failure = answered('INTERNAL_SERVER_ERROR', 500, { data: { reference: 'req-7' } });
  const { send, asked } = server(throws(() => failure));
  const text = common.serverErrorWithReference('req-7');
  expect(await outcomeOf(write(send))).toMatchObject({ outcome: 'unknown', text });
  expect(asked()).toBe(2);
});

test.each([
  ['429 of a proxy', answered('TOO_MANY_REQUESTS', 429, { data: { body: 'slow down' } }), common.tooMany(1)],
  ['500 of a proxy', answered('INTERNAL_SERVER_ERROR', 500, { data: { body: {} } }), common.serverError],
  ['503 of a proxy', answered('SERVICE_UNAVAILABLE', 503, { data: { body: '<html>' } }), common.unavailable],
  ['418 of nobody', answered('IM_A_TEAPOT', 418, { message: 'short and stout' }), common.serverError],
  ['403 of a firewall', answered('FORBIDDEN', 403, { data: { reason: 'toString' } }), common.noAccess],
  ['something thrown', undefined, common.serverError],
])('%s is said in Serbian', (_, error, sentence) => {
  expect(errorMessage(error)).toBe(sentence);
});
