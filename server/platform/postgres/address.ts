import { existsSync, readFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import path from 'node:path';
import { getCACertificates } from 'node:tls';
import type pg from 'pg';
import { startupError } from '../process/startup-error.ts';

/** The modes that do what libpq does. */
const MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type Mode = (typeof MODES)[number];
const isMode = (text: string): text is Mode => MODES.some((mode) => mode === text);

/** An address of PostgreSQL, as `postgres://user:password@host:port/database?sslmode=…` names it. */
interface DatabaseAddress {
  /** A name, a number, or the directory of a socket. */
  host: string;
  port: number;
  user: string;
  password: string | undefined;
  database: string;
  /** What the session begins with, such as `-c role=reader`. */
  options: string | undefined;
  mode: Mode;
  /** Files; of authorities also `system`. */
  root: string | undefined;
  certificate: string | undefined;
  key: string | undefined;
}

const PARTS = /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?(#.*)?$/;
const HOST = /^(\[[^\]]*\]|[^:]*)(?::([^:]*))?$/;
const KNOWN = new Set(
  'host port user password dbname options application_name sslmode sslrootcert sslcert sslkey'.split(' '),
);

const SIGNS =
  'has one of the signs @ / ? # in its user or password: write @ as %40, / as %2F, ? as %3F, # as %23 and % as %25';
const SEVERAL =
  'names several hosts. Vidik goes to one: put HAProxy in front of them, which finds the one that takes writes ' +
  '(deploy/cluster), and name HAProxy here';

/** Answers with what is wrong as a sentence, in which no part of the address stands: any of them may be a part of the password. */
export function readDatabaseAddress(text: string): DatabaseAddress | string {
  if (!/^postgres(ql)?:\/\//.test(text)) return 'must begin with postgres://';
  const [, userinfo = '', authority = '', name = '', query = '', fragment] = PARTS.exec(text) ?? [];
  if (fragment !== undefined || [authority, name, query].some((part) => part.includes('@'))) return SIGNS;
  try {
    const parameters = new Map(query.split('&').flatMap(parameter));
    if ([authority, parameters.get('host'), parameters.get('port')].some((part) => part?.includes(','))) return SEVERAL;
    if ([...parameters.keys()].some((key) => !KNOWN.has(key)))
      return `knows ${[...KNOWN].join(', ')}, and nothing else behind the question mark`;
    const [, host = '', givenPort] = HOST.exec(authority) ?? [];
    const port = parameters.get('port') || givenPort || '5432';
    if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) return 'must have a number as its port';
    const place = parameters.get('host') || decodeURIComponent(host.replace(/^\[|\]$/g, ''));
    if (!place) return 'names no host: write its name, or ?host=/run/postgresql for a socket';
    const mode = parameters.get('sslmode') || 'disable';
    if (!isMode(mode)) return wrongMode(mode);
    const root = parameters.get('sslrootcert') || undefined;
    if (root === 'system' && mode !== 'verify-full')
      return 'has sslrootcert=system, which goes with sslmode=verify-full only';
    if (Boolean(parameters.get('sslcert')) !== Boolean(parameters.get('sslkey')))
      return 'needs sslcert and sslkey together';
    const colon = userinfo.indexOf(':');
    const [user, password] = colon < 0 ? [userinfo, ''] : [userinfo.slice(0, colon), userinfo.slice(colon + 1)];
    const who = parameters.get('user') || decodeURIComponent(user) || userInfo().username;
    return {
      host: place,
      port: Number(port),
      user: who,
      password: parameters.get('password') || decodeURIComponent(password) || undefined,
      database: parameters.get('dbname') || decodeURIComponent(name) || who,
      options: parameters.get('options') || undefined,
      mode,
      root,
      certificate: parameters.get('sslcert') || undefined,
      key: parameters.get('sslkey') || undefined,
    };
  } catch {
    return 'has a % that no two digits follow: write it as %25';
  }
}

/** A plus is a plus: libpq does not read it as a space. */
function parameter(text: string): [string, string][] {
  if (text === '') return [];
  const equals = text.indexOf('=');
  if (equals < 0) return [[decodeURIComponent(text), '']];
  return [[decodeURIComponent(text.slice(0, equals)), decodeURIComponent(text.slice(equals + 1))]];
}

const wrongMode = (mode: string): string =>
  mode === 'prefer' || mode === 'allow'
    ? `has sslmode=${mode}, with which a connection may go unencrypted without a word: say require, verify-full or disable`
    : `knows as sslmode ${MODES.join(', ')}`;

/**
 * How the driver connects to an address; every connection of ours is opened with it. Throws `startupError` for an address that cannot be
 * used. Without `sslmode` nothing is encrypted, and over a socket never.
 */
export function clientConfigOfAddress(url: string): pg.ClientConfig {
  const address = readDatabaseAddress(url);
  if (typeof address === 'string') throw startupError(`The address of the database ${address}.`);
  const { host, port, user, password, database, options } = address;
  return {
    host,
    port,
    user,
    ...(password === undefined ? {} : { password }),
    database,
    ...(options === undefined ? {} : { options }),
    ssl: host.startsWith('/') ? false : tlsOf(address),
  };
}

/** As libpq: with authorities `require` looks at the certificate as well, and theirs are those of ~/.postgresql/root.crt if there is one. */
function tlsOf({ mode, root, certificate, key }: DatabaseAddress): pg.ClientConfig['ssl'] {
  if (mode === 'disable') return false;
  const own = path.join(homedir(), '.postgresql', 'root.crt');
  const file = root ?? (existsSync(own) ? own : undefined);
  if (mode === 'verify-ca' && file === undefined)
    throw startupError(
      'The address of the database has sslmode=verify-ca, which needs sslrootcert=FILE with the authority; verify-full does without.',
    );
  const client = certificate && key ? { cert: read('sslcert', certificate), key: read('sslkey', key) } : {};
  if (mode === 'require' && file === undefined) return { ...client, rejectUnauthorized: false };
  return {
    ...client,
    ...authorities(file),
    ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
  };
}

/** Whether the certificate at that address is looked at, where there is one. */
export function verifiesCertificates(url: string): boolean {
  const { ssl } = clientConfigOfAddress(url);
  return typeof ssl === 'object' && ssl.rejectUnauthorized !== false;
}

/** Without a file, those that Node knows, and those of NODE_EXTRA_CA_CERTS; `system` adds the machine's own. */
function authorities(file: string | undefined): { ca?: string | string[] } {
  if (file === undefined) return {};
  if (file === 'system') return { ca: [...getCACertificates('default'), ...getCACertificates('system')] };
  return { ca: read('sslrootcert', file) };
}

function read(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw startupError(`${name} in the address of the database is ${file}, which cannot be read (${code}).`);
  }
}
