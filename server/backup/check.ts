import { createHash } from 'node:crypto';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DAY_MS } from '#domain/day.ts';
import { openDatabase } from '../platform/db.ts';
import type { Log } from '../platform/log/log.ts';
import { packaged } from '../platform/postgres/binaries.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { stopOrphan } from '../platform/postgres/process.ts';
import { startupError } from '../platform/process/startup-error.ts';
import { openTemporaryFolder } from '../platform/process/temporary-folder.ts';
import { storageIn } from '../platform/storage/open.ts';
import type { ArchiveHead, Manifest } from './archive/contents.ts';
import { type KeptStores, keptStores, storeOf } from './data-files.ts';
import { compareTables } from './fingerprints.ts';
import { progress, type Say } from './progress.ts';
import { findContradictions } from './proofs.ts';
import { migrateRestored, restoreArchive } from './restore.ts';

interface Checked {
  head: ArchiveHead;
  manifest: Manifest;
  /** What came back otherwise than it was written; empty when all is well. */
  differences: string[];
  /** What the books contradict; so it was in the shop itself. */
  contradictions: string[];
  /** Jobs of names that this version does not have, which do not come back. */
  unknownJobs: number;
}

const NEEDS_OWN =
  'A backup is checked in a PostgreSQL of its own, which this Vidik does not bring: check it with an archive that does ' +
  '(npm run package -- --with-database), here or on another machine.';

/**
 * Restores an archive into a cluster and a directory of its own, compares every table and file with the manifest, migrates it to
 * today, and takes everything away again, also when it is interrupted. The shop is not touched.
 */
export async function checkArchive(order: {
  archive: string;
  passphrase?: string | undefined;
  log: Log;
  jobNames: readonly string[];
  say?: Say;
  sayEveryMs?: number;
}): Promise<Checked> {
  try {
    packaged();
  } catch (error) {
    throw startupError(NEEDS_OWN, error);
  }
  const { folder: room, remove } = await openTemporaryFolder('vidik-check-', {
    otherMachinesMs: DAY_MS,
    beforeRemoving: (left) => stopOrphan(path.join(left, 'postgres'), order.log),
  });
  // PostgreSQL may have to run as another user.
  chmodSync(room, 0o711);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: room, log: order.log, durable: false });
    try {
      const dataDir = path.join(room, 'data');
      const storage = storageIn(dataDir);
      const differences: string[] = [];
      const { head, manifest, unknownJobs } = await restoreArchive({
        ...order,
        url: postgres.url,
        dataDir,
        storage,
        beforeHeld: async (client, head, loaded) => {
          differences.push(...(await compareTables(client, head, loaded)));
        },
      });
      await migrateRestored(postgres.url);
      const sayProgress = progress(order.say, order.sayEveryMs);
      differences.push(...(await compareFiles(keptStores(storage, dataDir), manifest, sayProgress)));
      const db = openDatabase(postgres.url, { max: 2, statementMs: 600_000 });
      const contradictions = await findContradictions(db).finally(() => db.close());
      return { head, manifest, differences, contradictions, unknownJobs };
    } finally {
      await postgres.stop();
    }
  } finally {
    await remove();
  }
}

async function compareFiles(kept: KeptStores, { files }: Manifest, sayProgress: Say): Promise<string[]> {
  const differences: string[] = [];
  const wanted = Object.entries(files);
  for (const [n, [name, { sha256 }]] of wanted.entries()) {
    sayProgress(`files compared: ${n} of ${wanted.length}`);
    const hash = createHash('sha256');
    const found = storeOf(kept, name);
    const content = await found?.store.read(found.name);
    if (content) await pipeline(content, hash);
    if (hash.digest('hex') !== sha256) differences.push(`${name} has other content`);
  }
  return differences;
}
