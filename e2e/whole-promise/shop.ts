import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { root } from '../../scripts/setup.mjs';
import { startBucket } from '../../server/test/buckets.ts';
import { openCluster } from '../../server/test/operations/cluster.ts';
import { ADMIN_PASSWORD } from '../story.ts';
import { type OneAddress, openOneAddress } from './one-address.ts';

export interface Shop {
  address: OneAddress;
  query<Row extends object>(statement: string, values?: unknown[]): Promise<Row[]>;
  /** The servers' idea of the time. */
  now(): Date;
  /** Stops all servers and starts them again at that moment. */
  moveTo(moment: Date): Promise<void>;
  /** Has a server do these jobs, one after the other, as the clock of the queue would; that clock is the database's and does not move. */
  run(...jobs: string[]): Promise<void>;
  close(): Promise<void>;
}

const CLOCK = pathToFileURL(path.join(import.meta.dirname, 'moved-clock.mjs')).href;

/**
 * Built servers over one database behind one address. Several share their files through a bucket; the first does the jobs and sends the
 * mails, because the sandbox of payments is its own.
 */
export async function openShop(servers: number, url: string): Promise<Shop> {
  const cluster = await openCluster(servers, ADMIN_PASSWORD);
  const bucket = servers > 1 ? await startBucket() : null;
  // Where mails are read.
  process.env.E2E_DATA_DIR = path.join(cluster.directory, 'data-0');
  let ahead = 0;
  await cluster.begin(root, url, {
    roles: Array.from({ length: servers }, (_, n) => (n === 0 ? 'both' : 'web')),
    env: {
      NODE_OPTIONS: `--import ${CLOCK}`,
      COURIERS: 'own,d-express',
      DRAIN_SECONDS: '0',
      ...(bucket ? { STORAGE_URL: bucket.address, ...(bucket.keys as Record<string, string>) } : {}),
    },
  });
  const address = await openOneAddress(Number(new URL(url).port), cluster.ports);
  return {
    address,
    query: cluster.query,
    now: () => new Date(Date.now() + ahead),
    async moveTo(moment) {
      ahead = moment.getTime() - Date.now();
      await cluster.restart(root, { CLOCK_AHEAD_MS: String(ahead) });
    },
    async run(...jobs) {
      for (const name of jobs) {
        const [job] = await cluster.query<{ id: string }>(
          `insert into pgboss.job (name, data, heartbeat_seconds, retry_limit) values ($1, '{}', 20, 10) returning id`,
          [name],
        );
        const state = async () =>
          (await cluster.query<{ state: string }>('select state from pgboss.job where id = $1', [job!.id]))[0]?.state;
        await expect.poll(state, { message: name, timeout: 60_000 }).toBe('completed');
      }
    },
    async close() {
      await address.close();
      await cluster.close();
      await bucket?.stop();
    },
  };
}
