import * as z from 'zod';
import { PACKING_COURIERS } from '#domain/fulfilment/shipment.ts';
import { dExpressEnvironment, dExpressMistake, dExpressSettings, pretendedDExpress } from './d-express/settings.ts';

const Couriers = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  )
  .pipe(z.array(z.enum(PACKING_COURIERS)).min(1))
  .transform((names) => [...new Set(names)]);

/** The environment variables of couriers, read by config.ts. */
export const courierEnvironment = { COURIERS: Couriers.default(['own']), ...dExpressEnvironment };
const Environment = z.object(courierEnvironment);
type CourierEnvironment = z.infer<typeof Environment>;

/** What couriers cannot start with; `null`: they can. */
export const courierMistake = (e: CourierEnvironment, environment: string): string | null =>
  e.COURIERS.includes('d-express') ? dExpressMistake(e, environment) : null;

/** What would let parcels be pretended at a public address. */
export const pretendedCouriers = (e: CourierEnvironment): string[] =>
  e.COURIERS.includes('d-express') ? pretendedDExpress(e) : [];

export const courierSettings = (e: CourierEnvironment) => ({ offered: e.COURIERS, ...dExpressSettings(e) });
