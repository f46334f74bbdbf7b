import { createLog } from '../../platform/log/log.ts';
import { startEmbeddedPostgres } from '../../platform/postgres/embedded.ts';
import { lockDataDir } from '../../platform/process/data-dir.ts';

/** A process of its own for embedded.process.test.ts: takes DATA_DIR, starts PostgreSQL, says where, waits to be stopped. */
try {
  const dataDir = process.env.DATA_DIR!;
  const lock = await lockDataDir(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent'), durable: false });
  process.on('SIGTERM', async () => {
    await postgres.stop();
    lock.release();
    process.exit(0);
  });
  process.stdout.write(`${postgres.url}\n`);
  setInterval(() => {}, 60_000);
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
