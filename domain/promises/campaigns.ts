import type { PromiseRow } from './promise.ts';

/** Each of these places is kept by that call or job, and shown by that test. */
const rows = (by: PromiseRow['by'], test: string, places: string[]): PromiseRow[] =>
  places.map((place) => ({ said: `campaigns/${place}`, by, test }) as PromiseRow);

const OBJECTIONS = 'server/campaigns/objections.test.ts';
const REPORTS = 'server/flows/campaigns/report-pdf.test.ts';
const ANSWERED = `${OBJECTIONS} › a company objects to a report once it is over, staff answer, and the company reads the answer in a mail and at the report`;
const TERM = `${OBJECTIONS} › nobody objects to a month that is not over, is over for more than thirty days, or is another company’s`;
const MONTHS = `${OBJECTIONS} › a month of a campaign that runs is objected to until thirty days after its end`;
const PAPER = `${REPORTS} › a company and staff take the report of a campaign as a paper that can be read aloud; nobody else does`;
const PRICED = 'domain/campaigns/price.test.ts › what was bought first is spent first, and a voucher costs nothing';
const UNIT_PRICE =
  'domain/campaigns/price.test.ts › how the price of a unit comes about is written out with the numbers of the package';
const DONE = `${REPORTS} › when a campaign is done and no number of it can change, its company is told once what it came to, with the report`;

const BY_DAY =
  'server/campaigns/report.test.ts › each day of a report has what was counted, what was not, and how often the code was opened';

/** Said of what follows a campaign. */
export const campaignPromises: PromiseRow[] = [
  {
    said: 'accounts/data-copy.ts ownDataCopy.parts.reportObjections',
    by: 'call campaigns.own.object',
    test: ANSWERED,
  },
  ...rows('call campaigns.own.object', ANSWERED, [
    'report/objection-copy.ts objectionCopy.title',
    'report/objection-copy.ts objectionCopy.unsaved',
    'copy.ts campaignRefusals.REPORT_OBJECTION_WAITS',
  ]),
  ...rows('call campaigns.own.object', MONTHS, ['report/objection-copy.ts objectionCopy.rule']),
  ...rows('call campaigns.own.object', TERM, ['copy.ts campaignRefusals.REPORT_OBJECTION_LATE']),
  ...rows('call campaigns.admin.answer', ANSWERED, [
    'mail-copy.ts mailCopy.objectionAnswered.preview',
    'mail-copy.ts mailCopy.objectionAnswered.text',
    'mail-copy.ts mailCopy.objectionAnswered.button',
  ]),
  ...rows('job campaigns.tell-done', DONE, [
    'mail-copy.ts mailCopy.done.preview',
    'mail-copy.ts mailCopy.done.attached',
    'mail-copy.ts mailCopy.done.button',
  ]),
  ...rows('code domain/campaigns/price.ts unitsSpentByCampaign', PRICED, ['report/report-copy.ts reportCopy.pricing']),
  ...rows('code domain/campaigns/price.ts chargedUnits', UNIT_PRICE, [
    'report/report-copy.ts charged.one',
    'report/report-copy.ts charged.few',
    'report/report-copy.ts charged.other',
  ]),
  ...rows('call campaigns.own.report', BY_DAY, ['report/report-copy.ts reportCopy.name']),
  ...rows('call campaigns.own.reportPdf', PAPER, [
    'report/report-copy.ts reportCopy.pdfFailed',
    'report/report-paper-copy.ts reportPaper.title',
    'report/report-paper-copy.ts reportPaper.head',
    'report/report-paper-copy.ts reportPaper.number',
  ]),
];
