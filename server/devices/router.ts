import { ORPCError } from '@orpc/server';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { formatPairingNumber, parsePairingNumber } from '#domain/devices/rules.ts';
import { anyone, device, member } from '../access.ts';
import { profiles } from '../accounts/schema.ts';
import { record } from '../platform/audit.ts';
import type { Reader } from '../platform/db.ts';
import { queueMail } from '../platform/mail.ts';
import { awaitChange } from './await-change.ts';
import { beginPairing } from './begin.ts';
import { claimDevice, pairingOfTv } from './claim.ts';
import { linkDevice } from './link.ts';
import { devices, pairings } from './schema.ts';
import { countBeginning, countNumber } from './throttle.ts';
import { unlinkDevice } from './unlink.ts';

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
  look: anyone.devices.look.handler(async ({ context: { edges, ip }, input, errors }) => {
    const minutes = await countNumber(edges, ip);
    if (minutes > 0) throw errors.PAIRING_TOO_MANY({ data: { minutes } });
    const number = parsePairingNumber(input.number);
    if (number === null) throw errors.PAIRING_NUMBER_INVALID();
    const pairing = await pairingNumbered(edges.db, number);
    if (!pairing) throw errors.PAIRING_UNKNOWN();
    return { number, state: stateOf(pairing, edges.now()) };
  }),

  link: member.devices.link.handler(async ({ context: { edges, ip, person, actor }, input, errors }) => {
    const minutes = await countNumber(edges, ip, person.id);
    if (minutes > 0) throw errors.PAIRING_TOO_MANY({ data: { minutes } });
    const number = parsePairingNumber(input.number);
    if (number === null) throw errors.PAIRING_NUMBER_INVALID();
    const outcome = await edges.db.transaction(async (tx) => {
      const result = await linkDevice(tx, actor, number, person.id, edges.now());
      if (result.kind === 'linked') {
        await queueMail(tx, edges.queue, {
          to: person.email,
          template: 'devices.linked',
          props: {
            number: formatPairingNumber(number),
            at: result.device.linkedAt.toISOString(),
            link: `${edges.config.publicUrl}/account#televizori`,
          },
        });
      }
      return result;
    });
    switch (outcome.kind) {
      case 'unknown':
        throw errors.PAIRING_UNKNOWN();
      case 'expired':
        throw errors.PAIRING_EXPIRED();
      case 'taken':
        throw errors.PAIRING_TAKEN();
      default:
        return outcome.device;
    }
  }),

  mine: member.devices.mine.handler(({ context: { edges, person } }) =>
    edges.db
      .select(shown)
      .from(devices)
      .where(and(eq(devices.profileId, person.id), isNull(devices.unlinkedAt)))
      .orderBy(desc(devices.linkedAt)),
  ),

  rename: member.devices.rename.handler(async ({ context: { edges, person, actor }, input }) =>
    edges.db.transaction(async (tx) => {
      const own = and(eq(devices.id, input.id), eq(devices.profileId, person.id), isNull(devices.unlinkedAt));
      const [before] = await tx.select({ name: devices.name }).from(devices).where(own).for('update');
      const [row] = before ? await tx.update(devices).set({ name: input.name }).where(own).returning(shown) : [];
      if (!before || !row) throw new ORPCError('NOT_FOUND');
      await record(tx, actor, {
        action: 'devices.renamed',
        on: { kind: 'device', id: row.id },
        before,
        after: { name: row.name },
      });
      return row;
    }),
  ),

  unlink: member.devices.unlink.handler(async ({ context: { edges, person, actor }, input }) => {
    const done = await edges.db.transaction((tx) => unlinkDevice(tx, actor, input.id, person.id, edges.now()));
    if (!done) throw new ORPCError('NOT_FOUND');
    return { unlinked: true as const };
  }),

  tv: {
    begin: anyone.devices.tv.begin.handler(async ({ context: { edges, ip }, errors }) => {
      const minutes = await countBeginning(edges, ip);
      if (minutes > 0) throw errors.PAIRING_TOO_MANY({ data: { minutes } });
      const pairing = await beginPairing(edges.db, edges.now());
      return { ...pairing, link: `${edges.config.publicUrl}/device-login/${pairing.number}` };
    }),

    wait: anyone.devices.tv.wait.handler(async function* ({ context: { edges }, input, errors, signal }) {
      const pairing = await ownPairing(edges.db, input, errors);
      const left = () => pairing.expiresAt.getTime() - edges.now().getTime();
      let said = '';
      for await (const _ of awaitChange(
        edges.live,
        `pairing:${pairing.id}`,
        signal ?? new AbortController().signal,
        left,
      )) {
        const now = await pairingNumbered(edges.db, pairing.id);
        const state = now ? stateOf(now, edges.now()) : 'expired';
        if (state !== said) yield { state };
        said = state;
        if (state !== 'waiting') return;
      }
      if (said === 'waiting' && left() <= 0) yield { state: 'expired' as const };
    }),

    claim: anyone.devices.tv.claim.handler(async ({ context: { edges }, input, errors }) => {
      const pairing = await ownPairing(edges.db, input, errors);
      if (!pairing.userRef) {
        throw pairing.expiresAt <= edges.now() ? errors.PAIRING_EXPIRED() : errors.PAIRING_NOT_LINKED();
      }
      const outcome = await edges.db.transaction((tx) => claimDevice(tx, pairing.id));
      switch (outcome.kind) {
        case 'not linked':
          throw errors.PAIRING_NOT_LINKED();
        case 'unlinked':
          throw errors.PAIRING_EXPIRED();
        case 'claimed':
          throw errors.PAIRING_CLAIMED();
        default:
          return {
            token: outcome.token,
            deviceId: outcome.device.id,
            name: outcome.device.name,
            ownerName: await ownerName(edges.db, outcome.device.profileId),
          };
      }
    }),

    self: device.devices.tv.self.handler(async ({ context: { edges, tv } }) => ({
      deviceId: tv.id,
      name: tv.name,
      linkedAt: tv.linkedAt,
      ownerName: await ownerName(edges.db, tv.profileId),
    })),

    stay: device.devices.tv.stay.handler(async function* ({ context: { edges, tv }, signal }) {
      let name = '';
      const word = `device:${tv.id}`;
      for await (const _ of awaitChange(edges.live, word, signal ?? new AbortController().signal, () => BEAT_MS)) {
        const [row] = await edges.db
          .update(devices)
          .set({ lastSeenAt: edges.now() })
          .where(and(eq(devices.id, tv.id), isNull(devices.unlinkedAt)))
          .returning({ name: devices.name });
        if (!row) {
          yield { state: 'unlinked' as const };
          return;
        }
        if (name !== row.name) yield { state: name === '' ? ('linked' as const) : ('renamed' as const) };
        name = row.name;
      }
    }),
  },
};

interface PairingErrors {
  PAIRING_NUMBER_INVALID: () => Error;
  PAIRING_UNKNOWN: () => Error;
}

/** The pairing a TV may speak of: the right number with the right secret, anything else is unknown. */
async function ownPairing(db: Reader, input: { number: string; secret: string }, errors: PairingErrors) {
  const number = parsePairingNumber(input.number);
  if (number === null) throw errors.PAIRING_NUMBER_INVALID();
  const pairing = await pairingOfTv(db, number, input.secret);
  if (!pairing) throw errors.PAIRING_UNKNOWN();
  return pairing;
}

async function pairingNumbered(db: Reader, number: number) {
  const [pairing] = await db.select().from(pairings).where(eq(pairings.id, number));
  return pairing ?? null;
}

function stateOf(pairing: typeof pairings.$inferSelect, now: Date): 'waiting' | 'linked' | 'expired' {
  if (pairing.userRef) return 'linked';
  return pairing.expiresAt <= now ? 'expired' : 'waiting';
}

/** The owner's first name, or the user name when there is none: all a TV may know about a person. */
async function ownerName(db: Reader, profileId: string): Promise<string> {
  const [row] = await db
    .select({ name: sql<string>`coalesce(nullif(${profiles.firstName}, ''), ${profiles.username})` })
    .from(profiles)
    .where(eq(profiles.id, profileId));
  return row?.name ?? '';
}
