import type { TestDouble } from '#domain/system/facts.ts';
import type { Config } from '../../config.ts';

/** Which services are pretended here. */
export function doublesUsed({ payments, couriers, smtpUrl }: Config): TestDouble[] {
  const used: (TestDouble | false)[] = [
    payments.keys === null ? 'cards' : !payments.realMoney && 'test-cards',
    couriers.offered.includes('d-express') && couriers.dExpress === null && 'd-express',
    smtpUrl === undefined && 'mails',
  ];
  return used.filter((one) => one !== false);
}
