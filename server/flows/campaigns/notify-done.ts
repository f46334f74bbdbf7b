import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { profiles } from '../../accounts/schema.ts';
import { campaigns } from '../../campaigns/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { nameOfContent } from '../../files/content.ts';
import { addFile, keepContent } from '../../files/keep-file.ts';
import type { ReportProgress } from '../../platform/jobs/progress.ts';
import { queueMail, releaseMails } from '../../platform/mail/mail.ts';
import { unitReservations } from '../../playout/schema.ts';
import { drawReportOf } from './report-pdf.ts';

const PDF = { contentType: 'application/pdf', extension: '.pdf' };
/** In one run; the next one goes on. */
const CAMPAIGNS_IN_A_RUN = 100;

/**
 * Writes to companies what their campaigns that are done came to, once for each, with the report. Not before nothing is held of a
 * campaign any more: every hour of it is closed, and what was not counted is the company's again, so that no number changes later.
 */
export async function notifyDone(deps: Dependencies, report: ReportProgress = () => {}): Promise<void> {
  const final = await deps.db
    .select({ id: campaigns.id })
    .from(campaigns)
    .innerJoin(unitReservations, eq(unitReservations.campaignId, campaigns.id))
    .innerJoin(profiles, eq(profiles.id, campaigns.profileId))
    .where(
      and(
        eq(campaigns.state, 'done'),
        isNull(campaigns.toldDoneAt),
        eq(unitReservations.budget, unitReservations.settled),
        sql`not exists (select from released_units waiting where waiting.campaign_id = ${campaigns.id})`,
      ),
    )
    .orderBy(asc(campaigns.updatedAt), asc(campaigns.id))
    .limit(CAMPAIGNS_IN_A_RUN);
  for (const [n, { id }] of final.entries()) {
    try {
      await notify(deps, id);
    } catch (error) {
      // One that cannot be drawn now keeps nobody else waiting.
      deps.log.error({ error, campaign: id }, 'the report of a campaign was not sent');
    }
    report(n + 1, final.length);
  }
}

async function notify(deps: Dependencies, id: string): Promise<void> {
  const { db, storage, queue, config } = deps;
  const { bytes, name, counted, price } = await drawReportOf(deps, 'anybody', id);
  const received = await storage.private.receive(only(bytes));
  try {
    const content = await keepContent(deps, 'advert-report', received, PDF);
    await db.transaction(async (tx) => {
      const [told] = await tx
        .update(campaigns)
        .set({ toldDoneAt: deps.now() })
        .where(and(eq(campaigns.id, id), isNull(campaigns.toldDoneAt)))
        .returning();
      if (!told?.profileId) return;
      const { profileId, budget, kind } = told;
      const [company] = await tx.select({ email: profiles.email }).from(profiles).where(eq(profiles.id, profileId));
      const [held] = await tx.select().from(unitReservations).where(eq(unitReservations.campaignId, id));
      const file = await addFile(tx, deps, content, { kind: 'advert-report', ownerId: profileId, madeByUs: true });
      await queueMail(tx, queue, {
        to: company!.email,
        profileId,
        template: 'campaigns.done',
        props: {
          name: told.name,
          counted,
          unit: kind === 'banner' ? 'banner' : 'tv_second',
          returned: Math.max(0, budget - held!.settled),
          perPlay: price.perPlay,
          total: counted === 0 ? null : price.total,
          link: `${config.publicUrl}/account/campaigns/${id}`,
        },
        idempotencyKey: `campaigns.done:${id}`,
        awaits: id,
      });
      await releaseMails(tx, queue, id, [{ name, contentType: PDF.contentType, stored: nameOfContent(file) }]);
    });
  } finally {
    await storage.private.discard(received);
  }
}

async function* only(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
