import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { formatPairingNumber, parsePairingNumber, whyNoPairing } from '#domain/devices/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { anyone, device, member } from '../access.ts';
import { profiles } from '../accounts/schema.ts';
import { bearerToken } from '../http/bearer.ts';
import { neverAborted } from '../live/authorized-topics.ts';
import { awaitChange } from '../live/await-change.ts';
import { RECONNECT } from '../live/listen.ts';
import { openStream } from '../live/open-streams.ts';
import { record } from '../platform/audit.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { networkOf } from '../platform/limits/networks.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { beginPairing } from './begin.ts';
import { issueLinkedTvToken, pairingOfTv } from './claim.ts';
import { linkDevice } from './link.ts';
import { devices, pairings } from './schema.ts';
import { checkStreamingTv, isDueForRenewal, renewToken } from './token.ts';
import { tvOfUnlinkLink, unlinkDevice, unlinkLinkEnds } from './unlink.ts';

/** How often a playing TV is noted as seen. */
const BEAT_MS = 300_000;

const shown = {
  id: devices.id,
  number: devices.number,
  name: devices.name,
  linkedAt: devices.linkedAt,
  lastSeenAt: devices.lastSeenAt,
};

export const devicesRouter = {
  look: anyone.devices.look.handler(async ({ context: { deps }, input }) => {
    const number = numberOf(input.number);
    const pairing = await pairingNumbered(deps.db, number);
    if (!pairing) throw refuse('PAIRING_UNKNOWN');
    return { number, state: stateOf(pairing, deps.now()) };
  }),

  link: member.devices.link.handler(async ({ context: { deps, ip, person, actor }, input }) => {
    const number = numberOf(input.number);
    const wanted = { number, digits: input.digits, left: input.left, network: networkOf(ip), profileId: person.id };
    const outcome = await deps.db.transaction(async (tx) => {
      const result = await linkDevice(tx, actor, wanted, deps.now());
      if ('device' in result && result.fresh) {
        await queueMail(tx, deps.queue, {
          to: person.email,
          profileId: person.id,
          template: 'devices.linked',
          props: {
            number: formatPairingNumber(number),
            at: result.device.linkedAt.toISOString(),
            seenFrom: result.fresh.seenFrom,
            link: `${deps.config.publicUrl}/device-unlink#${result.fresh.unlinkToken}`,
          },
        });
      }
      return result;
    });
    if ('triesLeft' in outcome) throw refuse('PAIRING_DIGITS_WRONG', { left: outcome.triesLeft });
    return outcome.device;
  }),

  mine: member.devices.mine.handler(({ context: { deps, person } }) =>
    deps.db
      .select(shown)
      .from(devices)
      .where(and(eq(devices.profileId, person.id), isNull(devices.unlinkedAt)))
      .orderBy(desc(devices.linkedAt)),
  ),

  rename: member.devices.rename.handler(async ({ context: { deps, person, actor }, input }) =>
    deps.db.transaction(async (tx) => {
      const own = and(eq(devices.id, input.id), eq(devices.profileId, person.id), isNull(devices.unlinkedAt));
      const [before] = await tx.select(shown).from(devices).where(own).for('update');
      if (!before) throw refuse('NOT_FOUND');
      const row = { ...before, name: input.name };
      if (row.name === before.name) return row;
      await tx.update(devices).set({ name: row.name }).where(own);
      await record(tx, actor, {
        action: 'devices.renamed',
        on: { kind: 'device', id: row.id },
        before: { name: before.name },
        after: { name: row.name },
      });
      return row;
    }),
  ),

  unlink: member.devices.unlink.handler(async ({ context: { deps, person, actor }, input }) => {
    const done = await deps.db.transaction((tx) => unlinkDevice(tx, actor, input.id, person.id, deps.now()));
    if (!done) throw refuse('NOT_FOUND');
    return { unlinked: true as const };
  }),

  unlinkLink: {
    look: anyone.devices.unlinkLink.look.handler(async ({ context: { deps }, input }) => {
      const found = await tvOfUnlinkLink(deps.db, input.token, deps.now());
      if (!found) throw refuse('UNLINK_LINK_DEAD');
      const { number, name, linkedAt } = found.tv;
      return { number, name, linkedAt, until: unlinkLinkEnds(linkedAt) };
    }),

    use: anyone.devices.unlinkLink.use.handler(async ({ context: { deps, ip, requestId }, input }) => {
      const number = await deps.db.transaction(async (tx) => {
        const found = await tvOfUnlinkLink(tx, input.token, deps.now());
        // Whoever has the link reads the owner's mailbox.
        const actor = found && { ...found.owner, ip, requestId };
        const done = actor && (await unlinkDevice(tx, actor, found.tv.id, actor.id, deps.now()));
        return done ? found.tv.number : null;
      });
      if (number === null) throw refuse('UNLINK_LINK_DEAD');
      return { number };
    }),
  },

  tv: {
    begin: anyone.devices.tv.begin.handler(async ({ context: { deps, ip } }) => {
      const pairing = await beginPairing(deps.db, networkOf(ip), deps.now());
      return { ...pairing, link: `${deps.config.publicUrl}/device-login/${pairing.number}` };
    }),

    wait: anyone.devices.tv.wait.handler(async ({ context, input, signal = neverAborted }) => {
      const { deps, headers } = context;
      const pairing = await ownPairing(deps.db, input.number, headers);
      const left = () => pairing.expiresAt.getTime() - deps.now().getTime();
      return openStream(context, { waitingTv: pairing.id }, signal, async function* () {
        let said = '';
        for await (const why of awaitChange(deps.live, `pairing:${pairing.id}`, signal, left)) {
          if (why === RECONNECT) {
            yield { state: RECONNECT };
            return;
          }
          const now = await pairingNumbered(deps.db, pairing.id);
          const state = now ? stateOf(now, deps.now()) : 'expired';
          if (state !== said) yield { state };
          said = state;
          if (state !== 'waiting') return;
        }
        if (said === 'waiting' && left() <= 0) yield { state: 'expired' as const };
      });
    }),

    claim: anyone.devices.tv.claim.handler(async ({ context: { deps, headers }, input }) => {
      const pairing = await ownPairing(deps.db, input.number, headers);
      if (!pairing.userRef) {
        throw refuse(pairing.expiresAt <= deps.now() ? 'PAIRING_EXPIRED' : 'PAIRING_NOT_LINKED');
      }
      const { token, device } = await deps.db.transaction((tx) => issueLinkedTvToken(tx, pairing.id, deps.now()));
      return {
        token,
        deviceId: device.id,
        name: device.name,
        ownerName: await ownerName(deps.db, device.profileId),
      };
    }),

    self: device.devices.tv.self.handler(async ({ context: { deps, tv } }) => ({
      deviceId: tv.id,
      name: tv.name,
      number: tv.number,
      linkedAt: tv.linkedAt,
      ownerName: await ownerName(deps.db, tv.profileId),
      renew: isDueForRenewal(tv.tokenMadeAt, deps.now()),
    })),

    renew: device.devices.tv.renew.handler(async ({ context: { deps, tv } }) => {
      const token = await renewToken(deps, tv);
      if (!token) throw refuse('UNAUTHORIZED');
      return { token };
    }),

    stay: device.devices.tv.stay.handler(({ context, signal = neverAborted }) => {
      const { deps, tv } = context;
      return openStream(context, { linkedTv: tv.id }, signal, async function* () {
        let name = '';
        let askedToRenew = false;
        for await (const why of awaitChange(deps.live, `device:${tv.id}`, signal, () => BEAT_MS)) {
          if (why === RECONNECT) {
            yield { state: RECONNECT };
            return;
          }
          const row = await checkStreamingTv(deps.db, tv.id, deps.now());
          if (row === 'unlinked' || row === 'suspended') {
            yield { state: row };
            return;
          }
          if (name !== row.name) yield { state: name === '' ? ('linked' as const) : ('renamed' as const) };
          name = row.name;
          if (!askedToRenew && isDueForRenewal(row.tokenMadeAt, deps.now())) {
            askedToRenew = true;
            yield { state: 'renew' as const };
          }
        }
      });
    }),
  },
};

function numberOf(typed: string): number {
  const number = parsePairingNumber(typed);
  if (number === null) throw refuse(whyNoPairing(typed));
  return number;
}

/** The pairing a TV may speak of: the right number with the right secret, anything else is unknown. */
async function ownPairing(db: DatabaseOrTransaction, typed: string, headers: Headers) {
  const number = numberOf(typed);
  const secret = bearerToken(headers);
  if (!secret) throw refuse('PAIRING_UNKNOWN');
  const pairing = await pairingOfTv(db, number, secret);
  if (!pairing) throw refuse('PAIRING_UNKNOWN');
  return pairing;
}

async function pairingNumbered(db: DatabaseOrTransaction, number: number) {
  const [pairing] = await db.select().from(pairings).where(eq(pairings.id, number));
  return pairing ?? null;
}

function stateOf(pairing: typeof pairings.$inferSelect, now: Date): 'waiting' | 'linked' | 'expired' {
  if (pairing.userRef) return 'linked';
  return pairing.expiresAt <= now ? 'expired' : 'waiting';
}

/** The owner's first name, or the user name when there is none: all a TV may know about a person. */
async function ownerName(db: DatabaseOrTransaction, profileId: string): Promise<string> {
  const [row] = await db
    .select({ name: sql<string>`coalesce(nullif(${profiles.firstName}, ''), ${profiles.username})` })
    .from(profiles)
    .where(eq(profiles.id, profileId));
  return row?.name ?? '';
}
