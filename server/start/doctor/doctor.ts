import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Config, parseConfig } from '../../config.ts';
import { createLog } from '../../platform/log/log.ts';
import { packaged } from '../../platform/postgres/binaries.ts';
import { addressesOf, checkAddresses, type DatabaseAddresses } from '../../platform/postgres/pooler.ts';
import { reachDatabase } from '../../platform/postgres/reach.ts';
import { lookAtDatabase } from './database.ts';
import { bad, type Finding, good, look, note, secretsOf, sentenceOf, tableOf } from './finding.ts';
import { namesLikeOurs } from './names.ts';
import {
  lookAtCertificate,
  lookAtDisk,
  lookAtFilms,
  lookAtMail,
  lookAtPayments,
  lookAtReceipts,
  lookAtStorage,
} from './outside.ts';
import { lookAtTrust } from './proxy.ts';

/** The embedded database may have to be started first. Milliseconds. */
const DATABASE_MS = 60_000;

/** `doctor [--mail ADDRESS]`: looks at everything the server needs and says it in a table; status 1 when something is bad. */
export async function doctor(args: string[]): Promise<void> {
  const mailTo = addressIn(args);
  if (mailTo === undefined) {
    console.error('It is: vidik doctor [--mail ADDRESS]');
    process.exitCode = 2;
    return;
  }
  const findings = await examine(process.env, mailTo);
  process.stdout.write(`${tableOf(findings, secretsOf(process.env))}\n`);
  // What did not answer in time may still hold the process.
  process.exit(findings.some(({ state }) => state === 'bad') ? 1 : 0);
}

/** `null`: no mail is to be sent; `undefined`: something else was typed. */
function addressIn(args: string[]): string | null | undefined {
  if (args.length === 0) return null;
  const address = args[0] === '--mail' ? args[1] : /^--mail=(.+)$/.exec(args[0]!)?.[1];
  return address && args.length === (args[0] === '--mail' ? 2 : 1) && /^[^@\s]+@[^@\s]+$/.test(address)
    ? address
    : undefined;
}

export async function examine(env: Record<string, string | undefined>, mailTo: string | null): Promise<Finding[]> {
  const wrongNames = namesLikeOurs(env);
  const names =
    wrongNames.length === 0 ? [good('names', 'no variable is misspelt')] : wrongNames.map((says) => bad('names', says));
  let config: Config;
  try {
    config = parseConfig(env);
  } catch (error) {
    const [, ...lines] = error instanceof Error ? error.message.split('\n') : [];
    const wrong = lines.length > 0 ? lines : [sentenceOf(error)];
    return [...wrong.map((line) => bad('settings', line.trim())), ...names];
  }
  const found = await Promise.all([
    look('database', () => lookAtShop(config), DATABASE_MS),
    look('mail', () => lookAtMail(config, mailTo)),
    look('payments', () => lookAtPayments(config)),
    ...(existsSync(config.dataDir)
      ? [look('files', () => lookAtStorage(config)), look('disk', () => lookAtDisk(config))]
      : [Promise.resolve([note('files', `${config.dataDir} is not there yet; the first start makes it`)])]),
    look('receipts', async () => [lookAtReceipts(config)]),
    look('spots', async () => [lookAtFilms(config)]),
    look('certificate', () => lookAtCertificate(config, new Date())),
  ]);
  return [
    good('settings', `can be used; the address is ${config.publicUrl}`),
    ...names,
    ...[lookAtTrust(config)].filter((one) => one !== null),
    ...found.flat(),
  ];
}

/** Never makes a database. */
async function lookAtShop(config: Config): Promise<Finding[]> {
  const external = addressesOf(config);
  if (external)
    return [await lookAtAddresses(external), ...(await lookAtDatabase(external.direct, { isOurs: false, config }))];
  // Throws where an archive brings none.
  packaged();
  if (!existsSync(path.join(config.dataDir, 'postgres.json')))
    return [note('database', `none in ${config.dataDir} yet; the first start makes it`)];
  const { url, close } = await reachDatabase(config, createLog('silent'));
  try {
    return await lookAtDatabase(url, { isOurs: true, config });
  } finally {
    await close();
  }
}

/** Where the addresses lead: what a start would refuse is bad, and what else is known of the database follows. */
async function lookAtAddresses(addresses: DatabaseAddresses): Promise<Finding> {
  try {
    await checkAddresses(addresses);
  } catch (error) {
    return bad('pooler', sentenceOf(error));
  }
  return good(
    'pooler',
    addresses.pooled === null
      ? 'none: DATABASE_URL leads to PostgreSQL itself'
      : 'requests go through DATABASE_URL; DATABASE_DIRECT_URL leads to PostgreSQL itself, the same database',
  );
}
