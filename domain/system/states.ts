import type { Facts } from './facts.ts';
import { LIMITS, type State } from './limits.ts';

export const secondsSince = (then: Date, now: Date): number => (now.getTime() - then.getTime()) / 1000;
const HOUR = 3600;

/** How each part is, by what is known of it. */
export const STATE_OF: { [Part in keyof Facts]: (facts: Facts[Part], now: Date) => State } = {
  version: ({ releases, databaseFits }) => (releases.length > 1 || !databaseFits ? 'warn' : 'ok'),
  servers: ({ processes }) => {
    const works = processes.some(({ role, isMissing }) => role !== 'web' && !isMissing);
    return !works || processes.some(({ isMissing }) => isMissing) ? 'err' : 'ok';
  },
  database: ({ waitingSince, clock }, now) =>
    (waitingSince !== null && secondsSince(waitingSince, now) > LIMITS.poolWaiting) ||
    (clock !== null && isClockOff(clock.ms))
      ? 'warn'
      : 'ok',
  jobs: ({ oldest, failed }) => (isOver(oldest, LIMITS.oldestJob) ? 'err' : failed > 0 ? 'warn' : 'ok'),
  mails: ({ oldest, lastSentAt }, now) => {
    if (!isOver(oldest, LIMITS.oldestMail)) return 'ok';
    const isSilent = lastSentAt === null || secondsSince(lastSentAt, now) > LIMITS.noMailSent;
    return isSilent && isOver(oldest, LIMITS.noMailSent) ? 'err' : 'warn';
  },
  payments: ({ unsettled }) => (unsettled > 0 ? 'err' : 'ok'),
  files: ({ freePart, probe }) => (probe === null ? 'err' : freePart < LIMITS.freePart ? 'warn' : 'ok'),
  backups: ({ lastAt, provenAt, lateHours }, now) => {
    if (lastAt === null || secondsSince(lastAt, now) > lateHours * HOUR) return 'err';
    return provenAt === null || secondsSince(provenAt, now) > LIMITS.proofDays * 24 * HOUR ? 'warn' : 'ok';
  },
  doubles: ({ used }) => (used.length > 0 ? 'warn' : 'ok'),
};

export const isClockOff = (ms: number): boolean => Math.abs(ms) > LIMITS.clock * 1000;
const isOver = (seconds: number | null, limit: number): boolean => seconds !== null && seconds > limit;
