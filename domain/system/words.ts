import { todayCopy } from '../admin/today-copy.ts';
import { mailFault } from '../admin/waiting.ts';
import { formatMoneyExact, formatNumber } from '../money.ts';
import { formatDateTime, formatTime } from '../time.ts';
import { capitalized } from '../wording.ts';
import { decimal, durationWords, momentWords, sizeWords, whenWords } from './amounts.ts';
import { systemCopy as copy } from './copy.ts';
import { detailsCopy } from './details-copy.ts';
import type { Facts, Process } from './facts.ts';
import type { State } from './limits.ts';
import { isClockOff, secondsSince } from './states.ts';
import { jobGroupNames } from './tables-copy.ts';

/** What stands in a row: the word of its state, the fact, and what else is known. */
export interface Words {
  state: string;
  fact: string;
  rest: string;
}
type WordsOf = { [Part in keyof Facts]: (facts: Facts[Part], state: State, now: Date) => Words };

const said = (...parts: (string | false | null)[]): string => parts.filter(Boolean).join(' · ');

export const WORDS_OF: WordsOf = {
  version({ releases, since: at, databaseFits }, state) {
    const [newest, ...older] = releases.toSorted((a, b) => compareReleases(b.release, a.release));
    const [old, ...others] = older;
    const fact =
      newest === undefined
        ? copy.version.none
        : old === undefined
          ? copy.version.same(newest.release)
          : others.length === 0
            ? copy.version.other(old.places, old.release, newest.release)
            : copy.version.differs(
                [newest, ...older].map((one) => copy.version.on(one.places.join(', '), one.release)),
              );
    const base = databaseFits ? copy.version.fits : copy.version.old;
    const behind = older.flatMap(({ serving }) => serving);
    return {
      state: copy.version[state === 'ok' ? 'ok' : 'warn'],
      fact,
      rest: said(at && copy.version.since(formatDateTime(at)), base, behind.length > 0 && copy.version.seen(behind)),
    };
  },

  servers({ processes }, state, now) {
    const missing = processes.filter(({ isMissing }) => isMissing);
    const { web, working, isWorked } = countProcesses(processes);
    const first = missing[0];
    const seen = processes.filter(({ isMissing }) => !isMissing).map(({ seenAt }) => seenAt);
    const began = processes.map(({ startedAt }) => startedAt).toSorted((a, b) => b.getTime() - a.getTime())[0];
    const newest = seen.toSorted((a, b) => b.getTime() - a.getTime())[0];
    return {
      state: state === 'err' ? copy.servers.err(missing.length, processes.length) : copy.servers.ok,
      fact: first ? copy.silent(first.place, momentWords(first.seenAt, now)) : copy.processesSaid(web, working),
      rest: first
        ? first.role === 'web'
          ? copy.processesSaid(web, working)
          : copy.servers.waits(first.place)
        : !isWorked
          ? copy.nobodyWorks
          : said(
              newest !== undefined && copy.servers.seen(durationWords(secondsSince(newest, now))),
              began !== undefined && copy.servers.running(durationWords(secondsSince(began, now))),
            ),
    };
  },

  database({ used, max, waiting, slow, longest, clock }, state) {
    const isOff = clock !== null && isClockOff(clock.ms);
    const apart = clock === null ? null : decimal(Math.abs(clock.ms) / 1000, isOff ? 0 : 2);
    return {
      state: copy.database[state],
      fact: waiting > 0 ? copy.database.waited(used, max, waiting) : copy.database.free(used, max),
      rest: said(
        copy.database.slow(formatNumber(slow), slow > 0 ? `${decimal(longest / 1000, 1)} s` : null),
        apart !== null && (isOff ? clockWords(clock!, apart) : copy.database.clocks(apart)),
      ),
    };
  },

  jobs({ waiting, oldest, failed, done, kinds }, state) {
    const which = [...new Set(kinds.filter((kind) => kind.failed > 0).map(({ name }) => groupName(name)))];
    return {
      state: copy.jobs[state],
      fact:
        oldest === null
          ? copy.jobs.none(formatNumber(waiting))
          : copy.jobs.waiting(formatNumber(waiting), durationWords(oldest)),
      rest: failed > 0 ? copy.jobs.failed(failed, which.join(', ')) : copy.jobs.counts('0', formatNumber(done)),
    };
  },

  mails({ sentToday, queued, oldest, failed, errors, refusal, refusedSince }, state, now) {
    const why = [...new Set(errors.map((error) => todayCopy.faults[mailFault(error)]))].join(', ');
    return {
      state: copy.mails[state],
      fact:
        state === 'ok' || oldest === null
          ? copy.mails.sent(formatNumber(sentToday), formatNumber(queued))
          : copy.mails.late(formatNumber(queued), durationWords(oldest)),
      rest:
        state !== 'ok' && refusal !== null
          ? refusedSince && isSignInRefused(refusal)
            ? copy.mails.signIn(momentWords(refusedSince, now), refusal)
            : copy.mails.refusal(refusal)
          : failed > 0
            ? copy.mails.failed(failed, why)
            : copy.mails.allDelivered,
    };
  },

  payments({ unsettled, sums, lastHeardAt, paidToday }, _, now) {
    if (unsettled > 0)
      return {
        state: copy.payments.err,
        fact: copy.payments.waiting(unsettled, sumWords(sums)),
        rest: said(lastHeardAt && copy.payments.silent(momentWords(lastHeardAt, now)), copy.payments.buyersSee),
      };
    const heard = lastHeardAt
      ? copy.payments.heard(durationWords(secondsSince(lastHeardAt, now)))
      : copy.payments.neverHeard;
    return {
      state: copy.payments.ok,
      fact: copy.payments.none,
      rest: said(heard, copy.payments.paid(formatNumber(paidToday))),
    };
  },

  files({ bytes, count, freePart, freeBytes, weekBytes, weekMost, probe }, state) {
    const free = Math.floor(freePart * 100);
    if (state === 'err')
      return {
        state: copy.files.err,
        fact: copy.files.probeFailed,
        rest: said(copy.files.takesNone, copy.files.free(free, sizeWords(freeBytes))),
      };
    return {
      state: copy.files[state],
      fact:
        state === 'ok' ? copy.files.kept(sizeWords(bytes), count, free) : copy.files.low(free, sizeWords(freeBytes)),
      rest:
        state === 'ok'
          ? said(probe && copy.files.probe(formatTime(probe.at), probe.ms))
          : copy.files.week(sizeWords(weekBytes), kindWords(weekMost)),
    };
  },

  backups({ lastAt, bytes, provenAt, keep, lateHours, isUnderWay, failure }, state, now) {
    const proof = provenAt ? copy.backups.proof(whenWords(provenAt, now)) : copy.backups.noProof;
    const why = failure && (failure.isDiskFull ? copy.backups.diskFull : copy.backups.failed(failure.reason));
    const days = lastAt ? Math.max(1, Math.floor((secondsSince(lastAt, now) - lateHours * 3600) / 86_400) + 1) : 0;
    return {
      state: state === 'err' ? (lastAt ? copy.backups.late(days) : copy.backups.none) : copy.backups[state],
      fact: lastAt ? copy.backups.last(whenWords(lastAt, now), sizeWords(bytes ?? 0)) : copy.backups.noneText,
      rest: said(isUnderWay && copy.backups.underWay, why, proof, copy.backups.keep(keep)),
    };
  },

  doubles({ used, receipts }, state) {
    return {
      state: state === 'ok' ? copy.doubles.ok : copy.doubles.warn(used.length),
      fact: used.length === 0 ? copy.doubles.none : replacedWords(used),
      rest: said(
        copy.doubles.text,
        used.includes('d-express') && copy.doubles.courier,
        copy.doubles.receipts[receipts],
      ),
    };
  },
};

/** A kind of the version after this one has no words here. */
const kindWords = (kind: string | null): string | null =>
  Object.entries(detailsCopy.files.kinds).find(([name]) => name === kind)?.[1] ?? null;

function clockWords({ place, ms, isServing }: NonNullable<Facts['database']['clock']>, apart: string): string {
  const clock = copy.database.clockOff(place, apart, ms < 0);
  return isServing ? copy.database.takesNone(clock, place) : clock;
}

/** As mail servers (535 and its like) and the SMTP client say it. */
const isSignInRefused = (refusal: string): boolean => /^Invalid login|\b53[0458]\b/.test(refusal);

function replacedWords(used: Facts['doubles']['used']): string {
  const names = used.flatMap((one) => (one === 'test-cards' ? [] : [copy.doubles.real[one]]));
  const parts = [names.length > 0 && copy.doubles.replaced(names), names.length < used.length && copy.doubles.testKey];
  return capitalized(parts.filter((part) => part !== false).join(', '));
}

/** By their numbers, as `0.10.0` follows `0.9.1`. */
const compareReleases = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

export const sumWords = (sums: Facts['payments']['sums']): string =>
  sums.map((sum) => formatMoneyExact(sum)).join(' + ');

/** What a job is about; jobs are named `<domain>.<what>`. */
export const groupName = (job: string): string => jobGroupNames[groupOf(job)] ?? groupOf(job);
const groupOf = (job: string): string => job.split('.', 1)[0]!;

/** Of those that do both, one is a server. */
export function countProcesses(processes: readonly Pick<Process, 'role' | 'isMissing'>[]): {
  web: number;
  working: number;
  isWorked: boolean;
} {
  return {
    web: processes.filter(({ role }) => role !== 'worker').length,
    working: processes.filter(({ role }) => role === 'worker').length,
    isWorked: processes.some(({ role, isMissing }) => role !== 'web' && !isMissing),
  };
}

export interface JobGroup {
  name: string;
  waiting: number;
  oldest: number | null;
  failed: number;
  nextAt: Date | null;
}

/** Jobs by what they are about, those that wait or failed first. */
export function jobGroups(kinds: Facts['jobs']['kinds']): JobGroup[] {
  const groups = Object.entries(Object.groupBy(kinds, ({ name }) => groupName(name))).map(
    ([name, all = []]): JobGroup => {
      const oldest = all.flatMap((one) => one.oldest ?? []);
      const next = all.flatMap(({ nextAt }) => nextAt?.getTime() ?? []);
      return {
        name,
        waiting: all.reduce((sum, one) => sum + one.waiting, 0),
        oldest: oldest.length > 0 ? Math.max(...oldest) : null,
        failed: all.reduce((sum, one) => sum + one.failed, 0),
        nextAt: next.length > 0 ? new Date(Math.min(...next)) : null,
      };
    },
  );
  return groups.toSorted(
    (a, b) => b.failed - a.failed || b.waiting - a.waiting || a.name.localeCompare(b.name, 'sr-Latn'),
  );
}
