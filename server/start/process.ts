import { type Config, parseConfig } from '../config.ts';
import { createLog, type Log } from '../platform/log/log.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import type { DatabaseAddresses } from '../platform/postgres/pooler.ts';
import { externalDatabase, runningDatabase } from '../platform/postgres/reach.ts';
import { isOpenToOthers, lockDataDir, makeDataDir } from '../platform/process/data-dir.ts';
import { commandToType } from '../platform/process/release.ts';
import { isStartupError, operatorMessageOf, startupError } from '../platform/process/startup-error.ts';
import { unknownSettings } from './doctor/names.ts';
import type { Running } from './serve.ts';

/** A server or a worker: starts in order, says where it is, and on SIGINT or SIGTERM stops in the opposite order. */

/** Whatever still holds on so long after the drain, or after a failure, the process ends. Milliseconds. */
const STOP_MS = 10_000;

let log: Log | undefined;
let postgres: EmbeddedPostgres | undefined;
let server: Running | undefined;
let drainMs = 0;
let lock: { release(): void } | undefined;
let stopping: Promise<void> | undefined;
let signalled = 0;

export async function runProcess(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => onSignal(signal));
  // The launcher (scripts/launch.mjs) was killed: nobody is left who would stop us.
  process.on('disconnect', () => onSignal('SIGHUP'));
  process.on('uncaughtException', fail);
  try {
    const config = parseConfig(process.env);
    const ownLog = createLog(config.logLevel);
    log = ownLog;
    for (const name of unknownSettings(process.env)) ownLog.warn(`no setting has this name: ${name}`);
    await (config.jobs === 'worker' ? startWorker(config, ownLog) : startServer(config, ownLog));
  } catch (error) {
    await fail(error);
  }
}

async function startServer(config: Config, ownLog: Log) {
  drainMs = config.drainSeconds * 1000;
  lock = await lockDataDir(config.dataDir);
  warnOfOpenDirectory(config, ownLog);
  // PostgreSQL comes up, or is looked at, while the rest of the program is being read.
  const reaching = config.databaseUrl ? externalDatabase(config) : startOwn(config, ownLog);
  reaching.catch(() => {});
  const { serve } = await import('./serve.ts');
  server = await serve(config, ownLog, (await reaching)!, ({ email, password }) =>
    say(`First sign-in, shown this once:  ${email}  ${password}`),
  );
  say(`Vidik: http://${config.host}:${server.port}  (public address: ${config.publicUrl})`);
}

function warnOfOpenDirectory({ dataDir }: Config, ownLog: Log) {
  if (isOpenToOthers(dataDir))
    ownLog.warn({ dataDir }, 'other users of this machine can list DATA_DIR; chmod 711 closes it');
}

async function startOwn(config: Config, ownLog: Log): Promise<DatabaseAddresses> {
  const onLost = (error: unknown) => void fail(error);
  postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: ownLog, onLost });
  return { direct: postgres.url, pooled: null };
}

/** A worker has no database of its own, and may share the directory of a server. */
async function startWorker(config: Config, ownLog: Log) {
  const running = config.databaseUrl ? null : runningDatabase(config.dataDir);
  const addresses = running === null ? await externalDatabase(config) : { direct: running, pooled: null };
  if (addresses === null)
    throw startupError(
      `No server runs on ${config.dataDir} whose database a worker could use. Start one (${commandToType('start')}), or set DATABASE_URL.`,
    );
  makeDataDir(config.dataDir);
  warnOfOpenDirectory(config, ownLog);
  const { work } = await import('./work.ts');
  server = await work(config, ownLog, addresses);
  say(`Vidik worker: process ${process.pid}${server.port === null ? '' : `, http://127.0.0.1:${server.port}/metrics`}`);
}

function onSignal(signal: NodeJS.Signals) {
  // One Ctrl+C arrives up to three times: from the terminal, from npm and from the launcher.
  if (stopping && Date.now() - signalled > 1_000) process.exit(130);
  if (stopping) return;
  signalled = Date.now();
  // Who asks a service to stop has others to take over; who presses Ctrl+C waits in front of it.
  const drain = signal === 'SIGTERM' && server ? drainMs : 0;
  say(drain > 0 ? `${signal}: stopping, serving for ${drain / 1000} s more…` : `${signal}: stopping…`);
  endAfter(drain + STOP_MS);
  stop(drain).then(
    () => process.exit(0),
    (error) => {
      log?.error({ error }, 'the stop was not clean');
      process.exit(1);
    },
  );
}

function endAfter(ms: number) {
  setTimeout(() => {
    log?.error('the stop took too long');
    process.exit(1);
  }, ms).unref();
}

function stop(drain = 0): Promise<void> {
  stopping ??= (async () => {
    if (drain > 0) await server?.drain(drain);
    await server?.stop();
    await postgres?.stop();
    lock?.release();
  })();
  return stopping;
}

async function fail(error: unknown) {
  // What stops a server that runs is told to its log.
  const sentence = server && !isStartupError(error) ? null : operatorMessageOf(error);
  if (sentence !== null) console.error(sentence);
  else if (log) log.fatal({ error }, 'the server cannot go on');
  else console.error(error);
  if (stopping) return;
  endAfter(STOP_MS);
  await stop().catch(() => {});
  process.exit(1);
}

function say(line: string) {
  process.stdout.write(`${line}\n`);
}
