import { and, eq, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { advertMark, readAddress } from '#domain/campaigns/rules.ts';
import { hourOf } from '#domain/playout/rules.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Database } from '../platform/db.ts';
import { campaigns, codeOpenings, creatives } from './schema.ts';

/** Openings after which the address is looked at again. */
const LOOKED_AT_EVERY = 500;

/**
 * `GET /k/{code}`: what the QR code of a campaign opens. It leads to the approved address and nowhere else, and is counted by the hour
 * and, as far as the address says it (`?a=`), by advert; the code of a campaign that is not shown any more, or whose address does not
 * answer, leads to our first page.
 */
export function codeRedirect({ db, now }: Pick<Dependencies, 'db' | 'now'>) {
  const app = new Hono();
  app.get('/:code{[0-9a-f]{10}}', async (c) => {
    c.header('cache-control', 'no-store');
    c.header('referrer-policy', 'no-referrer');
    const at = now();
    const [campaign] = await db
      .select({ id: campaigns.id, url: campaigns.url, codePausedAt: campaigns.codePausedAt })
      .from(campaigns)
      .where(
        and(eq(campaigns.code, c.req.param('code')), eq(campaigns.state, 'approved'), sql`${campaigns.endsAt} > ${at}`),
      );
    const url = campaign && readAddress(campaign.url);
    if (!campaign || !url || campaign.codePausedAt) return c.redirect('/');
    const openings = await countOpening(db, campaign.id, c.req.query('a') ?? '', at);
    if (openings % LOOKED_AT_EVERY === 0)
      await db.update(campaigns).set({ addressSeenAt: null }).where(eq(campaigns.id, campaign.id));
    return c.redirect(url);
  });
  return app;
}

/**
 * Once for the campaign, and for its advert of that mark; a mark that names none, or two, counts for the campaign alone. Answers with how
 * many the campaign has: no two that come at once read the same number, because the row of their hour is held.
 */
async function countOpening(db: Database, campaignId: string, mark: string, at: Date): Promise<number> {
  return db.transaction(async (tx) => {
    await tx
      .insert(codeOpenings)
      .values({ campaignId, hour: hourOf(at), openings: 1 })
      .onConflictDoUpdate({
        target: [codeOpenings.campaignId, codeOpenings.hour],
        set: { openings: sql`${codeOpenings.openings} + 1` },
      });
    const [{ total }] = (await tx
      .select({ total: sql<number>`sum(${codeOpenings.openings})::float8` })
      .from(codeOpenings)
      .where(eq(codeOpenings.campaignId, campaignId))) as [{ total: number }];
    const adverts = await tx.select({ id: creatives.id }).from(creatives).where(eq(creatives.campaignId, campaignId));
    const [advert, another] = adverts.filter(({ id }) => advertMark(id) === mark);
    if (!advert || another) return total;
    await tx
      .update(creatives)
      .set({ openings: sql`${creatives.openings} + 1` })
      .where(eq(creatives.id, advert.id));
    return total;
  });
}
