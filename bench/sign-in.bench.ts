import type autocannon from 'autocannon';
import { compare, startBare, startServer } from './measure/server.ts';
import { type Figure, percent, perSecond } from './measure/table.ts';

/** Enough that both processors always have a password to check. */
const CONNECTIONS = 16;
const PASSWORD = 'lozinka za merenje';
const EMAIL = 'prijava@primer.rs';

/** Sign-ins with a password, each with its session and audit entry, beside checking a password and nothing else. */
export default async function signIn(): Promise<Figure[]> {
  const server = await startServer();
  const bare = await startBare('bare-password.ts', { PASSWORD });
  try {
    const token = await register(server.url);
    const posting = (url: string, body: object): autocannon.Options => ({
      url,
      connections: CONNECTIONS,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const rates = await compare({
      ours: posting(`${server.url}/auth/v1/token?grant_type=password`, { email: EMAIL, password: PASSWORD }),
      bare: posting(bare.url, { password: PASSWORD }),
    });
    const optionsFor = (path: string): autocannon.Options => ({
      url: `${server.url}${path}`,
      connections: CONNECTIONS,
      headers: { authorization: `Bearer ${token}` },
    });
    const reads = await compare({ user: optionsFor('/auth/v1/user'), me: optionsFor('/api/me') });
    return [
      {
        what: `sign-in with a password: session, audit entry, ${CONNECTIONS} connections`,
        measured: perSecond(rates.ours),
        comparison: `${perSecond(rates.bare)} password checks and nothing else: ${percent(rates.ours, rates.bare)}`,
      },
      {
        what: '`/auth/v1/user` of somebody who is signed in',
        measured: perSecond(reads.user),
        comparison: `${perSecond(reads.me)} of \`/api/me\`: ${percent(reads.user, reads.me)}`,
        target: '≥ 60 %',
        met: reads.user >= 0.6 * reads.me,
      },
    ];
  } finally {
    bare.stop();
    await server.stop();
  }
}

/** The token of its first session. */
async function register(url: string): Promise<string> {
  const data = {
    first_name: 'Milica',
    last_name: 'Simić',
    username: 'milica-simic',
    phone: '+381641234567',
    city: 'Novi Sad',
    country: 'RS',
  };
  const answer = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD, data }),
  });
  if (!answer.ok) throw new Error(`The account was not made: ${answer.status} ${await answer.text()}`);
  return (await answer.json()).access_token;
}
