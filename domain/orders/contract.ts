import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Currency, Id } from '../shapes.ts';

/**
 * An order is a checkout that a buyer started. It is written as pending before the payment page opens; only Stripe's own
 * word makes it paid, exactly once; an expired or failed checkout makes it cancelled.
 */
export const OrderKind = z.enum(['device', 'package', 'special']);
export type OrderKind = z.infer<typeof OrderKind>;

export const OrderStatus = z.enum(['pending', 'paid', 'cancelled']);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** Snapshot of the buyer form or the company form; free of meaning for money. */
export const Delivery = z.record(z.string(), z.string().nullable());
export type Delivery = z.infer<typeof Delivery>;

export const Order = z.object({
  id: Id,
  number: z.int(),
  kind: OrderKind,
  email: z.string(),
  productName: z.string(),
  amount: z.int(),
  currency: Currency,
  status: OrderStatus,
  /** How much of the amount went back to the buyer. */
  refunded: z.int(),
  createdAt: z.date(),
  paidAt: z.date().nullable(),
});
export type Order = z.infer<typeof Order>;

/** A page of a newest-first list: `next` is passed back as `after`; null on the last page. */
const OrderPage = z.object({ rows: z.array(Order), next: Id.nullable(), total: z.int(), paidTotal: z.int() });

export const orders = {
  mine: oc.route({ method: 'GET', path: '/orders/mine', tags: ['orders'] }).output(z.array(Order)),
  admin: {
    list: oc
      .route({ method: 'GET', path: '/admin/orders', tags: ['orders'] })
      .input(
        z.object({
          search: z.string().trim().max(100).optional(),
          status: OrderStatus.optional(),
          /** The last row already shown. */
          after: Id.optional(),
        }),
      )
      .output(OrderPage),
  },
};
