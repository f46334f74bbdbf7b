import type { PromiseRow } from './promise.ts';

const COMPANY = 'content/legal/company-terms';
const RULES = 'domain/playout/rules.test.ts › reported a second later';

const NO_NETWORK =
  'server/playout/protocol.test.ts › ten minutes without a network: it goes on with its bag, and all of it counts once';

const PLAYOUT = 'server/playout/playout.test.ts';
const COUNTED = `${PLAYOUT} › a company’s advert is shown, counted once and paid from its balance when the hour is closed`;
const NOT_COUNTED = `${PLAYOUT} › each reason is written with what was reported, and its unit goes back to the campaign`;
const CHOSEN = `${PLAYOUT} › a TV without a licence or while it is blocked gets nothing; one whose place is not confirmed gets what is for everybody`;
const UNLINKED = 'server/devices/devices.test.ts › unlinking ends the token and the screen is notified';
const REWARDED =
  'server/rewards/rewards.test.ts › whoever had the licence at the time of the lease is rewarded, whatever changed later';
const RULE_OF_DAY = 'server/rewards/rewards.test.ts › a TV earns up to the ceiling of its day, in the rule of that day';
const CODE =
  'server/campaigns/campaigns.test.ts › a company’s picture is on a screen once somebody of ours approved its campaign, and its code leads to its address';
const DRAFTED =
  'server/campaigns/campaigns.test.ts › an incomplete campaign, or one beyond the balance, is not sent; fields say what is missing';
const REPORTED =
  'server/campaigns/campaigns.test.ts › the company reads what became of its plays: by day and hour of Belgrade, by advert, and why some are not counted';
const PLACES =
  'server/flows/special/special.test.ts › a day is judged once, when nothing of it can be reported any more; one that was not kept is appended at the end';

/** Each of these sentences is kept by that call or job, and shown by that test; of a text with several the words of one. */
const rows = (by: PromiseRow['by'], test: string, said: (string | [place: string, says: string])[]): PromiseRow[] =>
  said.map((one) => {
    const [place, says] = typeof one === 'string' ? [one] : one;
    return { said: place, ...(says && { says }), by, test } as PromiseRow;
  });

/** Said of adverts and what is counted. */
export const playoutPromises: PromiseRow[] = [
  ...rows('call playout.tv.report', COUNTED, [
    ['home/copy.ts home.hero.sub', 'Oglašivač plaća samo prikaz uračunat po pravilima.'],
    ['advertising/shop-copy.ts monthly.lead', 'Sa stanja se skida samo prikaz uračunat po pravilima.'],
    'advertising/shop-copy.ts monthly.included.1',
    'advertising/purchase-copy.ts subscribe.always.1',
    'home/copy.ts home.targeting.paid',
  ]),
  ...rows('call playout.tv.report', NOT_COUNTED, ['home/copy.ts home.ads.pay.text', `${COMPANY} 6.1`]),
  ...rows('call playout.tv.bag', CHOSEN, [
    ['home/copy.ts home.about.p2', 'bira ko će je videti'],
    ['home/copy.ts home.about.companies.text', 'sa izborom regiona i grupe'],
    'home/copy.ts home.ads.title',
    ['home/copy.ts home.ads.text', 'birate gde se i kome vaša poruka prikazuje'],
    'home/copy.ts home.ads.region.text',
    'home/copy.ts home.ads.group.text',
    'advertising/shop-copy.ts monthly.included.0',
    'advertising/purchase-copy.ts subscribe.always.0',
    ['pages.ts pages.marketingPackages.description', 'Birate region i grupu gledalaca'],
    `${COMPANY} 9.1`,
  ]),
  ...rows('call campaigns.own.report', REPORTED, [
    'home/copy.ts home.biz.points.1',
    `${COMPANY} 6.2`,
    'content/legal/company-privacy-policy 6.1',
  ]),
  ...rows('call playout.tv.bag', CODE, [
    ['home/copy.ts home.qr.text', 'Na ekranu se pojavi QR kod.'],
    ['advertising/special-shop-copy.ts special.why.points.3', 'gost odmah otvara vaš sajt'],
  ]),
  ...rows('call campaigns.own.begin', DRAFTED, [
    ['advertising/mail-copy.ts mailCopy.started.after', 'tamo birate region, vrstu mesta i dane'],
    ['advertising/advance-mail-copy.ts advanceMail.paid.after', 'tamo birate region, vrstu mesta i dane'],
  ]),
  ...rows('job special.count-days', PLACES, [
    'advertising/special-shop-copy.ts special.strip.name',
    'advertising/special-shop-copy.ts special.get.title',
    `${COMPANY} 4.2`,
  ]),
  ...rows('call playout.tv.report', REWARDED, [
    ['home/copy.ts home.hero.sub', 'Beleži prikazane reklame i obračunava vam nagradu'],
    ['home/copy.ts home.how.signIn.text', 'prikazi na njemu beleže na vaš nalog'],
    'devices/copy.ts copy.tv.linkedText',
    ['devices/mail-copy.ts mailCopy.linked.text', 'prikazi na njemu beleže na Vaš nalog'],
  ]),
  ...rows('call devices.unlink', UNLINKED, [
    ['devices/copy.ts copy.account.confirm', 'Prikazi na njemu više se neće beležiti'],
  ]),
  ...rows('call rewards.own.read', RULE_OF_DAY, [
    ['catalogue/copy.ts copy.honest', 'Nagrade se obračunavaju po pravilima programa.'],
    'content/legal/terms-conditions 6.1',
  ]),
  { said: 'playout/rules-copy.ts countingRules.rules.4', by: 'call playout.tv.report', test: RULES },
  ...['one', 'few', 'other'].map((form) => ({
    said: `playout/tv-copy.ts tvCopy.offlineText.${form}`,
    by: 'call playout.tv.report' as const,
    test: NO_NETWORK,
  })),
  {
    said: 'campaigns/own-copy.ts campaignListCopy.steps.0.1',
    says: 'Odmah vidite kako izgleda na televizoru.',
    by: 'call campaigns.own.read',
    test: CODE,
  },
  {
    said: 'campaigns/own-copy.ts editorCopy.nameHint',
    by: 'call campaigns.own.read',
    test: 'server/campaigns/campaigns.test.ts › nobody reads, changes or takes the files of another company’s campaign',
  },
  {
    said: 'playout/rules-copy.ts reasonCopy.late.name',
    by: 'call playout.tv.report',
    test: 'server/playout/playout.test.ts › four days without a network: what was shown comes late, and its units were free before',
  },
];
