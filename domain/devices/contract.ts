import { eventIterator, oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../errors.ts';
import { Id } from '../shapes.ts';
import { visibleLine } from '../visible-line.ts';
import { DEVICE_NAME_MAX } from './rules.ts';

/**
 * A TV shows a number, valid for ten minutes and one linking; whoever signs in for it owns the TV, and from another network gives
 * the two digits on its screen as well. The TV alone holds the pairing's secret, so knowing a number is never enough to listen for
 * its owner. A linked TV carries a token that reaches nothing but the device's own data, and ends the moment the owner unlinks it.
 */
export const Device = z.object({
  id: Id,
  /** The nine-digit number it was linked under. */
  number: z.int(),
  name: z.string(),
  linkedAt: z.date(),
  lastSeenAt: z.date().nullable(),
});
export type Device = z.infer<typeof Device>;

/** Typed by hand or read from a link, so it comes as text: refused with a sentence, not as a type error. */
const PairingNumber = z.string().trim().max(40);

const pairing = { PAIRING_NUMBER_INVALID: { status: 400 }, PAIRING_UNKNOWN: { status: 404 } } as const;

const UnlinkToken = z.string().trim().max(100);

const DeviceName = visibleLine(DEVICE_NAME_MAX).min(1);

export const devices = {
  /** The phone: does that TV wait? */
  look: oc
    .route({ method: 'GET', path: '/devices/pairings/{number}', tags: ['devices'] })
    .input(z.object({ number: PairingNumber }))
    .output(z.object({ number: z.int(), state: z.enum(['waiting', 'expired', 'linked']) }))
    .errors(refusals(pairing)),
  /**
   * The phone: that TV is mine; said again of one's own it changes nothing. Beside the TV (the same public address, few TVs waiting
   * there) the number is enough; elsewhere the two digits on its screen are wanted, and three wrong ones spend the number. Whoever
   * says how many tries they know to be `left` may send the same twice: when fewer are left, the digits are not looked at.
   */
  link: oc
    .route({ method: 'POST', path: '/devices/pairings/{number}/link', tags: ['devices'] })
    .input(z.object({ number: PairingNumber, digits: z.string().trim().max(10).optional(), left: z.int().optional() }))
    .output(Device)
    .errors(
      refusals({
        ...pairing,
        PAIRING_EXPIRED: { status: 410 },
        PAIRING_TAKEN: {},
        PAIRING_DIGITS_NEEDED: {
          data: z.object({ begunAt: z.date(), seenFrom: z.string().nullable(), left: z.int() }),
        },
        PAIRING_DIGITS_WRONG: { data: z.object({ left: z.int() }) },
      }),
    ),
  mine: oc.route({ method: 'GET', path: '/devices', tags: ['devices'] }).output(z.array(Device)),
  rename: oc
    .route({ method: 'POST', path: '/devices/{id}/rename', tags: ['devices'] })
    .input(z.object({ id: Id, name: DeviceName }))
    .output(Device),
  unlink: oc
    .route({ method: 'POST', path: '/devices/{id}/unlink', tags: ['devices'] })
    .input(z.object({ id: Id }))
    .output(z.object({ unlinked: z.literal(true) })),
  /** The link in the mail about a linking: what it would do, and doing it. Good for 72 hours, once. */
  unlinkLink: {
    look: oc
      .route({ method: 'POST', path: '/devices/unlink-link/look', tags: ['devices'] })
      .input(z.object({ token: UnlinkToken }))
      .output(z.object({ number: z.int(), name: z.string(), linkedAt: z.date(), until: z.date() }))
      .errors(refusals({ UNLINK_LINK_DEAD: { status: 410 } })),
    use: oc
      .route({ method: 'POST', path: '/devices/unlink-link/use', tags: ['devices'] })
      .input(z.object({ token: UnlinkToken }))
      .output(z.object({ number: z.int() }))
      .errors(refusals({ UNLINK_LINK_DEAD: { status: 410 } })),
  },

  /** What a TV asks. It carries the pairing's secret, and later its token, as `Authorization: Bearer …`. */
  tv: {
    /** A new number and two digits for the screen, with the secret that proves later that this is the TV that shows them. */
    begin: oc
      .route({ method: 'POST', path: '/tv/pairings', tags: ['tv'] })
      .output(
        z.object({ number: z.int(), digits: z.string(), secret: z.string(), expiresAt: z.date(), link: z.url() }),
      ),
    /**
     * Speaks when the number is linked or has run out; resumes anywhere, on any server, with the same secret. `reconnect`:
     * this server stops, ask again at once.
     */
    wait: oc
      .route({ method: 'GET', path: '/tv/pairings/{number}/wait', tags: ['tv'] })
      .input(z.object({ number: PairingNumber }))
      .output(eventIterator(z.object({ state: z.enum(['waiting', 'linked', 'expired', 'reconnect']) })))
      .errors(refusals(pairing)),
    /** The device token, for the secret. May be asked again until the TV has used its token: an answer may be lost. */
    claim: oc
      .route({ method: 'POST', path: '/tv/pairings/{number}/claim', tags: ['tv'] })
      .input(z.object({ number: PairingNumber }))
      .output(z.object({ token: z.string(), deviceId: Id, ownerName: z.string(), name: z.string() }))
      .errors(refusals({ ...pairing, PAIRING_EXPIRED: { status: 410 }, PAIRING_NOT_LINKED: {}, PAIRING_CLAIMED: {} })),
    /** The device itself, through its token. `renew`: time for a new token. */
    self: oc.route({ method: 'GET', path: '/tv/self', tags: ['tv'] }).output(
      z.object({
        deviceId: Id,
        name: z.string(),
        number: z.int(),
        ownerName: z.string(),
        linkedAt: z.date(),
        renew: z.boolean(),
      }),
    ),
    /** The next token. Asked again it is the same one; the present token stays good until the next one is used. */
    renew: oc.route({ method: 'POST', path: '/tv/token', tags: ['tv'] }).output(z.object({ token: z.string() })),
    /**
     * Ends when the owner unlinks the TV, or is blocked (`suspended`: the token is good again once they are let in).
     * `renamed` means: read yourself again; `renew`: ask for a new token; `reconnect`: this server stops, ask again at once.
     */
    stay: oc
      .route({ method: 'GET', path: '/tv/stay', tags: ['tv'] })
      .output(
        eventIterator(
          z.object({ state: z.enum(['linked', 'renamed', 'renew', 'suspended', 'unlinked', 'reconnect']) }),
        ),
      ),
  },
};
