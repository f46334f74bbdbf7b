import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { installFromDebian } from '../../../scripts/programs.mjs';
import { deployed, put } from './proxies.ts';

/** The files of deploy/cluster, with other addresses, folders and passwords, and the programs that read them. */

export interface Machine {
  name: string;
  address: string;
  directory: string;
  /** Of PostgreSQL. */
  dataDir: string;
}

/** By the packages of Debian that have them. */
const PROGRAMS: Record<string, string> = {
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/pgbackrest': 'pgbackrest',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
};
export function installClusterPrograms(): void {
  const missing = Object.entries(PROGRAMS).filter(([file]) => !existsSync(file));
  if (missing.length > 0) installFromDebian(...missing.map(([, name]) => name));
}

const PASSWORDS = ['replace-1', 'replace-2', 'replace-3'].map((text) => [text, randomUUID()] as const);

/** `network` is `127.1.2.`, where the files have `10.0.0.`. */
export function shippedFiles(network: string, archive: string) {
  const read = (name: string) =>
    deployed(`cluster/${name}`).replaceAll('10.0.0.0/24', '127.0.0.0/8').replaceAll('10.0.0.', network);
  const forMachine = (line: string, { name, address }: Machine) =>
    line.replaceAll('db1', name).replaceAll(`${network}11`, address);
  return {
    /** What Patroni and pgBackRest of a machine read. */
    write({ directory, dataDir }: Machine) {
      const folders = [
        [/\/var\/lib\/postgresql\/15\/vidik/g, dataDir],
        [/\/var\/run\/postgresql/g, path.join(directory, 'run')],
      ] as const;
      const pgpass = [/\/var\/lib\/postgresql\/patroni\.pgpass/, path.join(directory, 'pgpass')] as const;
      writeFileSync(path.join(directory, 'patroni.yml'), put(read('patroni.yml'), [...folders, pgpass]));
      const repository = [/\/srv\/pgbackrest/, archive] as const;
      writeFileSync(path.join(directory, 'pgbackrest.conf'), put(read('pgbackrest.conf'), [...folders, repository]));
    },
    /** What HAProxy reads, in front of all; it is started as the user that it stays here. */
    haproxy: () =>
      put(read('haproxy.cfg'), [
        [/^ {2}user haproxy\n {2}group haproxy\n/m, ''],
        [/127\.0\.0\.1:5432$/m, `${network}1:5432`],
      ]),
    /** The variables of an env file, as that machine has them. */
    settings: (name: 'etcd' | 'patroni.env', machine: Machine): Record<string, string> =>
      Object.fromEntries(
        read(name)
          .split('\n')
          .filter((line) => /^\w+=/.test(line))
          // All machines name all of them here.
          .map((line) => (line.startsWith('ETCD_INITIAL_CLUSTER=') ? line : forMachine(line, machine)))
          .map((line) => PASSWORDS.reduce((text, [placeholder, password]) => text.replace(placeholder, password), line))
          .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
      ),
  };
}
