import { sameDailyPlan } from '#domain/campaigns/plan.ts';
import { reportCopy } from '#domain/campaigns/report/report-copy.ts';
import { reportPaper as copy } from '#domain/campaigns/report/report-paper-copy.ts';
import { paper } from '#domain/documents/paper-copy.ts';
import { formatNumber } from '#domain/money.ts';
import { countingRules } from '#domain/playout/rules-copy.ts';
import { startOfDay } from '#domain/time.ts';
import { drawBars } from './bars.ts';
import { drawTablesSideBySide } from './beside.ts';
import { drawPairs, type Pair } from './parts.ts';
import type { ReportPaper } from './report-paper.ts';
import { addLine, drawTop, HEAD, title } from './report-parts.ts';
import { drawDayTable, drawPictures, drawReasons, sharesOf } from './report-tables.ts';
import { drawScreen, screenHeight } from './screen.ts';
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
        `${reportCopy.planLine(sameDailyPlan(plan.values()))}${toNow}`,
        { x: LEFT, y: sheet.y, width: INNER },
        { size: 11, colour: GREY },
      );
    });
  sheet.y += px(16);
}

/** Why places are missing: below five TVs none is told. */
function drawPlacesNote(sheet: Sheet, { places, report }: ReportPaper): void {
  if (report.counted === 0) return;
  const hasPlaces = places.regions.length > 0 || places.groups.length > 0;
  if (hasPlaces) return;
  addLine(sheet, reportCopy.noPlaces);
  sheet.y += px(14);
}

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
