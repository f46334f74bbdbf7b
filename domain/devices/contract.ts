import { eventIterator, oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../errors.ts';
import { Id } from '../shapes.ts';
import { DEVICE_NAME_MAX } from './rules.ts';

/**
 * A TV shows a number; whoever signs in for that number owns the TV. The number lives ten minutes and links once; the TV
 * alone holds the pairing's secret, so knowing a number is never enough to listen for its owner. A linked TV carries a
 * token that reaches nothing but the device's own data, and dies the moment the owner unlinks it.
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

/** Typed by hand or read from a link, so it comes as text: refused in words, not as a type error. */
const PairingNumber = z.string().trim().max(40);

/** Whoever tries many numbers is told how long to wait. */
const throttled = { PAIRING_TOO_MANY: { status: 429, data: z.object({ minutes: z.int() }) } } as const;

const pairing = { PAIRING_NUMBER_INVALID: { status: 400 }, PAIRING_UNKNOWN: { status: 404 } } as const;

const DeviceName = z.string().trim().min(1).max(DEVICE_NAME_MAX);

export const devices = {
  /** The phone: does that TV wait? */
  look: oc
    .route({ method: 'GET', path: '/devices/pairings/{number}', tags: ['devices'] })
    .input(z.object({ number: PairingNumber }))
    .output(z.object({ number: z.int(), state: z.enum(['waiting', 'expired', 'linked']) }))
    .errors(refusals({ ...pairing, ...throttled })),
  /** The phone: that TV is mine. Linking a TV of one's own again changes nothing. */
  link: oc
    .route({ method: 'POST', path: '/devices/pairings/{number}/link', tags: ['devices'] })
    .input(z.object({ number: PairingNumber }))
    .output(Device)
    .errors(refusals({ ...pairing, ...throttled, PAIRING_EXPIRED: { status: 410 }, PAIRING_TAKEN: {} })),
  mine: oc.route({ method: 'GET', path: '/devices', tags: ['devices'] }).output(z.array(Device)),
  rename: oc
    .route({ method: 'POST', path: '/devices/{id}/rename', tags: ['devices'] })
    .input(z.object({ id: Id, name: DeviceName }))
    .output(Device),
  unlink: oc
    .route({ method: 'POST', path: '/devices/{id}/unlink', tags: ['devices'] })
    .input(z.object({ id: Id }))
    .output(z.object({ unlinked: z.literal(true) })),

  /** What a TV asks. */
  tv: {
    /** A new number, with the secret that proves later that this is the TV that shows it. */
    begin: oc
      .route({ method: 'POST', path: '/tv/pairings', tags: ['tv'] })
      .output(z.object({ number: z.int(), secret: z.string(), expiresAt: z.date(), link: z.url() }))
      .errors(refusals(throttled)),
    /** Speaks when the number is linked or has run out; resumes anywhere, on any server, with the same secret. */
    wait: oc
      .route({ method: 'GET', path: '/tv/pairings/{number}/wait', tags: ['tv'] })
      .input(z.object({ number: PairingNumber, secret: z.string().max(100) }))
      .output(eventIterator(z.object({ state: z.enum(['waiting', 'linked', 'expired']) })))
      .errors(refusals(pairing)),
    /** The device token, for the secret. May be asked again until the TV has used its token: an answer may be lost. */
    claim: oc
      .route({ method: 'POST', path: '/tv/pairings/{number}/claim', tags: ['tv'] })
      .input(z.object({ number: PairingNumber, secret: z.string().max(100) }))
      .output(z.object({ token: z.string(), deviceId: Id, ownerName: z.string(), name: z.string() }))
      .errors(refusals({ ...pairing, PAIRING_EXPIRED: { status: 410 }, PAIRING_NOT_LINKED: {}, PAIRING_CLAIMED: {} })),
    /** The device itself, through its token. */
    self: oc
      .route({ method: 'GET', path: '/tv/self', tags: ['tv'] })
      .output(z.object({ deviceId: Id, name: z.string(), ownerName: z.string(), linkedAt: z.date() })),
    /** Ends when the owner unlinks the TV; `renamed` means: read yourself again. */
    stay: oc
      .route({ method: 'GET', path: '/tv/stay', tags: ['tv'] })
      .output(eventIterator(z.object({ state: z.enum(['linked', 'renamed', 'unlinked']) }))),
  },
};
