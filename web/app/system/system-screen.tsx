import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { pages } from '#domain/pages.ts';
import { systemCopy as copy } from '#domain/system/copy.ts';
import type { DetailedPart } from '#domain/system/details.ts';
import { PARTS, type State } from '#domain/system/limits.ts';
import { formatDateTime, formatTime, formatWeekday } from '#domain/time.ts';
import { api, errorCode } from '../api.ts';
import { PartFailed } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { useSystemActions } from './acts.tsx';
import { Details } from './details.tsx';
import { MostUrgentPart, ResumeFirst } from './most-urgent-part.tsx';
import partStyles from './parts.module.css';
import { Parts, PartsLoading } from './parts.tsx';
import { StatusSun } from './status-sun.tsx';
import styles from './system.module.css';
import { type SystemRead, withSystemDates } from './system-read.ts';
import tableStyles from './tables.module.css';
import { JobTable, ProcessTable, SlowTable } from './tables.tsx';
import { Tiles } from './tiles.tsx';

/** As long as the page is in front of somebody it asks again. Milliseconds. */
const AGAIN_MS = 5_000;
/** As a company's server has the doctor typed, when the server cannot be asked: only a checkout has it as `npm run doctor`. */
const DOCTOR = 'vidik doctor';

/** Nine parts in one order, and the one thing to do first. */
export default function SystemScreen() {
  const query = useQuery({ ...api.system.read.queryOptions(), select: withSystemDates, refetchInterval: AGAIN_MS });
  const part = partStateOf(query);
  const [detail, setDetail] = useState<DetailedPart | null>(null);
  const acts = useSystemActions(() => void query.refetch(), setDetail);
  const { data } = query;
  const readAt = data ? formatTime(new Date(query.dataUpdatedAt)) : null;
  const slowest = data?.parts.database.known ? data.parts.database.facts.slowest : [];
  const isDatabaseAway = errorCode(query.error) === 'SERVICE_UNAVAILABLE';
  return (
    <>
      <section className={styles.top} data-surface="ink">
        <div className={styles.head}>
          <div>
            <p className={`osd muted ${styles.over}`}>{pages.admin.name}</p>
            <h1 className="d">{copy.title}</h1>
            {data && <Verdict data={data} isLive={part.state === 'ready'} />}
          </div>
          {data && <StatusSun isWhole={statesOf(data).every((state) => state === 'ok')} />}
        </div>
        {data && <Tiles data={data} />}
        {data?.heldSince && <ResumeFirst heldSince={data.heldSince} command={data.commands.resume} />}
        {data?.first && <MostUrgentPart data={data} part={data.first} acts={acts} />}
      </section>
      {isDatabaseAway ? (
        <div className={styles.away} role="alert">
          <p>
            <b>{copy.dbDown}</b> {copy.dbDownText(readAt)}
          </p>
          <CopyButton value={data?.commands.doctor ?? DOCTOR} label={copy.do.copyCommand} />
        </div>
      ) : (
        <>
          {part.state === 'failed' && <PartFailed name={copy.notLoaded} part={part} />}
          {part.state === 'stale' && (
            <p className={styles.stale}>
              <b role="status">{copy.stale(readAt!)}</b> <UntilAsked at={query.errorUpdatedAt + AGAIN_MS} />
            </p>
          )}
        </>
      )}
      <h2 className={`d h3 ${partStyles.partsTitle}`}>{copy.parts}</h2>
      {data ? <Parts data={data} acts={acts} /> : <PartsLoading isBusy={part.state === 'loading'} />}
      {data && (
        <div className={tableStyles.tables}>
          {data.parts.servers.known && <ProcessTable processes={data.parts.servers.facts.processes} now={data.at} />}
          {data.parts.jobs.known && <JobTable kinds={data.parts.jobs.facts.kinds} now={data.at} />}
          {slowest.length > 0 && <SlowTable slowest={slowest} now={data.at} />}
        </div>
      )}
      {detail && <Details part={detail} onClose={() => setDetail(null)} />}
    </>
  );
}

/** When the page asks again. Its seconds are no news to whoever listens. */
function UntilAsked({ at }: { at: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((at - now) / 1_000);
  return <span>{copy.staleText(Math.min(AGAIN_MS / 1_000, Math.max(1, seconds)))}</span>;
}

const statesOf = ({ parts }: SystemRead): State[] =>
  PARTS.map((name) => {
    const part = parts[name];
    return part.known ? part.state : 'warn';
  });

/** One sentence: that all is well, or how much is not. */
function Verdict({ data, isLive }: { data: SystemRead; isLive: boolean }) {
  const states = statesOf(data);
  const [broken, warned] = (['err', 'warn'] as const).map((kind) => states.filter((state) => state === kind).length);
  const isWell = broken! + warned! === 0;
  const words = [broken! > 0 && copy.broken(broken!), warned! > 0 && copy.warned(warned!)].filter(
    (one) => one !== false,
  );
  const { at } = data;
  return (
    <div className={styles.verdict} data-state={broken! > 0 ? 'err' : warned! > 0 ? 'warn' : 'ok'} role="status">
      <b>{isWell ? copy.ok : copy.and(words)}</b>
      <p>
        {isWell && `${copy.okText} `}
        {formatWeekday(at).split(',')[0]}, {formatDateTime(at)}
        {isLive && <span className={styles.live}>{copy.live}</span>}
      </p>
    </div>
  );
}
