import * as z from 'zod';
import { PACKING_COURIERS, type PackingCourier } from '#domain/fulfilment/shipment.ts';
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

const PickUp = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'an hour of Belgrade: 14:00')
  .optional();

/** The environment variables of couriers, read by config.ts. */
export const courierEnvironment = {
  COURIERS: Couriers.default(['own']),
  COURIER_PICK_UP: PickUp,
  COURIER_CLAIM_DAYS: z.coerce.number().int().min(1).max(180).default(30),
  ...dExpressEnvironment,
};
const Environment = z.object(courierEnvironment);
type CourierEnvironment = z.infer<typeof Environment>;

/** What couriers cannot start with; `null`: they can. */
export const courierMistake = (e: CourierEnvironment, environment: string): string | null =>
  e.COURIERS.includes('d-express') ? dExpressMistake(e, environment) : null;

/** What would let parcels be pretended at a public address. */
export const pretendedCouriers = (e: CourierEnvironment): string[] =>
  e.COURIERS.includes('d-express') ? pretendedDExpress(e) : [];

export const courierSettings = (e: CourierEnvironment) => ({
  offered: e.COURIERS,
  pickUp: pickUpOf(e),
  claimDays: e.COURIER_CLAIM_DAYS,
  ...dExpressSettings(e),
});

/** Who fetches parcels at a fixed time of each working day, and when; own delivery is fetched by nobody. */
function pickUpOf(e: CourierEnvironment): { courier: PackingCourier; time: string } | null {
  const courier = e.COURIERS.find((name) => name !== 'own');
  return courier && e.COURIER_PICK_UP ? { courier, time: e.COURIER_PICK_UP } : null;
}
