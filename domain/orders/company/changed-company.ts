import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../../errors.ts';
import { plainLine } from '../../shapes.ts';

/** Which firm an order is for. */
export const Firm = z.object({
  name: plainLine(160).min(1),
  taxNumber: plainLine(20).min(1),
  registrationNumber: plainLine(20).min(1),
});
export type Firm = z.infer<typeof Firm>;

const number = z.coerce.number().pipe(z.int().positive().max(2_000_000_000));

/** The firm of an order that was ordered for one, until it is packed or invoiced. The order as it was seen, as for its address. */
export const changeCompanyContract = (path: `/${string}`) =>
  oc
    .route({ method: 'POST', path, tags: ['orders'] })
    .input(z.object({ number, version: z.int().positive(), company: Firm }))
    .output(z.object({ changed: z.literal(true) }))
    .errors(
      refusals({
        ORDER_GONE: { status: 404 },
        ORDER_CHANGED: {},
        COMPANY_CLOSED: {},
        TAX_NUMBER_INVALID: { status: 422 },
      }),
    );
