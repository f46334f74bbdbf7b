import { oc } from '@orpc/contract';
import * as z from 'zod';
import { phone } from '../../contact-shapes.ts';
import { refusals } from '../../errors.ts';
import { COURIER_NOTE_MAX } from '../../fulfilment/receiver.ts';
import { PAYMENT_WAYS, WAY_PROBLEMS } from '../../order-states.ts';
import { plainLine, plainName } from '../../shapes.ts';

/** Who takes the parcel and where, within the order's country. */
export const Receiver = z.object({
  name: plainName(160).min(1),
  phone: phone(plainLine(40).min(1)),
  address: plainLine(160).min(1),
  addressNumber: plainLine(20).min(1),
  city: plainName(80).min(1),
  postalCode: plainLine(12).min(1),
  /** For whoever delivers it; it stands on the label. */
  courierNote: plainLine(COURIER_NOTE_MAX).default(''),
});
export type Receiver = z.infer<typeof Receiver>;

const number = z.coerce.number().pipe(z.int().positive().max(2_000_000_000));

/** Where an order goes, until it is packed. The order as it was seen: who decides on an older state is refused. */
export const changeDeliveryContract = (path: `/${string}`) =>
  oc
    .route({ method: 'POST', path, tags: ['orders'] })
    .input(z.object({ number, version: z.int().positive(), to: Receiver }))
    .output(z.object({ changed: z.literal(true) }))
    .errors(
      refusals({
        ORDER_GONE: { status: 404 },
        ORDER_CHANGED: {},
        DELIVERY_CLOSED: {},
        POSTAL_CODE_WRONG: { status: 422 },
        WAY_NOT_POSSIBLE: { status: 422, data: z.object({ way: z.enum(PAYMENT_WAYS), why: z.enum(WAY_PROBLEMS) }) },
      }),
    );
