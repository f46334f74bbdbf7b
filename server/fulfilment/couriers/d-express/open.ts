import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openDExpress } from '#doubles/couriers/d-express/double.ts';
import type { Config } from '../../../config.ts';
import type { Log } from '../../../platform/log/log.ts';
import { CourierError, type OpenCourier } from '../courier.ts';
import { dExpress } from './d-express.ts';
import type { DExpressSettings } from './settings.ts';

/** Where a double is reached, and with which secrets. */
type DoubleAddress = Pick<DExpressSettings, 'url' | 'user' | 'password'> & { secret: string };

/** What is agreed with a double. */
export const doubleSettings = ({ secret, ...at }: DoubleAddress, email: string | null): DExpressSettings => ({
  ...at,
  secrets: [secret],
  client: 'UK00000',
  codes: { prefix: 'VD', first: 1, last: 9_999_999_999 },
  town: 100_001,
  email,
  missed: ['6'],
});

/**
 * The courier, or, as long as nothing says who we are to it, its double. Without `hasDouble` that is the double of the server on the same
 * data directory; while none runs there, it is down.
 */
export const openDExpressCourier: OpenCourier = async (config, log, { hasDouble }) => {
  const { dExpress: real, dExpressEmail, dExpressKnown } = config.couriers;
  if (real) return { port: dExpress(() => real, dExpressKnown), stop: async () => {} };
  const stop = hasDouble ? await openDouble(config, log) : async () => {};
  return { port: dExpress(() => doubleSettings(recallDouble(config), dExpressEmail), dExpressKnown), stop };
};

async function openDouble(config: Config, log: Log): Promise<() => Promise<void>> {
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  const double = await openDExpress({
    directory: path.join(config.dataDir, 'd-express'),
    webhookUrl: `http://${host.includes(':') ? `[${host}]` : host}:${config.port}/webhooks/couriers/d-express`,
  });
  const { user, password, secret } = double.credentials;
  const file = doubleFile(config);
  writeFileSync(`${file}.new`, JSON.stringify({ url: double.url, user, password, secret }), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  log.warn(
    { api: double.url },
    'D EXPRESS IS PRETENDED: no parcel is fetched. Set D_EXPRESS_USER for the real courier.',
  );
  return async () => {
    await double.stop();
    rmSync(file, { force: true });
  };
}

/** Where the double of a running server says how it is reached. */
const doubleFile = ({ dataDir }: Config) => path.join(dataDir, 'd-express.json');

function recallDouble(config: Config): DoubleAddress {
  try {
    return JSON.parse(readFileSync(doubleFile(config), 'utf8')) as DoubleAddress;
  } catch (error) {
    throw new CourierError('down', 'no double', error);
  }
}
