import type { AskedGauge } from '../../../platform/log/metrics.ts';
import { countWorkers, liveServersByVersion, type Server } from '../../../platform/servers/alive.ts';
import { type GaugeReader, one, SHOP, THIS } from './gauge-reader.ts';

/** Connections, servers and workers. */
export const processGauges = (
  { deps: { db }, limit, of }: GaugeReader,
  server: Pick<Server, 'release' | 'migration'>,
): AskedGauge[] => [
  // First, before the other numbers take a connection themselves.
  {
    name: 'vidik_database_connections',
    help: `${THIS} Of its connections for requests: in use, at most; and who waits for one.`,
    labels: ['state'],
    read: async () => {
      const { used, max, waiting } = db.usage();
      return Object.entries({ used, max, waiting }).map(([state, value]) => ({ value, labels: { state } }));
    },
  },
  {
    name: 'vidik_servers',
    help: `${SHOP} Servers and workers that were seen in the last 20 seconds, by version.`,
    labels: ['release', 'migration'],
    read: async () => (await limit(liveServersByVersion, db)).map(({ count, ...labels }) => ({ value: count, labels })),
  },
  {
    name: 'vidik_servers_missing',
    help: `${SHOP} Servers and workers that ended without a word and were not started again.`,
    ...of('servers', ({ processes }) => one(processes.filter(({ isMissing }) => isMissing).length)),
  },
  {
    name: 'vidik_workers',
    help: `${SHOP} Processes that do jobs and send mails, seen in the last minute; with 0, jobs and mails wait.`,
    read: async () => one(await limit(countWorkers, db)),
  },
  {
    name: 'vidik_info',
    help: `${THIS} Its version and the newest migration it knows; always 1.`,
    labels: ['release', 'migration'],
    read: async () => [{ value: 1, labels: { release: server.release, migration: server.migration } }],
  },
];
