import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { parseConfig } from '../../config.ts';
import { AUTHORITY, CLIENT, OTHER_AUTHORITY } from '../../test/postgres/certificates.ts';
import { startTlsPostgres } from '../../test/postgres/tls-postgres.ts';
import { addressOf, builtServer, emptyDataDir, ended } from '../../test/server-process.ts';
import { whenOver } from '../../test/when-over.ts';
import { clientConfigOfAddress, readDatabaseAddress } from './address.ts';
import { whyRefused } from './refusals.ts';

const postgres = await startTlsPostgres();
whenOver(() => postgres.stop());
const file = (name: string, text: string) => {
  const place = path.join(postgres.directory, name);
  writeFileSync(place, text);
  return place;
};
const [known, unknown] = [file('ca.crt', AUTHORITY), file('other.crt', OTHER_AUTHORITY)];
const pair = `sslcert=${file('client.crt', CLIENT.certificate)}&sslkey=${file('client.key', CLIENT.key)}`;
const { launch } = builtServer(inject('postgresUrl'));

const RIGHT = 'localhost';
/** The certificate is of no address. */
const WRONG = '127.0.0.1';

/** `encrypted`, `plain`, or why there is no connection. */
async function outcome(url: string): Promise<string> {
  try {
    const client = new pg.Client({ ...clientConfigOfAddress(url), connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
    await client.end();
    return rows[0].ssl ? 'encrypted' : 'plain';
  } catch (error) {
    return whyRefused(error);
  }
}
const at = (host: string, query: string, database = 'shop') =>
  `postgres://vidik:${postgres.password}@${host}:${postgres.port}/${database}${query}`;

const NO_AUTHORITY = /no authority that is trusted here/;
const OTHER_HOST = /for another host/;
const PLAIN_REFUSED = /no pg_hba.conf entry .*no encryption/;

test.each<[query: string, host: string, expected: string | RegExp]>([
  ['', RIGHT, PLAIN_REFUSED],
  ['?sslmode=disable', RIGHT, PLAIN_REFUSED],
  ['?sslmode=require', RIGHT, 'encrypted'],
  ['?sslmode=require', WRONG, 'encrypted'],
  [`?sslmode=require&sslrootcert=${known}`, WRONG, 'encrypted'],
  [`?sslmode=require&sslrootcert=${unknown}`, RIGHT, NO_AUTHORITY],
  [`?sslmode=verify-ca&sslrootcert=${known}`, RIGHT, 'encrypted'],
  [`?sslmode=verify-ca&sslrootcert=${known}`, WRONG, 'encrypted'],
  [`?sslmode=verify-ca&sslrootcert=${unknown}`, RIGHT, NO_AUTHORITY],
  ['?sslmode=verify-ca', RIGHT, /needs sslrootcert=FILE/],
  [`?sslmode=verify-full&sslrootcert=${known}`, RIGHT, 'encrypted'],
  [`?sslmode=verify-full&sslrootcert=${known}`, WRONG, OTHER_HOST],
  [`?sslmode=verify-full&sslrootcert=${unknown}`, RIGHT, NO_AUTHORITY],
  ['?sslmode=verify-full', RIGHT, NO_AUTHORITY],
  ['?sslmode=verify-full&sslrootcert=system', RIGHT, NO_AUTHORITY],
  ['?sslmode=verify-full&sslrootcert=/nowhere/ca.crt', RIGHT, /\/nowhere\/ca\.crt, which cannot be read \(ENOENT\)/],
])('%s to %s: %s', async (query, host, expected) => {
  expect(await outcome(at(host, query))).toMatch(expected);
});

test('a database that speaks no TLS is not spoken to without it when TLS is asked for', async () => {
  const plain = inject('postgresUrl');
  for (const mode of ['require', `verify-ca&sslrootcert=${known}`, `verify-full&sslrootcert=${known}`])
    expect(await outcome(`${plain}?sslmode=${mode}`)).toMatch(/it speaks no TLS/);
  expect(await outcome(`${plain}?sslmode=disable`)).toBe('plain');
});

test('a socket is named by its directory, with any sslmode, and a role may show a certificate', async () => {
  const { directory, port, password } = postgres;
  const by = `vidik:${password}@`;
  for (const url of [
    `postgres://${by}/shop?host=${directory}&port=${port}`,
    `postgres://${by}/shop?host=${directory}&port=${port}&sslmode=verify-full`,
    `postgres://${by}${encodeURIComponent(directory)}:${port}/shop`,
    `postgres:///shop?host=${directory}&port=${port}&user=vidik&password=${password}`,
  ])
    expect(await outcome(url), url).toBe('plain');
  const certified = `postgres://vidik@localhost:${port}/certificates?sslmode=verify-full&sslrootcert=${known}`;
  expect(await outcome(`${certified}&${pair}`)).toBe('encrypted');
  expect(await outcome(certified)).toMatch(/certificate/);
});

test('a server, its jobs and live lists, a backup and the doctor all go the encrypted way', async () => {
  const DATABASE_URL = at(RIGHT, `?sslmode=verify-full&sslrootcert=${known}`);
  const env = { DATABASE_URL, DATABASE_DIRECT_URL: undefined, DATA_DIR: emptyDataDir() };
  const server = launch(env);
  await addressOf(server);
  const client = new pg.Client(clientConfigOfAddress(DATABASE_URL));
  await client.connect();
  const { rows } = await client.query<{ name: string; ssl: boolean }>(
    `select distinct split_part(application_name, ' ', 2) as name, ssl from pg_stat_activity join pg_stat_ssl using (pid)
     where application_name like 'vidik%' order by 1`,
  );
  await client.end();
  expect(rows.every(({ ssl }) => ssl)).toBe(true);
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['', 'live', 'queue']));
  const backup = launch(env, 'backup');
  expect(await ended(backup), backup.said.err).toBe(0);
  const doctor = launch(env, 'doctor');
  await ended(doctor);
  expect(doctor.said.out).toMatch(/^ok +encryption +TLSv1\.[23]/m);
  server.child.kill('SIGTERM');
  expect(await ended(server)).toBe(0);
  expect(server.said.err).toBe('');

  const wrong = launch({ ...env, DATABASE_URL: at(WRONG, `?sslmode=verify-full&sslrootcert=${known}`) });
  expect(await ended(wrong)).toBe(1);
  expect(wrong.said.err).toBe(
    'The database of DATABASE_URL does not let us in: its certificate is for another host than the address names.\n',
  );
});

test('verify-full takes the authorities of NODE_EXTRA_CA_CERTS, of the machine and of ~/.postgresql, each where it is looked for', async () => {
  const home = path.join(postgres.directory, 'home');
  mkdirSync(path.join(home, '.postgresql'), { recursive: true });
  writeFileSync(path.join(home, '.postgresql', 'root.crt'), AUTHORITY);
  const full = '?sslmode=verify-full';
  const start = (query: string, env: Record<string, string>) =>
    launch({ DATABASE_URL: at(RIGHT, query), DATABASE_DIRECT_URL: undefined, ...env });
  for (const [query, env] of [
    [full, { NODE_EXTRA_CA_CERTS: known }],
    [`${full}&sslrootcert=system`, { SSL_CERT_FILE: known }],
    [full, { HOME: home }],
    ['?sslmode=verify-ca', { HOME: home }],
  ] as const) {
    const server = start(query, env);
    await addressOf(server);
    server.child.kill('SIGTERM');
    expect(await ended(server), query).toBe(0);
  }
  for (const [query, env] of [
    [full, { NODE_EXTRA_CA_CERTS: unknown }],
    [full, { SSL_CERT_FILE: known }],
    [`${full}&sslrootcert=system`, { SSL_CERT_FILE: unknown }],
    [full, { HOME: postgres.directory }],
  ] as const) {
    const server = start(query, env);
    expect(await ended(server), query).toBe(1);
    expect(server.said.err).toMatch(NO_AUTHORITY);
  }
});

const SIGNS = /has one of the signs @ \/ \? # in its user or password/;

test.each<[address: string, expected: RegExp]>([
  ['mysql://u:tajna@h/d', /must begin with postgres:/],
  ['postgres://u:ta@jna@h/d', SIGNS],
  ['postgres://u:ta#jna@h/d', SIGNS],
  ['postgres://u:5#tajna@h/d', SIGNS],
  ['postgres://u:ta/jna@h/d', SIGNS],
  ['postgres://u:5/tajna@h/d', SIGNS],
  ['postgres://u:ta?jna@h/d', SIGNS],
  ['postgres://u:ta%jna@h/d', /has a % that no two digits follow/],
  ['postgres://u:tajna@h:tajna/d', /must have a number as its port/],
  ['postgres://u:tajna@h:70000/d', /must have a number as its port/],
  ['postgres://u:tajna@/d', /names no host/],
  ['postgres://u:tajna@h1,h2/d', /names several hosts.*HAProxy/],
  ['postgres://u:tajna@h1:5432,h2:5433/d?target_session_attrs=read-write', /names several hosts.*HAProxy/],
  ['postgres://u:tajna@h1:5432,h2:5433/d', /names several hosts.*HAProxy/],
  ['postgres://u:tajna@/d?host=h1,h2', /names several hosts.*HAProxy/],
  ['postgres://u:tajna@h/d?sslmode=prefer', /sslmode=prefer.*may go unencrypted without a word/],
  ['postgres://u:tajna@h/d?sslmode=allow', /sslmode=allow.*may go unencrypted without a word/],
  ['postgres://u:tajna@h/d?sslmode=tajna', /knows as sslmode disable, require, verify-ca, verify-full$/],
  ['postgres://u:tajna@h/d?sslmode=require&sslrootcert=system', /goes with sslmode=verify-full only/],
  ['postgres://u:tajna@h/d?sslmode=require&sslcert=a', /needs sslcert and sslkey together/],
  ['postgres://u:tajna@h/d?uselibpqcompat=true&tajna=1', /knows host, port.*nothing else/],
])('%s is refused in a sentence in which no part of a password stands', (address, expected) => {
  const said = readDatabaseAddress(address);
  expect(said).toMatch(expected);
  expect(said).not.toMatch(/tajna|jna/);
  const start = () => parseConfig({ DATABASE_URL: address });
  expect(start).toThrow(/^Configuration is not usable:\n {2}DATABASE_URL: [^\n]*$/);
  expect(start).not.toThrow(/jna/);
});

test('an address is read as libpq reads it', () => {
  expect(readDatabaseAddress('postgresql://ana%40firma:a%2Fb%3A:c@[::1]:6432/pro%20davnica')).toMatchObject({
    host: '::1',
    port: 6432,
    user: 'ana@firma',
    password: 'a/b::c',
    database: 'pro davnica',
    mode: 'disable',
  });
  expect(readDatabaseAddress('postgres://ana@db')).toMatchObject({ host: 'db', port: 5432, database: 'ana' });
  expect(readDatabaseAddress('postgres://ana@db/shop?options=-c%20role%3Dana+b')).toMatchObject({
    options: '-c role=ana+b',
  });
});
