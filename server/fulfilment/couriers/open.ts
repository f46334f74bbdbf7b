import type { Courier, PackingCourier } from '#domain/fulfilment/shipment.ts';
import type { Config } from '../../config.ts';
import type { Log } from '../../platform/log/log.ts';
import type { CourierPort, Couriers, OpenCourier } from './courier.ts';
import { openDExpressCourier } from './d-express/open.ts';
import { ownDelivery } from './own.ts';

const OPEN: Record<PackingCourier, OpenCourier> = {
  own: async () => ({ port: ownDelivery, stop: async () => {} }),
  'd-express': openDExpressCourier,
};

/** Those that the configuration offers; `hasDouble` starts the doubles of those that are not real. */
export async function openCouriers(config: Config, log: Log, { hasDouble }: { hasDouble: boolean }): Promise<Couriers> {
  const { offered } = config.couriers;
  const couriers = new Map<Courier, CourierPort>();
  const stops: (() => Promise<void>)[] = [];
  for (const name of offered) {
    const { port, stop } = await OPEN[name](config, log, { hasDouble });
    couriers.set(name, port);
    stops.push(stop);
  }
  return {
    offered,
    get: (name) => couriers.get(name),
    stop: async () => {
      for (const stop of stops) await stop();
    },
  };
}
