import type { client } from '../../api.ts';

/** What the warehouse knows of an order, as the server answers it. */
export type PackingRow = Awaited<ReturnType<typeof client.fulfilment.admin.read>>;
export type ParcelRow = PackingRow['parcels'][number];

/** Of every step of the strip. */
export interface StepProps {
  packing: PackingRow;
  reload: () => Promise<unknown>;
}
