import { and, desc, eq, sql } from 'drizzle-orm';
import { HOUR_MS } from '#domain/day.ts';
import { saveDraft } from '../../campaigns/drafts.ts';
import { creatives } from '../../campaigns/schema.ts';
import { addPicture } from '../../flows/campaigns/add-picture.ts';
import { approveCampaign } from '../../flows/campaigns/decide.ts';
import { sendCampaign } from '../../flows/campaigns/send-campaign.ts';
import { choosePlaces } from '../../flows/special/places.ts';
import { choosable } from '../../flows/special/read-runs.ts';
import { beginCampaign } from '../../flows/special/start-run.ts';
import { orders } from '../../orders/schema.ts';
import type { Actor } from '../../platform/audit.ts';
import { specialRuns } from '../../special/schema.ts';
import { idOf } from '../seeded-random.ts';
import { drawPicture } from './draw-picture.ts';
import { LOOKS } from './plans.ts';
import type { Stage } from './stage.ts';
import { storeSentFile } from './store-sent-file.ts';

/** So many places are chosen of those that there are. */
const CHOSEN = 12;

/**
 * Special packages that were sold have a run each. Of the newest the campaign is approved and the places that there are were chosen: with
 * sixty TVs there are not a hundred of them, so that it waits for its start.
 */
export async function seedSpecialRuns({ deps, db, clock, end, people }: Stage, desk: Actor): Promise<void> {
  const sold = await db
    .select()
    .from(orders)
    .where(and(eq(orders.kind, 'special'), eq(orders.status, 'paid'), sql`${orders.profileId} is not null`))
    .orderBy(desc(orders.paidAt));
  for (const { id, profileId, paidAt } of sold)
    await db
      .insert(specialRuns)
      .values({ orderId: id, profileId, createdAt: paidAt!, updatedAt: paidAt! })
      .onConflictDoNothing();
  const company = sold[0] && people.get(sold[0].profileId!);
  if (!company) return;
  const [run] = await db.select().from(specialRuns).where(eq(specialRuns.orderId, sold[0]!.id));
  const own = { id: company.id, email: company.email };
  const id = idOf('campaign of a special package');
  const at = (hours: number) => {
    clock.now = new Date(end.getTime() - hours * HOUR_MS);
  };
  at(52);
  await db.transaction((tx) => beginCampaign(tx, own.id, { run: run!.id, id }, clock.now));
  const url = `https://${company.email.split('@')[1]}/novogodisnja-ponuda`;
  await db.transaction((tx) => saveDraft(tx, own.id, { id, name: 'Novogodišnja ponuda', url }, clock.now));
  const [ground, accent, ink] = LOOKS[4];
  const [trade, ...sign] = (company.companyName ?? '').replace(' d.o.o.', '').split(' ');
  const words = { headline: 'Novogodišnja ponuda', line: 'Sve do 31. decembra, u svim našim radnjama' };
  const picture = await drawPicture({ sign: sign.join(' '), trade: trade!, ...words, ground, accent, ink });
  const file = await storeSentFile(deps, own.id, picture, 'advert-picture');
  await addPicture(deps, own, own.id, { id, file, name: 'novogodisnja-ponuda.png' });
  await db.update(creatives).set({ createdAt: clock.now }).where(eq(creatives.campaignId, id));
  at(50);
  await db.transaction((tx) => sendCampaign(tx, deps, own, own.id, { id, category: 'none', proof: '' }, null));
  at(47);
  await db.transaction((tx) => approveCampaign(tx, deps, desk, { id, sendings: 1 }));
  at(46);
  const { tvs } = await choosable(db, { id: run!.id }, clock.now);
  const chosen = tvs.slice(0, CHOSEN).map(({ tv }) => tv);
  await db.transaction((tx) => choosePlaces(tx, desk, { id: run!.id, tvs: chosen }, clock.now));
  clock.now = end;
}
