import * as z from 'zod';
import { Day } from '../../shapes.ts';
import { withdrawal as copy } from './withdrawal-copy.ts';

/** The form as it is filled in: a device that has not come has no day. */
export const WithdrawalForm = z
  .object({
    arrival: z.enum(['arrived', 'notArrived']),
    receivedOn: z.string(),
    reason: z.string().trim().max(1000, copy.reasonLong),
  })
  .refine(({ arrival, receivedOn }) => arrival === 'notArrived' || Day.safeParse(receivedOn).success, {
    path: ['receivedOn'],
    message: copy.receivedRequired,
  });
export type WithdrawalForm = z.infer<typeof WithdrawalForm>;
