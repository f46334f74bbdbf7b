import { eq } from 'drizzle-orm';
import { DAY_MS, type Day, daysLater, HOUR_MS, MINUTE_MS } from '#domain/day.ts';
import { dayOf, startOfDay } from '#domain/time.ts';
import { creatives } from '../../campaigns/schema.ts';
import { endCampaigns } from '../../flows/campaigns/campaign-states.ts';
import { approveCampaign, rejectCampaign, stepCampaign } from '../../flows/campaigns/decide.ts';
import { sendCampaign } from '../../flows/campaigns/send-campaign.ts';
import type { Actor } from '../../platform/audit.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { campaignId, type Plan } from './plans.ts';
import type { Stage } from './stage.ts';

/** An hour of the day at which companies and our people work, in milliseconds. */
const MORNING = 9 * HOUR_MS;

/** When what happens to a campaign; of one that is not shown, not all of it comes to pass. */
export interface Moments {
  first: Day;
  last: Day;
  begun: Date;
  sent: Date;
  decided: Date;
  /** The step that the plan gives the hour of. */
  stopped: Date | null;
  /** The morning after the last day. */
  over: Date;
}

export interface Step {
  at: Date;
  happens(): Promise<unknown>;
}

export const isShown = ({ fate }: Plan): boolean => !['draft', 'review', 'rejected'].includes(fate);

export function momentsOf(plan: Plan, end: Date, random: SeededRandom): Moments {
  const [first, last] = plan.days.map((days) => daysLater(dayOf(end), days)) as [Day, Day];
  const stopped = plan.hoursAgo === undefined ? null : byDay(new Date(end.getTime() - plan.hoursAgo * HOUR_MS), end);
  const isLate = !isShown(plan) || plan.days[0] > 0;
  const sent = isLate
    ? byDay(new Date((stopped ?? end).getTime() - (plan.fate === 'review' ? 0 : DAY_MS)), end)
    : new Date(startOfDay(daysLater(first, -2)).getTime() + MORNING + random.between(0, 300) * MINUTE_MS);
  const begun = new Date(sent.getTime() - random.between(30, 150) * MINUTE_MS);
  const decided = plan.fate === 'rejected' ? stopped! : new Date(sent.getTime() + random.between(40, 220) * MINUTE_MS);
  return { first, last, begun, sent, decided, stopped, over: startOfDay(daysLater(last, 1)) };
}

/** The same day while people work; never later than now. */
function byDay(at: Date, end: Date): Date {
  const midnight = startOfDay(dayOf(at)).getTime();
  const hour = (at.getTime() - midnight) / HOUR_MS;
  if (hour >= 8 && hour < 19) return at;
  const worked = new Date(midnight + MORNING + (at.getTime() % (8 * HOUR_MS)));
  return worked < end ? worked : new Date(worked.getTime() - DAY_MS);
}

/** What the company and our people do with a campaign that is drafted, as far as it gets. */
export function stepsAfterDraft(
  { db, deps, clock, end }: Stage,
  plan: Plan,
  { sent, decided, stopped, over }: Moments,
  own: Actor & { email: string },
  desk: Actor,
): Step[] {
  const id = campaignId(plan);
  const looked = { id, sendings: 1 };

  const send = () =>
    db.transaction((tx) => sendCampaign(tx, deps, own, own.id, { id, category: 'none', proof: '' }, null));
  const approve = () => db.transaction((tx) => approveCampaign(tx, deps, desk, looked));
  const reject = () =>
    db.transaction(async (tx) => {
      const all = await tx.select({ id: creatives.id }).from(creatives).where(eq(creatives.campaignId, id));
      const adverts = all.map((one) => one.id);
      await rejectCampaign(tx, deps, desk, { ...looked, reason: plan.reason!, adverts });
    });
  const stop = () => {
    const to = plan.fate === 'paused' ? 'pause' : plan.fate === 'withdrawn' ? 'withdraw' : 'end';
    const step = { id, to, ...(plan.reason && { reason: plan.reason }) } as const;
    return db.transaction((tx) => stepCampaign(tx, deps, to === 'withdraw' ? desk : own, step));
  };
  const finish = () => db.transaction((tx) => endCampaigns(tx, clock.now));

  if (plan.fate === 'draft') return [];
  const steps: Step[] = [{ at: sent, happens: send }];
  if (plan.fate === 'review') return steps;
  if (plan.fate === 'rejected') return [...steps, { at: decided, happens: reject }];
  steps.push({ at: decided, happens: approve });
  if (stopped) steps.push({ at: stopped, happens: stop });
  if (over < end) steps.push({ at: over, happens: finish });
  return steps;
}
