import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { CampaignKind } from '#domain/campaign-kinds.ts';
import { planByDay } from '#domain/campaigns/plan.ts';
import type { CampaignReport } from '#domain/campaigns/report/report.ts';
import { reportCopy } from '#domain/campaigns/report/report-copy.ts';
import { reportPaper as copy } from '#domain/campaigns/report/report-paper-copy.ts';
import { codePath } from '#domain/campaigns/rules.ts';
import { company } from '#domain/company.ts';
import type { Day } from '#domain/day.ts';
import { foldText } from '#domain/fold.ts';
import { type Currency, formatMoneyExact } from '#domain/money.ts';
import { regionNames, venueNames } from '#domain/places/copy.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import { describeCampaigns } from '../../campaigns/describe-campaigns.ts';
import { readReport } from '../../campaigns/report.ts';
import { campaigns, creatives } from '../../campaigns/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { PriceWords, ReportPaper } from '../../documents/paper/report-paper.ts';
import type { Screen } from '../../documents/paper/screen.ts';
import { nameOfContent } from '../../files/content.ts';
import { files } from '../../files/schema.ts';

type Reading = Pick<Dependencies, 'db' | 'storage' | 'config' | 'now' | 'log'>;
type Described = Awaited<ReturnType<typeof describeCampaigns>>[number];

/** Whose report: one company's, or with the duty everybody's. */
type Whose = { companyId: string } | 'anybody';

/** Wide enough for paper. */
const PICTURE_WIDTH = 960;

/** The report of a campaign that was approved once, from the numbers of this moment. */
export async function reportPdf(deps: Reading, whose: Whose, id: string): Promise<File> {
  const { bytes, name } = await drawReportOf(deps, whose, id);
  return new File([new Uint8Array(bytes)], name, { type: 'application/pdf' });
}

export async function drawReportOf(deps: Reading, whose: Whose, id: string) {
  const now = deps.now();
  const which = and(
    eq(campaigns.id, id),
    whose === 'anybody' ? undefined : eq(campaigns.profileId, whose.companyId),
    inArray(campaigns.state, ['approved', 'paused', 'withdrawn', 'done']),
  );
  const [found] = await describeCampaigns(deps.db, which, now);
  if (!found) throw refuse('NOT_FOUND');
  const report = await readReport(deps.db, found.campaign, now);
  const paper = await paperOf(deps, found, report, now);
  const { drawReport } = await import('../../documents/paper/campaign-report.ts');
  return {
    bytes: await drawReport(paper),
    name: fileName(paper.name, dayOf(now)),
    counted: report.counted,
    price: paper.price,
  };
}

async function paperOf(
  deps: Reading,
  { campaign, shown, company: name, taxNumber }: Described,
  report: ReportPaper['report'],
  madeAt: Date,
): Promise<ReportPaper> {
  const seconds = await lengthsOf(deps.db, campaign.id);
  const isOver = shown.state === 'done' || shown.state === 'withdrawn';
  return {
    number: numberOf(campaign.id, madeAt),
    madeAt,
    issuer: company,
    report,
    name: shown.name || copy.unnamed,
    company: name,
    taxNumber,
    kind: shown.kind,
    seconds,
    pace: shown.pace,
    startsOn: shown.startsOn,
    endsOn: isOver ? (report.days.at(-1)?.day ?? shown.endsOn) : shown.endsOn,
    budget: shown.budget,
    left: Math.max(0, shown.budget - shown.counted),
    units: shown.counted,
    planned: shown.planned,
    returned: isOver ? shown.returned : null,
    regions: shown.regions.map((code) => regionNames[code]),
    groups: shown.venues.map((venue) => venueNames[venue].toLowerCase()),
    plan: planByDay({ ...shown, startsAt: campaign.startsAt }, seconds),
    ...sumsOf(report, shown.kind),
    screen: await screenOf(deps, campaign, shown),
  };
}

/** Of all adverts that it has had, each once: plays of those that were withdrawn are in its sums. */
const lengthsOf = (db: Reading['db'], id: string): Promise<number[]> =>
  db
    .selectDistinct({ seconds: creatives.seconds })
    .from(creatives)
    .where(eq(creatives.campaignId, id))
    .orderBy(asc(creatives.seconds))
    .then((rows) => rows.map(({ seconds }) => seconds));

/** Where it was counted and what it cost, in words. */
function sumsOf(
  { regions, venues, spent, price }: CampaignReport,
  kind: CampaignKind,
): Pick<ReportPaper, 'places' | 'price'> {
  return {
    places: {
      regions: regions.map((one) => ({ ...one, name: reportCopy.region(one.name) })),
      groups: venues.map((one) => ({ ...one, name: reportCopy.venue(one.name) })),
    },
    price: {
      total: totalOf(spent),
      names: [...new Set(spent.flatMap(({ name }) => name ?? []))],
      perPlay: price && reportCopy.price(price),
      perThousand: price && copy.perThousand(price),
      spent: spent.flatMap((one) => [reportCopy.spent(one, kind), reportCopy.rule(one) ?? []].flat()),
    } satisfies PriceWords,
  };
}

/** Of each currency; what cost nothing is nothing in euros. */
function totalOf(spent: CampaignReport['spent']): string {
  const sums = new Map<Currency, number>();
  for (const { amount, currency } of spent) if (currency) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  if (sums.size === 0) sums.set('EUR', 0);
  return [...sums].map(([currency, amount]) => formatMoneyExact({ amount, currency })).join(' + ');
}

/** The same for one campaign and day: when it is made again, only the numbers of that day have changed. */
const numberOf = (id: string, madeAt: Date): string => `K-${id.slice(0, 8).toUpperCase()}/${dayOf(madeAt)}`;

/** Without letters that mail programs and disks write differently. */
function fileName(name: string, day: Day): string {
  const plain = foldText(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return copy.file(plain || copy.unnamed, day);
}

/** What a screen showed first; `null` once the file is gone, which statistics outlive. */
async function screenOf(deps: Reading, { code, kind }: Described['campaign'], { picture }: Described['shown']) {
  const fileId = kind === 'banner' ? picture?.file : picture?.poster;
  if (!fileId) return null;
  const which = and(eq(files.id, fileId), isNotNull(files.sha256));
  const [file] = await deps.db.select().from(files).where(which);
  if (!file || file.removedAt) return null;
  try {
    const stream = await deps.storage.private.read(nameOfContent(file));
    if (!stream) return null;
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    const { default: sharp } = await import('sharp');
    const drawn = await sharp(Buffer.concat(chunks)).resize({ width: PICTURE_WIDTH }).png({ palette: true }).toBuffer();
    return { kind, picture: drawn, code: `${deps.config.publicUrl}${codePath(code)}` } satisfies Screen;
  } catch (error) {
    // Numbers do not wait for a picture.
    deps.log.warn({ error, file: fileId }, 'the report of a campaign has no picture');
    return null;
  }
}
