import * as z from 'zod';

/** `isteklo` gave its place back unpaid, `otkazano` was cancelled after money had come for it. */
export const ReservationStatus = z.enum(['pending', 'placeno', 'isteklo', 'otkazano']);
export type ReservationStatus = z.infer<typeof ReservationStatus>;
