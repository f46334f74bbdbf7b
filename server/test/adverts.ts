import { randomBytes } from 'node:crypto';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { HOUR_MS } from '#domain/day.ts';
import type { playout } from '#domain/playout/contract.ts';
import { BANNER_SECONDS } from '#domain/playout/rules.ts';
import { WHOLE_WEEK } from '#domain/playout/schedule.ts';
import { addEntries } from '../advertising/ledger.ts';
import { campaigns, creatives } from '../campaigns/schema.ts';
import { devices } from '../devices/schema.ts';
import { approveAndReserveUnits, endCampaigns } from '../flows/campaigns/campaign-states.ts';
import { closeHours } from '../flows/campaigns/close-hours.ts';
import { systemActor } from '../platform/audit.ts';
import { fingerprint } from '../platform/secrets/fingerprint.ts';
import { dropPartitions, makePartitions } from '../playout/partitions.ts';
import { addReleasedUnits, updateSilentUnits } from '../playout/reservations.ts';
import { licences, tvs } from '../playout/schema.ts';
import { sumHours } from '../playout/sum-hours.ts';
import type { TestApp } from './app.ts';
import { call, person, type TestPerson } from './people.ts';

type Player = JsonifiedClient<ContractRouterClient<typeof playout>>['tv'];

/** Companies, campaigns and TVs, made in the database; what TVs say goes through the public API. */
export async function testAdverts(app: TestApp) {
  const { db, jobsDb, clock } = app;
  await makePartitions(db, clock.now);
  let number = 300_000_000;

  /** What the clock does in the background, at this moment. */
  async function runJobs(): Promise<void> {
    await makePartitions(db, clock.now);
    await addReleasedUnits(db);
    await db.transaction((tx) => endCampaigns(tx, clock.now));
    await updateSilentUnits(db, clock.now);
    await closeHours(app.deps);
    await addReleasedUnits(db);
    await sumHours(db, clock.now);
    await db.transaction((tx) => endCampaigns(tx, clock.now));
    await dropPartitions(jobsDb, clock.now);
  }

  return {
    runJobs,
    /** Moves the clock and runs the jobs. */
    async after(minutes: number): Promise<void> {
      clock.now = new Date(clock.now.getTime() + minutes * 60_000);
      await runJobs();
    },

    async company({ banners = 1_000, tvSeconds = 1_000 } = {}): Promise<TestPerson> {
      const who = await person(app);
      const units = { reason: 'correction' as const, reference: `start ${who.id}`, banners, tvSeconds };
      await db.transaction((tx) => addEntries(tx, systemActor, who.id, units));
      return who;
    },

    /** Under review, with one advert of 15 seconds, for two days from now. */
    async campaign(
      { id: profileId }: TestPerson,
      { seconds = [BANNER_SECONDS], ...more }: Partial<typeof campaigns.$inferInsert> & { seconds?: number[] } = {},
    ): Promise<string> {
      const row = {
        profileId,
        name: 'Jesenja akcija',
        kind: 'banner' as const,
        state: 'review' as const,
        pace: 'asap' as const,
        startsAt: clock.now,
        endsAt: new Date(clock.now.getTime() + 48 * HOUR_MS),
        schedule: [...WHOLE_WEEK],
        budget: 100,
        ...more,
      };
      const [made] = await db.insert(campaigns).values(row).returning({ id: campaigns.id });
      const campaignId = made!.id;
      await db.insert(creatives).values(seconds.map((one) => ({ campaignId, seconds: one })));
      return campaignId;
    },
    approve: (id: string) => db.transaction((tx) => approveAndReserveUnits(tx, id)),

    /** A linked TV with a licence, in a household of Niš. */
    async tv(
      { region = 'NI', venue = 'household', ...place }: Partial<typeof tvs.$inferInsert> = {},
      { hasLicence = true, owner: given }: { hasLicence?: boolean; owner?: TestPerson } = {},
    ): Promise<{ id: string; player: Player; owner: TestPerson; token: string }> {
      const owner = given ?? (await person(app));
      const token = `tv_${randomBytes(16).toString('hex')}`;
      number += 1;
      const [row] = await db
        .insert(devices)
        .values({
          profileId: owner.id,
          number,
          name: 'Dnevna soba',
          tokenHash: fingerprint(token),
          tokenMadeAt: clock.now,
          linkedAt: clock.now,
        })
        .returning({ id: devices.id });
      const id = row!.id;
      await db.insert(tvs).values({ tvId: id, region, venue, ...place });
      if (hasLicence) await db.insert(licences).values({ profileId: owner.id, tvId: id, kind: 'grace' });
      return { id, player: call(app, { token } as TestPerson).playout.tv, owner, token };
    },

    /** A play of that lease as an honest TV reports it, begun so many seconds after its window opened. */
    shown(
      { id, seconds, opensAt }: { id: string; seconds: number; opensAt: string | Date },
      { after = 0, ...facts }: { after?: number; shownMs?: number; visibleMs?: number; progressMs?: number } = {},
    ) {
      const ms = seconds * 1000;
      const startedAt = new Date(new Date(opensAt).getTime() + after * 1000);
      return { lease: id, startedAt, shownMs: ms, visibleMs: ms, progressMs: ms, ...facts };
    },
  };
}
