import { eq } from 'drizzle-orm';
import { courierRequests } from '../../fulfilment/schema.ts';
import type { ResumePart } from './part.ts';

/** What waited in the archive to be sent to a courier may have been sent since: people ask before anything is sent again. */
export const markRequestsUnknown: ResumePart = {
  name: 'couriers',
  async run({ db, couriers }) {
    const doubted = await db
      .update(courierRequests)
      .set({ state: 'unknown', leasedUntil: null })
      .where(eq(courierRequests.state, 'waiting'))
      .returning();
    const numbered = couriers.offered.filter((name) => couriers.get(name)!.capabilities.asks);
    return {
      lines: [
        `${doubted.length} requests to couriers are in doubt (/admin/stock)`,
        ...numbered.map(
          (name) => `${name}: begin its range of codes after the last label that was printed (docs/orders.md)`,
        ),
      ],
    };
  },
};
