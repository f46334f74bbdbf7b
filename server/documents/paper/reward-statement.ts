import type { Company } from '#domain/company.ts';
import { paper } from '#domain/documents/paper-copy.ts';
import { formatNumber } from '#domain/money.ts';
import type { OwnStatement } from '#domain/rewards/contract.ts';
import { ownRewardsCopy } from '#domain/rewards/own-copy.ts';
import { statementPaper as copy } from '#domain/rewards/paper-copy.ts';
import { formatDate, startOfDay } from '#domain/time.ts';
import { drawTableInTwoColumns } from './beside.ts';
import { drawPairs, type Pair } from './parts.ts';
import { addLine, drawTop, HEAD, said, table, title } from './report-parts.ts';
import { closeSheet, displayLines, INNER, LEFT, openSheet, part, px, type Sheet, writeDisplay } from './sheet.ts';

/** Lines of the book, summed; amounts in para. */
interface Sums {
  banners: number;
  tvSeconds: number;
  amount: number;
}

/** What a statement of rewards on paper is drawn from. */
export interface StatementPaper {
  number: string;
  madeAt: Date;
  issuer: Pick<Company, 'legalName' | 'address' | 'registrationNumber' | 'taxNumber'>;
  viewer: string;
  statement: OwnStatement;
  tvs: ({ name: string } & Sums)[];
  days: ({ day: string } & Sums)[];
  /** What answers to objections gave or took. */
  corrections: number;
  /** By which it was reckoned, the oldest first. */
  rules: Parameters<typeof copy.rule>[0][];
}

/** Pixels. */
const NAME_SIZE = 30;

/** The same bytes each time. */
export function drawStatement(data: StatementPaper): Promise<Buffer> {
  const { issuer, madeAt, statement, number } = data;
  const name = copy.title(statement.month);
  const sheet = openSheet({ name, issuer: issuer.legalName, issuedAt: madeAt });
  sheet.below = HEAD;
  sheet.y = HEAD;
  part(sheet, 'H1', () => {
    for (const text of displayLines(sheet, name, INNER, NAME_SIZE)) {
      writeDisplay(sheet, text, { x: LEFT, y: sheet.y, width: INNER }, { size: NAME_SIZE });
      sheet.y += px(NAME_SIZE * 1.12);
    }
  });
  sheet.y += px(10);
  sheet.y += drawPairs(sheet, factsOf(data), { x: LEFT, y: sheet.y, width: INNER, size: 12 }) + px(18);
  drawSums(sheet, data);
  drawTvs(sheet, data);
  drawDays(sheet, data);
  title(sheet, copy.rules, px(60));
  for (const rule of data.rules) addLine(sheet, copy.rule(rule));
  for (const text of [copy.closedMonth, ownRewardsCopy.honest, ownRewardsCopy.complaint]) addLine(sheet, text);
  const foot = `${issuer.legalName}, ${issuer.address} · ${paper.ids(issuer.taxNumber, issuer.registrationNumber)}`;
  return closeSheet(sheet, [foot], {
    corner: copy.number(number),
    head: (page, pages) => drawTop(sheet, [copy.head(page, pages), copy.made(madeAt)], page),
  });
}

function factsOf({ viewer, statement }: StatementPaper): Pair[] {
  const { account, closedAt, state, carriedInto, paidOn } = statement;
  const { facts } = copy;
  const became = [ownRewardsCopy.states[state], ...(carriedInto ? [copy.carriedInto(carriedInto)] : [])];
  return [
    [facts.viewer, viewer],
    [facts.account, account ?? copy.noAccount],
    [facts.closed, formatDate(closedAt)],
    [facts.state, became.join(', ')],
    ...(paidOn ? [[facts.paid, formatDate(startOfDay(paidOn))] satisfies Pair] : []),
  ];
}

function drawSums(sheet: Sheet, { statement: { amount, carried, gross, tax, net } }: StatementPaper): void {
  const rows: [string, number][] = [
    [copy.rows.month, amount],
    ...(carried === 0 ? [] : [[copy.rows.carried, carried] satisfies [string, number]]),
    [copy.rows.gross, gross],
    ...(tax === null || net === null
      ? []
      : ([
          [copy.rows.tax, -tax],
          [copy.rows.net, net],
        ] satisfies [string, number][])),
  ];
  title(sheet, copy.sums);
  table(
    sheet,
    [copy.columns.what, copy.columns.amount],
    [0.7, 0.3],
    rows.map(([name, value]) => [said(name), said(copy.money(value), true)]),
  );
}

function drawTvs(sheet: Sheet, { tvs, corrections }: StatementPaper): void {
  if (tvs.length === 0 && corrections === 0) return;
  title(sheet, copy.byTv);
  const { tv, banners, seconds, amount } = copy.columns;
  table(
    sheet,
    [tv, banners, seconds, amount],
    [0.46, 0.16, 0.18, 0.2],
    [
      ...tvs.map((one) => [
        said(one.name),
        said(formatNumber(one.banners)),
        said(formatNumber(one.tvSeconds)),
        said(copy.money(one.amount), true),
      ]),
      ...(corrections === 0 ? [] : [[said(copy.corrections), said(''), said(''), said(copy.money(corrections), true)]]),
    ],
  );
}

function drawDays(sheet: Sheet, { days }: StatementPaper): void {
  if (days.length === 0) return;
  const { day, banners, seconds, amount } = copy.columns;
  drawTableInTwoColumns(sheet, {
    title: copy.byDay,
    headers: [day, banners, seconds, amount],
    widths: [0.3, 0.2, 0.22, 0.28],
    rows: days.map((one) => [
      said(formatDate(startOfDay(one.day))),
      said(formatNumber(one.banners)),
      said(formatNumber(one.tvSeconds)),
      said(copy.money(one.amount), true),
    ]),
  });
}
