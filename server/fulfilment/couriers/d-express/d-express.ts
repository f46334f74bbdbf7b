import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { momentOf } from '#domain/time.ts';
import { fingerprint } from '../../../platform/secrets/fingerprint.ts';
import { CourierError, type CourierMessage, type CourierPort } from '../courier.ts';
import { ask } from './ask.ts';
import type { DExpressSettings } from './settings.ts';
import { addressOf, shipmentOf } from './shipment.ts';
import { newsOf } from './statuses.ts';
import { openTowns } from './towns.ts';
import { transferOf } from './transfer.ts';

const Text = z.union([z.string(), z.number()]).transform(String);
const Said = z.object({
  cc: z.string(),
  nID: Text,
  code: Text,
  rID: Text,
  sID: Text,
  dt: Text.pipe(z.string().regex(/^\d{14}$/)),
});
/** How a payout is answered is not known for sure: whatever is of another shape is an error, never a guess. */
const Paid = z.array(z.object({ reference: z.string(), buyOut: z.number().int() }));

/**
 * D Express by what is known of it from outside (docs/orders.md). It can be asked neither for a parcel by its reference nor to call one
 * off nor how one is: those are for people. `settings` are asked for with each request, because a double may be started again elsewhere;
 * `payer` is its name on bank statements, `tracking` its own page with `{code}`.
 */
export function dExpress(
  settings: () => DExpressSettings,
  { payer, tracking }: { payer: string; tracking: string | null },
): CourierPort {
  const townOf = openTowns((path) => ask(settings, path));
  const cannot = async () => {
    throw new Error('D Express cannot be asked for that');
  };
  return {
    name: 'd-express',
    capabilities: {
      asks: true,
      find: false,
      cancel: false,
      status: false,
      get email() {
        return settings().email;
      },
    },
    codeOf(number) {
      const { prefix, first, last } = settings().codes;
      const code = first + number - 1;
      return code > last ? null : `${prefix}${String(code).padStart(10, '0')}`;
    },
    trackingOf: (code) => tracking?.replace('{code}', encodeURIComponent(code)) ?? null,
    async checkAddress(parcel) {
      const town = await townOf(parcel.receiver);
      if (town === null) return 'unknown';
      try {
        await ask(settings, 'data/checkaddress', addressOf(parcel, town));
        return 'known';
      } catch (error) {
        if (isUnknownAddress(error)) return 'unknown';
        throw error;
      }
    },
    async make(parcel) {
      const town = await townOf(parcel.receiver).catch((error: unknown) => {
        throw new CourierError('down', 'register of places', error);
      });
      if (town === null) throw new CourierError('refused', 'RTownID');
      const said = (await ask(settings, 'data/addshipment', shipmentOf(parcel, town, settings()))).trim();
      if (!/^"?OK"?$/.test(said)) throw new CourierError('lost', said.slice(0, 300));
    },
    find: cannot,
    cancel: cannot,
    status: cannot,
    transferOf: (line) => transferOf(payer, line),
    async payout(reference) {
      const said = await ask(settings, `data/viewpayments?PaymentReference=${encodeURIComponent(reference)}`);
      return Paid.parse(JSON.parse(said)).map(({ reference: of, buyOut }) => ({ reference: of, amount: buyOut }));
    },
    readMessage(said) {
      const read = Said.safeParse(said);
      if (!read.success) return null;
      const { secrets, missed } = settings();
      return secrets.some((secret) => isSecret(read.data.cc, secret)) ? messageOf(read.data, missed) : null;
    },
  };
}

/** It names fields that it refuses; an address of the right shape that it does not know has none. */
const isUnknownAddress = (error: unknown) =>
  error instanceof CourierError && error.reason === 'refused' && !/ERROR: R[A-Z]\w+/.test(error.message);

/** Of fingerprints, which are of one length. */
const isSecret = (given: string, wanted: string) => timingSafeEqual(fingerprint(given), fingerprint(wanted));

function messageOf({ nID, code, rID, sID, dt }: z.infer<typeof Said>, missed: readonly string[]): CourierMessage {
  const [year, month, day, hour, minute, second] = [0, 4, 6, 8, 10, 12].map((at, index) =>
    dt.slice(at, index === 0 ? 4 : at + 2),
  );
  const moment = momentOf(`${year}-${month}-${day}`, `${hour}:${minute}`);
  return {
    id: nID,
    code,
    reference: rID,
    status: sID,
    news: newsOf(sID, missed),
    moment: new Date(moment.getTime() + Number(second) * 1000),
  };
}
