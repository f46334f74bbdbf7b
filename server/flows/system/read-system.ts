import { setTimeout as sleep } from 'node:timers/promises';
import type { System } from '#domain/system/contract.ts';
import type { Facts } from '#domain/system/facts.ts';
import {
  LIMITS,
  mostHarmfulBrokenPart,
  PARTS,
  type PartName,
  type State,
  type UNKNOWN,
} from '#domain/system/limits.ts';
import { STATE_OF } from '#domain/system/states.ts';
import { unresumedArchiveMadeAt } from '../../backup/awaiting-resume.ts';
import type { Dependencies } from '../../dependencies.ts';
import { quantile } from '../../platform/log/recent-requests.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { commandToType, serviceToStart } from '../../platform/process/release.ts';
import { FACTS_OF } from './facts.ts';
import { readProcesses } from './processes.ts';

type Known = { known: true; state: State; facts: Facts[PartName] };
type Unknown = { known: false; why: (typeof UNKNOWN)[number]; last: { state: State; at: Date } | null };

/** How each part last was, of what this process has asked. */
const lastKnown = perInstance((_: Dependencies) => new Map<PartName, { state: State; at: Date }>());

/** The nine parts at once, each waited for on its own: one that does not answer says how it last was, and the others are shown. */
export async function readSystem(deps: Dependencies, reads = FACTS_OF, partMs = LIMITS.part * 1000): Promise<System> {
  const now = deps.now();
  const last = lastKnown(deps);
  const [processes, held, ...read] = await Promise.all([
    readProcesses(deps.db),
    unresumedArchiveMadeAt(deps.db),
    ...PARTS.map(async (part): Promise<[PartName, Known | Unknown]> => {
      const waiting = new AbortController();
      const late = sleep(partMs, 'late' as const, { signal: waiting.signal }).catch(() => 'late' as const);
      const facts = await Promise.race([reads[part](deps).catch((error) => logFailure(deps, part, error)), late]);
      waiting.abort();
      if (facts === 'late' || facts === 'failed')
        return [part, { known: false, why: facts, last: last.get(part) ?? null }];
      const state = (STATE_OF[part] as (facts: Facts[PartName], now: Date) => State)(facts, now);
      last.set(part, { state, at: now });
      return [part, { known: true, state, facts }];
    }),
  ]);
  const parts = Object.fromEntries(read) as System['parts'];
  const said = processes.flatMap(({ said, isMissing }) => (said && !isMissing ? [said] : []));
  const lastErrors = said.flatMap(({ lastErrorAt }) => lastErrorAt ?? []).toSorted();
  const states = read.flatMap(([part, one]) => (one.known ? [[part, one.state] as const] : []));
  return {
    at: now,
    heldSince: held,
    first: held ? null : mostHarmfulBrokenPart(Object.fromEntries(states)),
    answered: quantile(
      said.map(({ times }) => times),
      0.95,
    ),
    errors: said.reduce((all, { errors }) => all + errors, 0),
    lastErrorAt: lastErrors.length > 0 ? new Date(lastErrors.at(-1)!) : null,
    parts,
    commands: {
      start: serviceToStart('start'),
      worker: serviceToStart('worker'),
      doctor: commandToType('doctor'),
      resume: commandToType('resume'),
    },
  };
}

function logFailure({ log }: Dependencies, part: PartName, error: unknown): 'failed' {
  log.warn({ error, part }, 'a part of the system could not be looked at');
  return 'failed';
}
