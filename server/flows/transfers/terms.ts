import { daysLater } from '#domain/day.ts';
import { dayOf } from '#domain/time.ts';
import type { Person } from '../../context.ts';
import type { Dependencies } from '../../dependencies.ts';
import { exchangeRateOn } from '../../orders/rates.ts';
import { smallestUncoveredPackage } from '../../stock/free.ts';
import { whyNotOnDelivery } from '../on-delivery/request-payment-on-delivery.ts';

/** What an order placed today is reckoned at in dinars, the last day of a transfer, whether this person may pay on delivery, and what waits. */
export async function transferTerms(
  { db, now, config }: Pick<Dependencies, 'db' | 'now' | 'config'>,
  { profile }: Pick<Person, 'profile'>,
) {
  const today = dayOf(now());
  const { phone, address, addressNumber, postalCode } = profile;
  const known = { phone, address, addressNumber, postalCode };
  const delivery = Object.fromEntries(Object.entries(known).filter(([, value]) => value));
  return {
    rate: await exchangeRateOn(db, today),
    until: daysLater(today, config.transfer.days),
    wait: await smallestUncoveredPackage(db, today),
    notOnDelivery: await whyNotOnDelivery(db, { config }, { delivery, devices: 1 }),
  };
}
