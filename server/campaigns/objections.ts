import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { type OpenMonth, reportedMonths } from '#domain/campaigns/report/objection-months.ts';
import { type Day, daysLater } from '#domain/day.ts';
import { OBJECTION_ANSWER_DAYS } from '#domain/objections.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import { profiles } from '../accounts/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../platform/db.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { companyName } from './company-name.ts';
import { endedOn, firstDay } from './describe-campaigns.ts';
import { campaigns, reportObjections } from './schema.ts';

const OBJECTIONS_SHOWN = 100;

const shown = {
  id: reportObjections.id,
  month: reportObjections.month,
  text: reportObjections.text,
  madeAt: reportObjections.madeAt,
  dueOn: reportObjections.dueOn,
  answer: reportObjections.answer,
  answeredAt: reportObjections.answeredAt,
};

type Campaign = typeof campaigns.$inferSelect;

function monthsOf(campaign: Campaign, now: Date): OpenMonth[] {
  const { state } = campaign;
  const ended = endedOn(campaign);
  if (ended === null && state !== 'approved' && state !== 'paused') return [];
  return reportedMonths({ starts: firstDay(campaign), ended, today: dayOf(now) });
}

async function ownOf(db: DatabaseOrTransaction, profileId: string, id: string) {
  const which = and(eq(campaigns.id, id), eq(campaigns.profileId, profileId));
  const [found] = await db.select().from(campaigns).where(which);
  if (!found) throw refuse('NOT_FOUND');
  return found;
}

/** Objections of a company to one report, the newest first, and the months for which it may make another. */
export async function readOwnReportObjections(db: DatabaseOrTransaction, profileId: string, id: string, now: Date) {
  const campaign = await ownOf(db, profileId, id);
  const objections = await db
    .select(shown)
    .from(reportObjections)
    .where(eq(reportObjections.campaignId, id))
    .orderBy(desc(reportObjections.madeAt), desc(reportObjections.id));
  const waits = objections.some(({ answer }) => answer === null);
  const months = waits ? [] : monthsOf(campaign, now).filter(({ until }) => dayOf(now) <= until);
  return { months, objections };
}

interface Made {
  id: string;
  objection: string;
  month: string;
  text: string;
}

/** Answers with the day until which we answer. The same objection again is the same one. */
export async function objectToReport(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  profileId: string,
  { id, objection, month, text }: Made,
): Promise<Day> {
  const campaign = await ownOf(tx, profileId, id);
  const which = and(eq(reportObjections.id, objection), eq(reportObjections.campaignId, id));
  const sent = async () => (await tx.select().from(reportObjections).where(which))[0]?.dueOn;
  const known = await sent();
  if (known) return known;
  const madeAt = deps.now();
  const reported = monthsOf(campaign, madeAt).find((one) => one.month === month);
  if (!reported) throw refuse('REPORT_NOT_FINAL');
  if (dayOf(madeAt) > reported.until) throw refuse('REPORT_OBJECTION_LATE');
  const dueOn = daysLater(dayOf(madeAt), OBJECTION_ANSWER_DAYS);
  const written = await tx
    .insert(reportObjections)
    .values({ id: objection, campaignId: id, month, text, madeAt, dueOn })
    .onConflictDoNothing()
    .returning({ id: reportObjections.id });
  if (written.length === 0) {
    // The same one may have come at the same moment.
    const same = await sent();
    if (same) return same;
    throw refuse('REPORT_OBJECTION_WAITS');
  }
  await record(tx, actor, {
    action: 'campaigns.objected',
    on: { kind: 'campaign', id },
    after: { month, dueOn },
  });
  return dueOn;
}

/** Objections that wait for an answer, what is due first on top. */
export async function openObjections(db: DatabaseOrTransaction, now: Date) {
  const found = await db
    .select({ ...shown, campaignId: campaigns.id, name: campaigns.name, company: companyName, companyId: profiles.id })
    .from(reportObjections)
    .innerJoin(campaigns, eq(campaigns.id, reportObjections.campaignId))
    .leftJoin(profiles, eq(profiles.id, campaigns.profileId))
    .where(isNull(reportObjections.answeredAt))
    .orderBy(asc(reportObjections.dueOn), asc(reportObjections.id))
    .limit(OBJECTIONS_SHOWN);
  return found.map((one) => ({ ...one, isLate: one.dueOn < dayOf(now) }));
}

/** The company reads the words as they are. The same answer again is the one that was lost; of two the first holds. */
export async function answerObjection(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { id, answer }: { id: string; answer: string },
): Promise<void> {
  const [found] = await tx.select().from(reportObjections).where(eq(reportObjections.id, id)).for('update');
  if (!found) throw refuse('REPORT_OBJECTION_GONE');
  if (found.answer === answer) return;
  if (found.answeredAt) throw refuse('REPORT_OBJECTION_ANSWERED');
  await tx
    .update(reportObjections)
    .set({ answer, answeredAt: deps.now(), answeredBy: actor.id })
    .where(eq(reportObjections.id, id));
  const { campaignId } = found;
  await record(tx, actor, { action: 'campaigns.objection-answered', on: { kind: 'campaign', id: campaignId } });
  const [company] = await tx
    .select({ profileId: profiles.id, email: profiles.email, name: campaigns.name })
    .from(campaigns)
    .innerJoin(profiles, eq(profiles.id, campaigns.profileId))
    .where(eq(campaigns.id, campaignId));
  if (!company) return;
  await queueMail(tx, deps.queue, {
    to: company.email,
    profileId: company.profileId,
    template: 'campaigns.objection-answered',
    props: { name: company.name, answer, link: `${deps.config.publicUrl}/account/campaigns/${campaignId}` },
    idempotencyKey: `campaigns.objection-answered:${id}`,
  });
}
