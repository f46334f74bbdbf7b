import type { Process } from '#domain/system/facts.ts';
import { LIMITS } from '#domain/system/limits.ts';
import type { Database } from '../../platform/db.ts';
import type { Role } from '../../platform/servers/alive.ts';
import type { ProcessFigures } from '../../platform/servers.schema.ts';

/** What a process writes down, as the database gives it back. */
export type StoredFigures = Omit<ProcessFigures, 'lastErrorAt' | 'pool' | 'slowest'> & {
  lastErrorAt: string | null;
  /** One of the version before does not say it. */
  slowest?: (Omit<ProcessFigures['slowest'][number], 'lastAt'> & { lastAt: string })[];
  pool: Omit<ProcessFigures['pool'], 'waitingSince'> & { waitingSince: string | null };
};

export interface ProcessReport extends Process {
  migration: string;
  said: StoredFigures | null;
}

/**
 * Every process that has not ended, and those that ended without a word within the last day, unless another was started in
 * their place since.
 */
export async function readProcesses(db: Pick<Database, 'ask'>): Promise<ProcessReport[]> {
  const rows = await db.ask<{
    id: string;
    release: string;
    migration: string;
    jobs: Role;
    place: string | null;
    figures: StoredFigures | null;
    started_at: Date;
    seen_at: Date;
    missing: boolean;
  }>(
    `select id, release, migration, jobs, place, figures, started_at, seen_at,
       seen_at <= now() - make_interval(secs => $1) as missing
     from servers one
     where seen_at > now() - interval '1 day'
       and (seen_at > now() - make_interval(secs => $1) or not exists (
         select from servers later where later.place = one.place and later.started_at > one.started_at))
     order by jobs = 'worker', place, started_at`,
    [LIMITS.heartbeat],
  );
  return rows.map(({ id, release, migration, jobs, place, figures, started_at, seen_at, missing }) => ({
    id,
    place: place ?? id.slice(0, 8),
    role: jobs,
    release,
    migration,
    startedAt: started_at,
    seenAt: seen_at,
    isMissing: missing,
    memoryMb: figures?.memoryMb ?? null,
    requestsPerMinute: figures?.perMinute ?? null,
    jobsPerMinute: figures?.jobsPerMinute ?? null,
    clockMs: figures?.clockMs ?? null,
    said: figures,
  }));
}
