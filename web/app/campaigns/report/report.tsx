import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { sameDailyPlan } from '#domain/campaigns/plan.ts';
import { reportCopy as copy } from '#domain/campaigns/report/report-copy.ts';
import { formatNumber } from '#domain/money.ts';
import { countingRules, reasonCopy } from '#domain/playout/rules-copy.ts';
import { hourRanges } from '#domain/playout/schedule.ts';
import { formatDayAndMonth, formatTime, startOfDay } from '#domain/time.ts';
import { api, client } from '../../api.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { Button } from '../../ui/button.tsx';
import { type Bar, BarChart } from '../../ui/media/bar-chart.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { type Column, Table } from '../../ui/table/table.tsx';
import { Adverts } from './adverts.tsx';
import { PlaysByPlace } from './plays-by-place.tsx';
import { PriceBreakdown, PricePerPlay } from './price-per-play.tsx';
import type { CampaignReport } from './read.ts';
import styles from './report.module.css';
import { Days, Hours, planOf } from './tables.tsx';
import { UncountedPlays } from './uncounted-plays.tsx';

const FILES = {
  csv: { ask: client.campaigns.own.reportFile, failed: copy.csvFailed },
  pdf: { ask: client.campaigns.own.reportPdf, failed: copy.pdfFailed },
};

interface ReportProps {
  id: string;
  kind: 'banner' | 'spot';
  colour: string;
  /** What is spent of the budget; a special package has none. */
  plan?: ReactNode;
}

/** What became of the plays of a campaign that was shown: sums, days, hours, adverts, and why a play was not counted. */
export function Report({ id, kind, colour, plan }: ReportProps) {
  const report = useQuery(api.campaigns.own.report.queryOptions({ input: { id } }));
  const [busy, setBusy] = useState<keyof typeof FILES | null>(null);
  const download = async (what: keyof typeof FILES) => {
    setBusy(what);
    try {
      saveFile(await FILES[what].ask({ id }));
    } catch {
      toast.error(FILES[what].failed);
    } finally {
      setBusy(null);
    }
  };
  return (
    <section className={styles.report} aria-labelledby="report">
      <header className={styles.head}>
        <h2 id="report" className="d h2">
          {copy.title}
        </h2>
        <div className={styles.files}>
          <Button variant="secondary" loading={busy === 'csv'} onClick={() => void download('csv')}>
            {copy.csv}
          </Button>
          <Button loading={busy === 'pdf'} onClick={() => void download('pdf')}>
            {copy.pdf}
          </Button>
        </div>
      </header>
      <DataPart name={copy.name} part={partStateOf(report)} lines={8}>
        {() => (
          <Shown
            id={id}
            kind={kind}
            colour={colour}
            plan={plan}
            report={report.data!}
            at={new Date(report.dataUpdatedAt)}
          />
        )}
      </DataPart>
      <Rules />
    </section>
  );
}

interface ShownProps extends ReportProps {
  report: CampaignReport;
  at: Date;
}

function Shown({ id, kind, report, at, colour, plan }: ShownProps) {
  const { counted, reported, openings } = report;
  const shown = report.days.map(
    ({ day, counted: value }): Bar => ({
      label: formatDayAndMonth(startOfDay(day)),
      value,
      text: copy.plays(value),
    }),
  );
  const ahead = report.ahead.map(
    ({ day, planned }): Bar => ({
      label: formatDayAndMonth(startOfDay(day)),
      value: 0,
      text: copy.aheadDay(planned),
      isAhead: true,
      planned,
    }),
  );
  const daily = planOf([...report.days, ...report.ahead]);
  const hours = report.hours.map(
    ({ hour, counted: value, isAhead }): Bar => ({ label: formatTime(hour), value, text: copy.plays(value), isAhead }),
  );
  return (
    <>
      <dl className={styles.figures}>
        <Figure value={counted} name={copy.counted} hint={copy.ofReported(counted, reported)} />
        <Figure
          value={report.today}
          name={copy.today(formatTime(at))}
          hint={report.untilHour && copy.untilHour(report.untilHour)}
        />
        <PricePerPlay {...report} />
        <Figure value={openings} name={copy.openings} hint={copy.openingsPer(openings, counted)} />
      </dl>
      {plan}
      {reported === 0 && <p className="muted">{copy.none}</p>}
      <Chart
        title={copy.byDay}
        bars={[...shown, ...ahead]}
        colour={colour}
        plan={daily}
        note={daily && ahead.length > 0 ? copy.aheadDays : null}
        table={<Days {...report} />}
      />
      <div className={styles.two}>
        <Chart
          title={copy.byHour}
          bars={hours}
          colour={colour}
          plain
          peakOf={({ value, label }) => copy.mostInHour(value, label)}
          note={aheadOf(report.hours)}
          table={<Hours bars={hours} />}
        />
        <section className={styles.card}>
          <h3>{copy.byPicture}</h3>
          <Adverts kind={kind} {...report} />
        </section>
      </div>
      <PlaysByPlace {...report} />
      <PriceBreakdown spent={report.spent} kind={kind} />
      <Reasons report={report} />
      {reported > counted && <UncountedPlays id={id} uncounted={report.uncounted} />}
    </>
  );
}

function Figure({ value, name, hint }: { value: number; name: string; hint: string | null }) {
  return (
    <div className={styles.figure}>
      <dd className="num">{formatNumber(value)}</dd>
      <dt>{name}</dt>
      {hint && <dd className={styles.hint}>{hint}</dd>}
    </div>
  );
}

interface ChartProps {
  title: string;
  bars: Bar[];
  colour: string;
  plan?: number[] | null;
  plain?: boolean;
  peakOf?: ((bar: Bar) => string) | undefined;
  note?: string | null;
  table: ReactNode;
}

/** Which hours of today are still to come; `null`: none. */
function aheadOf(hours: CampaignReport['hours']): string | null {
  const bits = hours.reduce(
    (all, { hour, isAhead }) => (isAhead ? all | (1 << Number(formatTime(hour).split(':')[0])) : all),
    0,
  );
  return bits === 0 ? null : copy.ahead(hourRanges(bits));
}

function Chart({ title, bars, colour, plan = null, plain = false, peakOf, note = null, table }: ChartProps) {
  return (
    <section className={styles.card}>
      <h3>{title}</h3>
      <BarChart
        title={title}
        summary={`${bars[0]?.label ?? ''} – ${bars.at(-1)?.label ?? ''}`}
        bars={bars}
        colour={colour}
        line={plan}
        now={copy.now}
        plain={plain}
        {...(peakOf && { peakOf })}
      />
      {note && <p className="muted s">{note}</p>}
      {plan && <p className="muted s">{copy.planLine(sameDailyPlan(plan))}</p>}
      <details>
        <summary>{copy.table}</summary>
        {table}
      </details>
    </section>
  );
}

interface ReasonRow {
  key: string;
  name: string;
  meaning: string;
  plays: number;
}

function Reasons({ report: { uncounted, reported, counted, repeats } }: { report: CampaignReport }) {
  const columns: Column<ReasonRow>[] = [
    { key: 'reason', header: copy.reason, bare: true, cell: ({ name }) => <b>{name}</b> },
    { key: 'meaning', header: copy.meaning, bare: true, cell: ({ meaning }) => meaning },
    { key: 'plays', header: copy.number, align: 'right', cell: ({ plays }) => formatNumber(plays) },
    { key: 'share', header: copy.ofAll, align: 'right', cell: ({ plays }) => copy.ofAllShare(plays, reported) },
  ];
  const rows = uncounted.map(({ reason, plays }): ReasonRow => ({ key: reason, plays, ...reasonCopy[reason] }));
  const total = { key: 'total', name: copy.total, meaning: '', plays: reported - counted };
  return (
    <section aria-labelledby="uncounted">
      <header className={styles.head}>
        <h3 id="uncounted" className="d h3">
          {copy.uncounted}
        </h3>
        <p>
          <b>{formatNumber(reported - counted)}</b> <span className="muted">· {copy.free}</span>
        </p>
      </header>
      <Table
        caption={copy.uncounted}
        columns={columns}
        rows={rows.length === 0 ? [] : [...rows, total]}
        rowKey={({ key }) => key}
        empty={<p className="muted">{copy.allCounted}</p>}
      />
      {repeats > 0 && <p className="muted s">{copy.repeats(repeats)}</p>}
    </section>
  );
}

function Rules() {
  return (
    <section className={styles.rules} data-surface="ink">
      <h3 className="d h3">{countingRules.title}</h3>
      <ol>
        {countingRules.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ol>
      <p>{countingRules.cost}</p>
      <p>{countingRules.people}</p>
    </section>
  );
}
