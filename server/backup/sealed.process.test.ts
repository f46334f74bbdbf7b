import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { emptyDatabase } from '../test/empty-database.ts';
import { addressOf, builtServer, emptyDataDir, ended, type ServerProcess } from '../test/server-process.ts';

const { launch } = builtServer(inject('postgresUrl'));

const EMAIL = 'vlasnik@vidik.example';
const PASSWORD = 'sedam mora 7';

const stop = async (server: ServerProcess) => {
  server.child.kill('SIGTERM');
  expect(await ended(server)).toBe(0);
};

async function signIn(address: string): Promise<string> {
  const answer = await fetch(`${address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { access_token: string }).access_token;
}

const seen = async (address: string, token: string) =>
  (await fetch(`${address}/auth/v1/user`, { headers: { authorization: `Bearer ${token}` } })).status;

test('a sealed shop comes back with its sealing key; without it that is said before anything is touched, and everybody signs in again', async () => {
  const sealed = {
    DATABASE_URL: await emptyDatabase(),
    SUPER_ADMIN_EMAIL: EMAIL,
    SUPER_ADMIN_PASSWORD: PASSWORD,
    SEALING_KEY: 'k'.repeat(40),
  };
  const server = launch(sealed);
  const token = await signIn(await addressOf(server));
  const folder = path.join(emptyDataDir(), 'archives');
  const backup = launch(sealed, 'backup', folder);
  expect(await ended(backup), backup.said.err).toBe(0);
  await stop(server);
  const name = readdirSync(folder).find((one) => one.endsWith('.tar.gz'));
  const archive = path.join(folder, name!);

  const run = async (env: Record<string, string | undefined>, ...command: string[]) => {
    const program = launch(env, ...command);
    onTestFinished(() => void program.child.kill('SIGKILL'));
    const code = await ended(program);
    return `${program.said.out}${program.said.err}[${code}]`;
  };

  const other = { ...sealed, SEALING_KEY: undefined, DATABASE_URL: await emptyDatabase() };
  expect(await run(other, 'restore', archive)).toMatch(
    /sealed with a SEALING_KEY that is not set here\. .* second steps and recovery codes are set up anew.*Nothing has been touched\.\s+\[1\]$/s,
  );

  const withKey = { ...sealed, DATABASE_URL: await emptyDatabase() };
  expect(await run(withKey, 'restore', archive)).toMatch(/Restored: .*\[0\]$/s);
  const same = launch(withKey);
  expect(await seen(await addressOf(same), token)).toBe(200);
  await stop(same);

  expect(await run(other, 'restore', archive, '--without-sealing-key')).toMatch(
    /Restored: .*Without the sealing key: everybody signs in again.*\[0\]$/s,
  );
  const anew = launch(other);
  const address = await addressOf(anew);
  // The sign-in protocol's own answer to a token that nobody here signed.
  expect(await seen(address, token)).toBe(403);
  expect(await seen(address, await signIn(address))).toBe(200);
  await stop(anew);
});
