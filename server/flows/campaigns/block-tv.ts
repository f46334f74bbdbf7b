import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { formatPairingNumber } from '#domain/devices/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { devices } from '../../devices/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { licences, tvs } from '../../playout/schema.ts';
import type { VoidedPlayTotals } from '../../playout/tvs/open-plays.ts';
import { tvBlocks } from '../../playout/tvs/schema.ts';
import { voidPlaysOfTv } from './void-plays-of-tv.ts';

/**
 * Blocks a TV: it gets no adverts, what it reports does not count, and what was counted of it is taken back, for its companies and its
 * owner alike. The owner reads why. One that its owner has unlinked meanwhile is blocked all the same.
 */
export async function blockTv(
  deps: Dependencies,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
): Promise<VoidedPlayTotals> {
  return deps.db.transaction(
    async (tx) => {
      const [device] = await tx
        .select({ number: devices.number, name: devices.name, profileId: devices.profileId, email: profiles.email })
        .from(devices)
        .innerJoin(profiles, eq(profiles.id, devices.profileId))
        .where(eq(devices.id, id));
      if (!device) throw refuse('NOT_FOUND');
      const now = deps.now();
      await tx.insert(tvs).values({ tvId: id }).onConflictDoNothing();
      const [blocked] = await tx
        .update(tvs)
        .set({ blockedAt: now })
        .where(and(eq(tvs.tvId, id), isNull(tvs.blockedAt)))
        .returning({ id: tvs.tvId });
      if (!blocked) throw refuse('TV_BLOCKED');
      const [block] = await tx
        .insert(tvBlocks)
        .values({ tvId: id, blockedAt: now, blockedBy: actor.id, reason, banners: 0, tvSeconds: 0 })
        .returning({ id: tvBlocks.id });
      const voided = await voidPlaysOfTv(tx, actor, id, block!.id, now);
      const { banners, tvSeconds } = voided;
      await tx.update(tvBlocks).set({ banners, tvSeconds }).where(eq(tvBlocks.id, block!.id));
      await record(tx, actor, {
        action: 'tvs.blocked',
        on: { kind: 'device', id },
        after: { number: device.number, reason, banners, tvSeconds },
      });
      await queueMail(tx, deps.queue, {
        to: device.email,
        profileId: device.profileId,
        template: 'tvs.blocked',
        props: {
          number: formatPairingNumber(device.number),
          name: device.name,
          reason,
          link: `${deps.config.publicUrl}/account#televizori`,
        },
        idempotencyKey: `tvs.blocked:${block!.id}`,
      });
      return voided;
    },
    { lock: ['playout.tv', id] },
  );
}

/** Lets a TV in again: what it shows from now on counts. What was taken back stays so. Unlinked meanwhile, it no longer keeps its device. */
export async function unblockTv({ db, now }: Dependencies, actor: Actor, id: string): Promise<void> {
  await db.transaction(
    async (tx) => {
      const at = now();
      const [lifted] = await tx
        .update(tvBlocks)
        .set({ liftedAt: at, liftedBy: actor.id })
        .where(and(eq(tvBlocks.tvId, id), isNull(tvBlocks.liftedAt)))
        .returning({ id: tvBlocks.id });
      if (!lifted) throw refuse('TV_NOT_BLOCKED');
      await tx.update(tvs).set({ blockedAt: null, countsSince: at }).where(eq(tvs.tvId, id));
      const unlinked = tx
        .select({ id: devices.id })
        .from(devices)
        .where(and(eq(devices.id, id), isNotNull(devices.unlinkedAt)));
      await tx.update(licences).set({ tvId: null }).where(inArray(licences.tvId, unlinked));
      await record(tx, actor, { action: 'tvs.unblocked', on: { kind: 'device', id } });
    },
    { lock: ['playout.tv', id] },
  );
}
