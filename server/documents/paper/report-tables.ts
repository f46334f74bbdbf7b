import { reportCopy } from '#domain/campaigns/report/report-copy.ts';
import { reportPaper as copy } from '#domain/campaigns/report/report-paper-copy.ts';
import { formatNumber } from '#domain/money.ts';
import { reasonCopy } from '#domain/playout/rules-copy.ts';
import { dayOf, formatDate, formatTime, startOfDay } from '#domain/time.ts';
import { drawTableInTwoColumns, tableHeight } from './beside.ts';
import type { Place, ReportPaper } from './report-paper.ts';
import { addLine, said, table, title } from './report-parts.ts';
import { px, type Sheet } from './sheet.ts';

/** Names with their plays, and how many of all these are. */
export function sharesOf(name: string, rows: readonly Place[], counted: number) {
  return {
    headers: [name, copy.columns.plays, copy.columns.share, copy.columns.tvs],
    widths: [0.4, 0.2, 0.18, 0.22],
    rows: rows.map((row) => [
      said(row.name),
      said(formatNumber(row.counted), true),
      said(reportCopy.share(row.counted, counted)),
      said(formatNumber(row.tvs)),
    ]),
  };
}

export function drawPictures(sheet: Sheet, { report: { pictures, counted, openings } }: ReportPaper): void {
  if (pictures.length === 0) return;
  title(sheet, reportCopy.byPicture, tableHeight(pictures.length));
  const { picture, plays, share, openings: opened, perHundred } = copy.columns;
  const rows = pictures.map((one) => [
    said(one.name || copy.unnamed),
    said(formatNumber(one.counted), true),
    said(reportCopy.share(one.counted, counted)),
    said(formatNumber(one.openings)),
    said(one.counted === 0 ? '–' : reportCopy.perHundred(one.openings, one.counted)),
  ]);
  table(sheet, [picture, plays, share, opened, perHundred], [0.4, 0.14, 0.12, 0.15, 0.19], rows);
  const elsewhere = openings - pictures.reduce((sum, one) => sum + one.openings, 0);
  if (elsewhere > 0) {
    sheet.y -= px(10);
    addLine(sheet, reportCopy.openingsElsewhere(elsewhere));
    sheet.y += px(14);
  }
}

export function drawReasons(sheet: Sheet, { report: { uncounted, reported, counted, repeats } }: ReportPaper): void {
  title(sheet, copy.uncounted, tableHeight(4));
  if (uncounted.length === 0) addLine(sheet, reportCopy.allCounted);
  else {
    const { reason, meaning, number, ofReported } = copy.columns;
    table(
      sheet,
      [reason, meaning, number, ofReported],
      [0.25, 0.51, 0.1, 0.14],
      [
        ...uncounted.map((one) => [
          said(reasonCopy[one.reason].name, true),
          said(reasonCopy[one.reason].meaning),
          said(formatNumber(one.plays)),
          said(reportCopy.ofAllShare(one.plays, reported)),
        ]),
        [
          said(copy.sum, true),
          said(copy.free, true),
          said(formatNumber(reported - counted), true),
          said(reportCopy.ofAllShare(reported - counted, reported), true),
        ],
      ],
      2,
    );
  }
  if (repeats > 0) {
    sheet.y -= px(10);
    addLine(sheet, reportCopy.repeats(repeats));
    sheet.y += px(14);
  }
}

/** The same numbers as the bars, in two columns. */
export function drawDayTable(sheet: Sheet, { report: { days }, plan, madeAt }: ReportPaper): void {
  if (days.length === 0) return;
  const headers = [copy.columns.day, copy.columns.counted, ...(plan.size > 0 ? [copy.columns.ofPlan] : [])];
  const today = dayOf(madeAt);
  const rows = days.map(({ day, counted }) => [
    said(day === today ? copy.until(startOfDay(day), formatTime(madeAt)) : formatDate(startOfDay(day))),
    said(formatNumber(counted), true),
    ...(plan.size > 0 ? [said(planned(counted, plan.get(day) ?? 0))] : []),
  ]);
  const widths = plan.size > 0 ? [0.5, 0.26, 0.24] : [0.6, 0.4];
  drawTableInTwoColumns(sheet, { title: copy.days, headers, widths, rows });
}

const planned = (counted: number, plan: number): string =>
  plan < 0.5 ? '–' : `${Math.round((100 * counted) / plan)}%`;
