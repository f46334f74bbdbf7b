import { onePlan } from '#domain/campaigns/plan.ts';
import type { CampaignReport } from '#domain/campaigns/report/report.ts';
import { reportCopy } from '#domain/campaigns/report/report-copy.ts';
import { reportPaper as copy } from '#domain/campaigns/report/report-paper-copy.ts';
import type { CampaignKind } from '#domain/campaigns/rules.ts';
import type { Company } from '#domain/company.ts';
import type { Day } from '#domain/day.ts';
import { paper } from '#domain/documents/paper-copy.ts';
import { formatNumber } from '#domain/money.ts';
import { countingRules, reasonCopy } from '#domain/playout/rules-copy.ts';
import { dayOf, formatDate, formatTime, startOfDay } from '#domain/time.ts';
import { drawBars } from './bars.ts';
import { drawTableInTwoColumns, drawTablesSideBySide, tableHeight } from './beside.ts';
import { drawPairs, type Pair } from './parts.ts';
import { addLine, drawTop, HEAD, said, table, title } from './report-parts.ts';
import { drawScreen, type Screen, screenHeight } from './screen.ts';
import {
  artifact,
  closeSheet,
  displayLines,
  GREY,
  INK,
  INNER,
  LEFT,
  openSheet,
  part,
  px,
  RIGHT,
  type Sheet,
  write,
  writeDisplay,
} from './sheet.ts';

/** What the report of a campaign on paper is drawn from. */
export interface ReportPaper {
  number: string;
  madeAt: Date;
  issuer: Pick<Company, 'legalName' | 'address' | 'registrationNumber' | 'taxNumber'>;
  name: string;
  company: string;
  taxNumber: string;
  kind: CampaignKind;
  /** Lengths that its adverts have, each once. */
  seconds: number[];
  startsOn: Day;
  endsOn: Day;
  pace: 'even' | 'asap';
  regions: string[];
  groups: string[];
  budget: number;
  left: number;
  /** Of a campaign that is over. */
  returned: number | null;
  /** Units that are counted, and that an even pace should have counted by now; `null`: it has no such pace, or is over. */
  units: number;
  planned: number | null;
  /** Plays that an even pace plans for a day; empty: there is no plan of plays. */
  plan: Map<Day, number>;
  report: CampaignReport;
  /** Where it was counted; empty: no place has enough TVs to be told. */
  places: { regions: Place[]; groups: Place[] };
  price: PriceWords;
  screen: Screen | null;
}

interface Place {
  name: string;
  counted: number;
  tvs: number;
}

/** What its plays cost, written out. */
export interface PriceWords {
  total: string;
  /** Of the packages that were spent. */
  names: string[];
  /** `null`: nothing was counted, or it was paid in two currencies. */
  perPlay: string | null;
  perThousand: string | null;
  /** What was spent, in the order in which it was bought. */
  spent: string[];
}

const COLOURS = { banner: '#FFC51F', spot: '#1FB2C1' } as const;
/** Pixels. */
const NAME_SIZE = 30;

/** The same bytes each time. */
export function drawReport(data: ReportPaper): Promise<Buffer> {
  const { issuer, number, madeAt, report } = data;
  const sheet = openSheet({ name: `${copy.title}: ${data.name}`, issuer: issuer.legalName, issuedAt: madeAt });
  sheet.below = HEAD;
  sheet.y = HEAD;
  drawSubject(sheet, data);
  drawFigures(sheet, data);
  drawDays(sheet, data);
  const { regions, groups } = data.places;
  drawTablesSideBySide(sheet, [
    { title: reportCopy.byRegion, ...sharesOf(copy.columns.region, regions, report.counted) },
    { title: reportCopy.byVenue, ...sharesOf(copy.columns.group, groups, report.counted) },
  ]);
  drawPlacesNote(sheet, data);
  drawPictures(sheet, data);
  drawReasons(sheet, data);
  drawDayTable(sheet, data);
  drawRules(sheet);
  drawPrice(sheet, data);
  const foot = `${issuer.legalName}, ${issuer.address} · ${paper.ids(issuer.taxNumber, issuer.registrationNumber)}`;
  return closeSheet(sheet, [foot], {
    corner: copy.number(number),
    head: (page, pages) => drawTop(sheet, [copy.head(page, pages), copy.made(madeAt)], page),
  });
}

/** What it is about, beside a picture of it on a screen. */
function drawSubject(sheet: Sheet, data: ReportPaper): void {
  const { screen, report } = data;
  const width = screen ? INNER * 0.48 : INNER;
  const top = sheet.y;
  part(sheet, 'H1', () => {
    for (const text of displayLines(sheet, data.name, width, NAME_SIZE)) {
      writeDisplay(sheet, text, { x: LEFT, y: sheet.y, width }, { size: NAME_SIZE });
      sheet.y += px(NAME_SIZE * 1.12);
    }
  });
  sheet.y += px(10);
  const facts: Pair[] = [
    [copy.facts.company, data.company],
    ...(data.taxNumber ? [[copy.facts.taxNumber, data.taxNumber] satisfies Pair] : []),
    [copy.facts.kind, copy.kind(data.kind, data.seconds, report.pictures.length)],
    [copy.facts.time, copy.time(startOfDay(data.startsOn), startOfDay(data.endsOn), data.pace)],
    [copy.facts.region, data.regions.join(', ') || copy.everywhere],
    [copy.facts.group, data.groups.join(', ') || copy.everybody],
    [copy.facts.budget, copy.budget(data)],
  ];
  sheet.y += drawPairs(sheet, facts, { x: LEFT, y: sheet.y, width, label: px(80), size: 12 });
  if (screen) {
    const wide = INNER * 0.46;
    const place = { x: RIGHT - wide, y: top + px(20), width: wide };
    part(sheet, 'Figure', () => drawScreen(sheet, screen, place), { alt: copy.screen(data.name) });
    sheet.y = Math.max(sheet.y, place.y + screenHeight(wide) + px(12));
  }
  sheet.y += px(14);
}

/** How many, at what price, and how often the code was opened. */
function drawFigures(sheet: Sheet, { report, kind, price }: ReportPaper): void {
  const { counted, reported, openings } = report;
  const figures: [value: string, name: string, hint: string][] = [
    [
      formatNumber(counted),
      copy.counted(counted),
      reported === 0 ? copy.noneReported : copy.ofReported(reportCopy.share(counted, reported)),
    ],
    [price.total, copy.total, copy.totalHint(price.names)],
    [price.perPlay ?? copy.noPrice, copy.perPlay, price.perThousand ?? ''],
    [formatNumber(openings), copy.openings, copy.openingsPer(openings, counted)],
  ];
  const [top, width, height] = [sheet.y, INNER / figures.length, px(86)];
  artifact(sheet, () => {
    sheet.pdf.rect(LEFT, top, width, height).fill(COLOURS[kind]);
    for (let n = 1; n < figures.length; n += 1) sheet.pdf.rect(LEFT + n * width, top, px(1.5), height).fill(INK);
    sheet.pdf.lineWidth(px(2)).strokeColor(INK).rect(LEFT, top, INNER, height).stroke();
  });
  for (const [n, [value, name, hint]] of figures.entries())
    part(sheet, 'P', () => {
      const place = { x: LEFT + n * width + px(12), width: width - px(20) };
      writeDisplay(sheet, value, { ...place, y: top + px(14) }, { size: 25 });
      write(sheet, name, { ...place, y: top + px(42) }, { face: 'strong', size: 12 });
      write(sheet, hint, { ...place, y: top + px(61) }, { size: 10.5, ...(n > 0 ? { colour: GREY } : {}) });
    });
  sheet.y = top + height + px(22);
}

/** Bars to the last day of the campaign, those that are still to come empty. */
function drawDays(sheet: Sheet, { report, endsOn, startsOn, plan, kind, madeAt, planned, units }: ReportPaper): void {
  title(sheet, copy.byDay, px(210));
  const counted = new Map(report.days.map((one) => [one.day, one.counted]));
  drawBars(sheet, {
    from: startsOn,
    until: endsOn,
    counted,
    plan,
    colour: COLOURS[kind],
    alt: copy.chart(startOfDay(startsOn), startOfDay(endsOn)),
  });
  const toNow = planned === null ? '' : ` ${copy.planned(madeAt, planned, units)}`;
  if (plan.size > 0)
    part(sheet, 'P', () => {
      sheet.y += write(
        sheet,
        `${reportCopy.planLine(onePlan(plan.values()))}${toNow}`,
        { x: LEFT, y: sheet.y, width: INNER },
        { size: 11, colour: GREY },
      );
    });
  sheet.y += px(16);
}

/** Names with their plays, and how many of all these are. */
function sharesOf(name: string, rows: readonly Place[], counted: number) {
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

/** Why places are missing: below five TVs none is told. */
function drawPlacesNote(sheet: Sheet, { places, report }: ReportPaper): void {
  if (report.counted === 0) return;
  const isTold = places.regions.length > 0 || places.groups.length > 0;
  if (isTold) return;
  addLine(sheet, reportCopy.noPlaces);
  sheet.y += px(14);
}

function drawPictures(sheet: Sheet, { report: { pictures, counted, openings } }: ReportPaper): void {
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

function drawReasons(sheet: Sheet, { report: { uncounted, reported, counted, repeats } }: ReportPaper): void {
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
function drawDayTable(sheet: Sheet, { report: { days }, plan, madeAt }: ReportPaper): void {
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

function drawRules(sheet: Sheet): void {
  const { title: name, rules } = countingRules;
  const half = Math.ceil(rules.length / 2);
  title(sheet, name, half * px(32));
  const top = sheet.y;
  const width = INNER / 2 - px(12);
  let bottom = top;
  for (const column of [0, 1]) {
    let y = top;
    for (const [n, rule] of rules.slice(column * half, (column + 1) * half).entries())
      part(sheet, 'P', () => {
        const x = LEFT + column * (width + px(24));
        write(sheet, String(column * half + n + 1), { x, y, width: px(16) }, { face: 'strong', size: 11 });
        y += write(sheet, rule, { x: x + px(20), y, width: width - px(20) }, { size: 11 }) + px(4);
      });
    bottom = Math.max(bottom, y);
  }
  sheet.y = bottom + px(16);
}

function drawPrice(sheet: Sheet, { price }: ReportPaper): void {
  title(sheet, reportCopy.howPriced, px(90));
  for (const text of [...price.spent, reportCopy.pricing, countingRules.cost, countingRules.people])
    addLine(sheet, text);
}
