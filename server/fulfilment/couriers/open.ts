import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Courier } from '#domain/fulfilment/shipment.ts';
import { openDExpress } from '#doubles/couriers/d-express/double.ts';
import type { Config } from '../../config.ts';
import type { Log } from '../../platform/log/log.ts';
import { CourierError, type CourierPort, type Couriers } from './courier.ts';
import { dExpress } from './d-express/d-express.ts';
import { ownDelivery } from './own.ts';
import type { DExpressSettings } from './settings.ts';

/** Where a double is reached, and with which secrets. */
type DoubleAddress = Pick<DExpressSettings, 'url' | 'user' | 'password' | 'secret'>;

/** What is agreed with a double. */
export const doubleSettings = (at: DoubleAddress, email: string | null): DExpressSettings => ({
  ...at,
  client: 'UK00000',
  codes: { prefix: 'VD', first: 1, last: 9_999_999_999 },
  town: 100_001,
  email,
  missed: ['6'],
});

/**
 * The one place that knows whether a courier is real. Without `hasDouble` its double is that of the server on the same data directory;
 * while none runs there, it is down.
 */
export async function openCouriers(config: Config, log: Log, { hasDouble }: { hasDouble: boolean }): Promise<Couriers> {
  const { offered, dExpress: real, dExpressEmail, dExpressPayer } = config.couriers;
  const couriers = new Map<Courier, CourierPort>();
  let stop = async () => {};
  for (const name of offered) {
    if (name === 'own') couriers.set(name, ownDelivery);
    else if (real)
      couriers.set(
        name,
        dExpress(() => real, dExpressPayer),
      );
    else {
      if (hasDouble) stop = await openDouble(config, log);
      couriers.set(
        name,
        dExpress(() => doubleSettings(recallDouble(config), dExpressEmail), dExpressPayer),
      );
    }
  }
  return { offered, get: (name) => couriers.get(name), stop };
}

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
