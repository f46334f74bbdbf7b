import * as z from 'zod';
import { type CourierDouble, type Faults, type HeldParcel, type Kept, NO_FAULTS, type PayOut } from './courier.ts';

/** What a tester may do to the courier; a function each, so that tests need no HTTP for it. */
export interface Control {
  /** Sets faults; `null` removes all of them. */
  setFaults(change: Partial<Faults> | null): Promise<void>;
  /** Nobody answers for so many hours of its clock. */
  goDown(hours: number): void;
  /** Moves its clock, and waits until what happens meanwhile is told. */
  advance(hours: number): Promise<void>;
  /** Says a code of a parcel now, or at another moment, or of some of its packages. */
  tell(reference: string, status: string, options?: { at?: number; codes?: string[] }): Promise<void>;
  /** How the parcel ends by itself. */
  plan(reference: string, ending: 'delivered' | 'refused'): void;
  payOut(options?: PayOut): { reference: string; amount: number };
  /** What it holds. */
  parcels(): readonly HeldParcel[];
  /** The same over HTTP, on the loopback port only and with the secret of its messages. */
  ask(what: string, body: unknown): Promise<unknown>;
}

const Change = z.strictObject({
  loseReplies: z.int().min(0).optional(),
  loseRequests: z.int().min(0).optional(),
  unknownStreets: z.array(z.string()).optional(),
  repeat: z.int().min(0).max(10).optional(),
  shuffle: z.boolean().optional(),
  hold: z.boolean().optional(),
});
const Hours = z.strictObject({ hours: z.number().min(0).max(10_000) });
const Transfer = z.strictObject({
  missing: z.string().optional(),
  withheld: z.array(z.string()).optional(),
  says: z.record(z.string(), z.int()).optional(),
  again: z.array(z.string()).optional(),
  keeps: z.int().min(0).optional(),
});
const Tell = z.strictObject({ reference: z.string(), status: z.string(), codes: z.array(z.string()).optional() });

export function controlled(
  kept: Kept,
  courier: CourierDouble,
  { deliver, save }: { deliver: () => Promise<void>; save: () => void },
): Control {
  const control: Control = {
    async setFaults(change) {
      Object.assign(kept.faults, change ?? NO_FAULTS);
      save();
      await deliver();
    },
    goDown(hours) {
      kept.faults.downUntil = courier.now() + hours * 3_600_000;
      save();
    },
    async advance(hours) {
      courier.live(hours);
      await deliver();
    },
    async tell(reference, status, options) {
      courier.tell(reference, status, options);
      await deliver();
    },
    plan(reference, ending) {
      courier.plan(reference, ending);
      save();
    },
    payOut(options) {
      const paid = courier.payOut(options);
      save();
      return paid;
    },
    parcels: () => kept.held,
    async ask(what, body) {
      if (what === 'faults') await control.setFaults(body === null ? null : Change.parse(body));
      else if (what === 'down') control.goDown(Hours.parse(body).hours);
      else if (what === 'advance') await control.advance(Hours.parse(body).hours);
      else if (what === 'tell') {
        const { reference, status, ...options } = Tell.parse(body);
        await control.tell(reference, status, options);
      } else if (what === 'plan') {
        const plan = z.strictObject({ reference: z.string(), ending: z.enum(['delivered', 'refused']) }).parse(body);
        control.plan(plan.reference, plan.ending);
      } else if (what === 'pay-out') return control.payOut(Transfer.parse(body));
      else if (what !== 'parcels') throw new Error(`No such request: ${what}`);
      return { now: new Date(courier.now()), faults: kept.faults, parcels: kept.held };
    },
  };
  return control;
}
