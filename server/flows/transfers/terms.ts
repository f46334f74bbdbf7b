import { daysLater } from '#domain/day.ts';
import { dayOf } from '#domain/time.ts';
import type { Person } from '../../context.ts';
import type { Dependencies } from '../../dependencies.ts';
import { rateOn } from '../../orders/rates.ts';
import { notOnDelivery } from '../on-delivery/offer-on-delivery.ts';

/** What an order in dinars that is placed today is reckoned at, the last day of a transfer, and whether this person may pay on delivery. */
export async function transferTerms(
  { db, now, config }: Pick<Dependencies, 'db' | 'now' | 'config'>,
  { profile }: Pick<Person, 'profile'>,
) {
  const today = dayOf(now());
  const { phone, address, addressNumber, postalCode } = profile;
  const known = { phone, address, addressNumber, postalCode };
  const delivery = Object.fromEntries(Object.entries(known).filter(([, value]) => value));
  return {
    rate: await rateOn(db, today),
    until: daysLater(today, config.transfer.days),
    notOnDelivery: await notOnDelivery(db, { config }, { delivery, devices: 1 }),
  };
}
