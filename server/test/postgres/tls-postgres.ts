import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLog } from '../../platform/log/log.ts';
import { findBinaries } from '../../platform/postgres/binaries.ts';
import { postgresUser } from '../../platform/postgres/home.ts';
import { launchPostgres, runInitdb, runSingleUser } from '../../platform/postgres/process.ts';
import { freePort } from '../free-port.ts';
import { AUTHORITY, SERVER } from './certificates.ts';

export interface TlsPostgres {
  port: number;
  password: string;
  /** The directory of its socket, and one for files of the test. */
  directory: string;
  stop(): Promise<void>;
}

/**
 * A PostgreSQL that takes nothing unencrypted from the network, as `localhost` with a certificate of AUTHORITY. It has the databases `shop`
 * and `certificates`, the latter for who shows a certificate, and listens on a socket too.
 */
export async function startTlsPostgres(): Promise<TlsPostgres> {
  const directory = mkdtempSync(path.join(tmpdir(), 'vidik-tls-'));
  chmodSync(directory, 0o711);
  const runAs = postgresUser(path.join(directory, 'cluster'));
  const binaries = await findBinaries(runAs);
  const cluster = path.join(directory, 'cluster');
  mkdirSync(cluster, { mode: 0o700 });
  const own = (file: string) => runAs.uid !== undefined && chownSync(file, runAs.uid, runAs.gid!);
  for (const one of [directory, cluster]) own(one);
  await runInitdb(binaries, runAs, cluster, false);
  const password = randomBytes(12).toString('hex');
  const write = (name: string, text: string) => {
    const file = path.join(cluster, name);
    writeFileSync(file, `${text}\n`, { mode: 0o600 });
    own(file);
    return file;
  };
  write(
    'pg_hba.conf',
    ['local all all scram-sha-256', 'hostssl certificates vidik all cert', 'hostssl all all all scram-sha-256'].join(
      '\n',
    ),
  );
  await runSingleUser(binaries, runAs, cluster, [
    `alter role vidik password '${password}'`,
    'create database shop',
    'create database certificates',
  ]);
  const settings = [
    'ssl=on',
    `ssl_cert_file=${write('server.crt', SERVER.certificate)}`,
    `ssl_key_file=${write('server.key', SERVER.key)}`,
    `ssl_ca_file=${write('authority.crt', AUTHORITY)}`,
    `unix_socket_directories=${directory}`,
    'fsync=off',
  ];
  const log = createLog('silent');
  const onLost = () => {};
  const running = await launchPostgres({ binaries, runAs, cluster, port: await freePort(), settings, log, onLost });
  return {
    port: running.port,
    password,
    directory,
    async stop() {
      await running.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
