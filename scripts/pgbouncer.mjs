import { existsSync } from 'node:fs';
import path from 'node:path';
import { installFromDebian } from './debian.mjs';

/** PgBouncer for the tests of poolers: the one of this machine; Debian's is fetched when none is there and we may. */
export function findOrInstallPgbouncer() {
  const found = find();
  if (found) return found;
  const installed = installFromDebian('pgbouncer') ? find() : null;
  if (installed) return installed;
  throw new Error('The tests of poolers need pgbouncer. Install it.');
}

function find() {
  const directories = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  return directories.map((directory) => path.join(directory, 'pgbouncer')).find((file) => existsSync(file)) ?? null;
}
