import * as z from 'zod';
import { PayTo } from '../../documents/data.ts';
import { Day, Id } from '../../shapes.ts';

/** What a buyer transfers for an order, as its predračun says. */
export const AskedTransfer = z.object({
  /** The order's number. */
  order: z.int(),
  documentId: Id,
  /** Of the predračun. */
  number: z.string(),
  /** Its PDF is drawn. */
  isReady: z.boolean(),
  validUntil: Day,
  pay: PayTo,
});
export type AskedTransfer = z.infer<typeof AskedTransfer>;
