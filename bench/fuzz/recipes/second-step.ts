import { TOTP } from 'otpauth';
import type { TestPerson } from '../../../server/test/people.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import type { Ask } from './recipe.ts';

interface Enrolled {
  person: TestPerson;
  factorId: string;
  code: string;
}

/** Somebody who has begun to add an authenticator, and the code that finishes it. */
export async function enrolled(context: FuzzContext, ask: Ask): Promise<Enrolled> {
  const person = await context.createPerson('member');
  const factor = (await ask('POST', '/auth/v1/factors', person.token, {
    factor_type: 'totp',
    friendly_name: 'telefon',
  })) as { id: string; totp: { secret: string } };
  return { person, factorId: factor.id, code: new TOTP({ secret: factor.totp.secret }).generate() };
}

interface Lifted {
  id: string;
  email: string;
  /** Of the session that has taken the second step. */
  token: string;
  recoveryCodes: string[];
}

/** Somebody who has a second step and has taken it. */
export async function lifted(context: FuzzContext, ask: Ask, { withCodes = false } = {}): Promise<Lifted> {
  const { person, factorId, code } = await enrolled(context, ask);
  const challenge = (await ask('POST', `/auth/v1/factors/${factorId}/challenge`, person.token)) as { id: string };
  const { access_token: token } = (await ask('POST', `/auth/v1/factors/${factorId}/verify`, person.token, {
    challenge_id: challenge.id,
    code,
  })) as { access_token: string };
  const made = withCodes ? ((await ask('POST', '/auth/v1/factors/recovery-codes', token)) as { codes?: string[] }) : {};
  return { id: person.id, email: person.email, token, recoveryCodes: made.codes ?? [] };
}
