import { findProgram, installFromDebian } from './programs.mjs';

/** PgBouncer for the tests of poolers: the one of this machine; Debian's is fetched when none is there and we may. */
export function findOrInstallPgbouncer() {
  const found = find();
  if (found) return found;
  const installed = installFromDebian('pgbouncer') ? find() : null;
  if (installed) return installed;
  throw new Error('The tests of poolers need pgbouncer. Install it.');
}

const find = () => findProgram(['pgbouncer'], ['/usr/sbin', '/usr/local/sbin']);
