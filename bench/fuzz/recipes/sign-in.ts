import { makeOneTimeToken } from '../../../server/auth/recovery/one-time-token.ts';
import { writeRefreshToken } from '../../../server/auth/sessions/refresh-token.ts';
import { PASSWORD } from '../fuzz-context.ts';
import { asFreshMember, type Recipe } from './recipe.ts';
import { enrolled, lifted } from './second-step.ts';

const asFresh: Recipe = async (context) => ({ token: (await context.createPerson('member')).token });
const asLifted =
  (options: { withCodes: boolean }): Recipe =>
  async (context, _random, ask) => ({ token: (await lifted(context, ask, options)).token });
const withNewFactor: Recipe = async (context, _random, ask) => {
  const { person, factorId } = await enrolled(context, ask);
  return { token: person.token, params: { id: factorId } };
};

/** Of the sign-in server. */
export const signInRecipes: Record<string, Recipe> = {
  'auth POST /signup': async (_context, random) => ({
    body: {
      email: `nov-${random.uuid()}@primer.rs`,
      password: 'tri mala lava',
      data: {
        first_name: 'Jovana',
        last_name: 'Đorđević',
        username: random.uuid(),
        phone: '+381641234567',
        city: 'Niš',
        country: 'RS',
      },
    },
  }),
  'auth POST /token?grant_type=password': async (context) => ({
    body: { email: (await context.createPerson('member')).email, password: PASSWORD },
  }),
  'auth POST /token?grant_type=refresh_token': async (context) => {
    const { sessionId } = await context.createPerson('member');
    const key = context.tokens.deriveKey('refresh-token');
    return { body: { refresh_token: writeRefreshToken({ sessionId, counter: 0 }, key) } };
  },
  'auth POST /logout?scope=local': asFresh,
  'auth PUT /user': asFreshMember(() => ({ data: { color: 'plava' } })),
  'auth POST /verify': async (context) => {
    const { id, email } = await context.createPerson('member');
    const link = await context.db.transaction((tx) => makeOneTimeToken(tx, context.deps, id, 'recovery', email));
    return { body: { type: 'recovery', token_hash: link.token } };
  },
  'auth GET /reauthenticate': asFresh,
  'auth GET /factors/recovery-codes': asLifted({ withCodes: true }),
  'auth POST /factors/recovery-codes': asLifted({ withCodes: false }),
  'auth POST /factors/recovery-codes/verify': async (context, _random, ask) => {
    const { token, recoveryCodes } = await lifted(context, ask, { withCodes: true });
    return { token, body: { code: recoveryCodes[0] } };
  },
  'auth POST /factors/recovery-codes/regenerate': asLifted({ withCodes: true }),
  'auth DELETE /factors/recovery-codes': asLifted({ withCodes: true }),
  'auth POST /factors': asFresh,
  'auth POST /factors/{id}/challenge': withNewFactor,
  'auth POST /factors/{id}/verify': async (context, _random, ask) => {
    const { person, factorId, code } = await enrolled(context, ask);
    const challenge = (await ask('POST', `/auth/v1/factors/${factorId}/challenge`, person.token)) as { id: string };
    return { token: person.token, params: { id: factorId }, body: { challenge_id: challenge.id, code } };
  },
  'auth DELETE /factors/{id}': withNewFactor,
};
