import { PARTS } from '#domain/system/limits.ts';
import { STATE_OF } from '#domain/system/states.ts';
import type { AskedGauge } from '../../../platform/log/metrics.ts';
import { type GaugeReader, one, SHOP, THIS } from './gauge-reader.ts';

const DEGREES = { ok: 0, warn: 1, err: 2 } as const;

/** What is pretended, how the parts are, who watches and whether the shop is held. */
export const stateGauges = (reader: GaugeReader, isOnHold: () => boolean): AskedGauge[] => [
  {
    name: 'vidik_double',
    help: `${THIS} 1 for each service that is pretended.`,
    labels: ['service'],
    ...reader.of('doubles', ({ used }) => used.map((service) => ({ value: 1, labels: { service } }))),
  },
  {
    name: 'vidik_part_state',
    help: `${SHOP} The parts of /admin/system: 0 well, 1 to be seen to, 2 broken; left out where a part does not answer.`,
    labels: ['part'],
    read: () => partStates(reader),
  },
  {
    name: 'vidik_streams',
    help: `${THIS} Live streams that are open.`,
    read: async () => one(reader.deps.live.subscribers()),
  },
  {
    name: 'vidik_held',
    help: `${THIS} 1 while a restored shop waits for vidik resume.`,
    read: async () => one(isOnHold() ? 1 : 0),
  },
];

async function partStates({ deps, read }: GaugeReader) {
  const states = PARTS.map(async (part) => {
    const state = (STATE_OF[part] as (facts: unknown, now: Date) => keyof typeof DEGREES)(await read(part), deps.now());
    return { value: DEGREES[state], labels: { part } };
  });
  return (await Promise.allSettled(states)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}
