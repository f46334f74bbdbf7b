import * as z from 'zod';
import { Moment } from '../../shapes.ts';

/** Of a note among staff. */
export const NOTE_MAX = 2000;

/** What came of a call before a parcel that is paid on delivery is sent. */
export const CALL_OUTCOMES = ['confirmed', 'changed', 'no_answer', 'wrong_number', 'declined'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];
/** It may be packed. */
export const CONFIRMING: readonly CallOutcome[] = ['confirmed', 'changed'];

/** Calls without an answer; then the buyer is mailed and has so many days to say something. */
export const CALL_TRIES = 3;
export const CALL_ANSWER_DAYS = 3;

/** Milliseconds for which an opened call is shown to the others, and after which a form that is still open says so again. */
export const OPEN_CALL = { lasts: 5 * 60_000, renewed: 2 * 60_000 };

export const OrderCall = z.object({
  outcome: z.enum(CALL_OUTCOMES),
  at: z.date(),
  by: z.string().nullable(),
  /** When it is tried again; `null`: not by itself. */
  next: z.date().nullable(),
});

/** What waits for a call, or was said in one; `null`: nobody calls for this order. */
export const OrderCalls = z.object({
  /** Before what is paid on delivery is packed, or because the courier found nobody. */
  kind: z.enum(['before', 'missed']),
  calls: z.array(OrderCall),
  isWaiting: z.boolean(),
  /** Calls without an answer, one after the other, since phone and address are these. */
  tries: z.int(),
  /** After the last call without an answer: the order is cancelled after this day. */
  until: z.date().nullable(),
  phone: z.string(),
  /** What the courier will collect, para; 0: nothing. */
  amount: z.int(),
  /** What couriers have of it and have not handed over, para; also what was paid twice. */
  collected: z.int(),
  /** Who has it open for a call just now, the reader as well; `null`: nobody. */
  openedBy: z.object({ id: z.string(), name: z.string().nullable(), at: z.date() }).nullable(),
});
export type OrderCalls = z.infer<typeof OrderCalls>;

export const EnteredCall = z.object({
  /** Made by the screen: sent twice, it is one call. */
  id: z.uuid(),
  outcome: z.enum(CALL_OUTCOMES),
  next: Moment.nullable(),
  note: z.string().trim().max(NOTE_MAX).default(''),
});
