import { and, eq, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import pLimit from 'p-limit';
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
  const count = openCounter(db);
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
    await count(campaign.id, c.req.query('a') ?? '', at);
    return c.redirect(url);
  });
  return app;
}

/** Openings of one campaign that wait to be counted. */
interface WaitingOpenings {
  marks: string[];
  counted: Promise<void>;
}

/**
 * Whoever opens the code of a campaign while others are counted is counted with the next ones, in one write: their hour is one row, which
 * each would wait for with a connection of its own. So many visitors at once, or one who asks very often, hold one connection and no more.
 */
function openCounter(db: Database) {
  const line = pLimit(1);
  const byCampaign = new Map<string, WaitingOpenings>();
  return (campaignId: string, mark: string, at: Date): Promise<void> => {
    const waiting = byCampaign.get(campaignId);
    if (waiting) {
      waiting.marks.push(mark);
      return waiting.counted;
    }
    const marks = [mark];
    const counted = line(() => {
      byCampaign.delete(campaignId);
      return countOpenings(db, campaignId, marks, at);
    });
    byCampaign.set(campaignId, { marks, counted });
    return counted;
  };
}

/**
 * Each once for the campaign, and for its advert of that mark; a mark that names none, or two, counts for the campaign alone. Whose
 * openings pass another five hundred has its address looked at: the row of their hour is held, so that no two read the same sum.
 */
async function countOpenings(db: Database, campaignId: string, marks: readonly string[], at: Date): Promise<void> {
  const total = await db.transaction(async (tx) => {
    await tx
      .insert(codeOpenings)
      .values({ campaignId, hour: hourOf(at), openings: marks.length })
      .onConflictDoUpdate({
        target: [codeOpenings.campaignId, codeOpenings.hour],
        set: { openings: sql`${codeOpenings.openings} + excluded.openings` },
      });
    const [{ total }] = (await tx
      .select({ total: sql<number>`sum(${codeOpenings.openings})::float8` })
      .from(codeOpenings)
      .where(eq(codeOpenings.campaignId, campaignId))) as [{ total: number }];
    const adverts = await tx
      .select({ id: creatives.id })
      .from(creatives)
      .where(eq(creatives.campaignId, campaignId))
      .orderBy(creatives.id);
    const marked = Map.groupBy(adverts, ({ id }) => advertMark(id));
    for (const [mark, [advert, another]] of marked) {
      const openings = marks.filter((one) => one === mark).length;
      if (openings === 0 || another) continue;
      await tx
        .update(creatives)
        .set({ openings: sql`${creatives.openings} + ${openings}` })
        .where(eq(creatives.id, advert!.id));
    }
    return total;
  });
  if (total % LOOKED_AT_EVERY < marks.length)
    await db.update(campaigns).set({ addressSeenAt: null }).where(eq(campaigns.id, campaignId));
}
