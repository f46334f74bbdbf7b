import { expect, test } from 'vitest';
import { testApp } from '../test/app.ts';
import { person } from '../test/people.ts';
import { ACCESS_TOKEN_SECONDS, type Tokens } from './tokens.ts';
import { rememberVerified } from './verified-tokens.ts';

const app = await testApp();

/** The real tokens, counting how often a signature is checked. */
function counting() {
  const counter = { checks: 0 };
  const tokens: Tokens = {
    ...app.edges.tokens,
    verify(token) {
      counter.checks += 1;
      return app.edges.tokens.verify(token);
    },
  };
  return { counter, tokens: rememberVerified(tokens, app.edges.now) };
}

test("a token's signature is checked once, and its answer does not change", async () => {
  const { token, id, sessionId } = await person(app);
  const { counter, tokens } = counting();
  const answers = [await tokens.verify(token), await tokens.verify(token), await tokens.verify(token)];
  expect(answers).toEqual(Array(3).fill(expect.objectContaining({ userId: id, sessionId })));
  expect(counter.checks).toBe(1);
});

test('a token is not outlived by the memory of it', async () => {
  const { token } = await person(app);
  const { counter, tokens } = counting();
  const began = app.clock.now;
  await tokens.verify(token);
  app.clock.now = new Date(began.getTime() + ACCESS_TOKEN_SECONDS * 1000);
  await tokens.verify(token);
  app.clock.now = began;
  expect(counter.checks).toBe(2);
});

test('a forged token is never remembered, whatever its likeness to a good one', async () => {
  const { token } = await person(app);
  const { counter, tokens } = counting();
  await tokens.verify(token);
  const forged = `${token.slice(0, -4)}AAAA`;
  expect([await tokens.verify(forged), await tokens.verify(forged)]).toEqual([null, null]);
  expect(counter.checks).toBe(3);
});
