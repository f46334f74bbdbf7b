import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Config, parseConfig } from '../../config.ts';
import { createLog } from '../../platform/log/log.ts';
import { packaged } from '../../platform/postgres/binaries.ts';
import { addressesOf, checkAddresses, type DatabaseAddresses } from '../../platform/postgres/pooler.ts';
import { reachDatabase } from '../../platform/postgres/reach.ts';
import { checkDatabase } from './database.ts';
import { bad, type Finding, good, note, runCheck, secretsOf, sentenceOf, tableOf } from './finding.ts';
import { unknownSettings } from './names.ts';
import {
  checkCertificate,
  checkDisk,
  checkFilms,
  checkMail,
  checkPayments,
  checkReceipts,
  checkStorage,
} from './outside.ts';
import { checkTrust } from './proxy.ts';

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
  const findings = await checkInstallation(process.env, mailTo);
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

export async function checkInstallation(
  env: Record<string, string | undefined>,
  mailTo: string | null,
): Promise<Finding[]> {
  const wrongNames = unknownSettings(env);
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
    runCheck('database', () => checkShop(config), DATABASE_MS),
    runCheck('mail', () => checkMail(config, mailTo)),
    runCheck('payments', () => checkPayments(config)),
    ...(existsSync(config.dataDir)
      ? [runCheck('files', () => checkStorage(config)), runCheck('disk', () => checkDisk(config))]
      : [Promise.resolve([note('files', `${config.dataDir} is not there yet; the first start makes it`)])]),
    runCheck('receipts', async () => [checkReceipts(config)]),
    runCheck('spots', async () => [checkFilms(config)]),
    runCheck('certificate', () => checkCertificate(config, new Date())),
  ]);
  return [
    good('settings', `can be used; the address is ${config.publicUrl}`),
    ...names,
    ...[checkTrust(config)].filter((one) => one !== null),
    ...found.flat(),
  ];
}

/** Never makes a database. */
async function checkShop(config: Config): Promise<Finding[]> {
  const external = addressesOf(config);
  if (external)
    return [
      await checkDatabaseAddresses(external),
      ...(await checkDatabase(external.direct, { isOurs: false, config })),
    ];
  // Throws where an archive brings none.
  packaged();
  if (!existsSync(path.join(config.dataDir, 'postgres.json')))
    return [note('database', `none in ${config.dataDir} yet; the first start makes it`)];
  const { url, close } = await reachDatabase(config, createLog('silent'));
  try {
    return await checkDatabase(url, { isOurs: true, config });
  } finally {
    await close();
  }
}

/** Where the addresses lead: what a start would refuse is bad, and what else is known of the database follows. */
async function checkDatabaseAddresses(addresses: DatabaseAddresses): Promise<Finding> {
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
