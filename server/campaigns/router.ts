import { and, eq, isNull, sql } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import { member, staff } from '../access.ts';
import { profiles } from '../accounts/schema.ts';
import { addPicture } from '../flows/campaigns/add-picture.ts';
import { audienceOf } from '../flows/campaigns/audience.ts';
import { campaignsBehind, tellBehind, whyBehindForList, whyBehindWithNeededTvs } from '../flows/campaigns/behind.ts';
import { freeUnits } from '../flows/campaigns/campaign-states.ts';
import { beginChange } from '../flows/campaigns/change-adverts.ts';
import { approveCampaign, rejectCampaign, stepCampaign, undoApproval } from '../flows/campaigns/decide.ts';
import { addFilm, ownFilms, removeFilm, setKind } from '../flows/campaigns/films/own-films.ts';
import { reportPdf } from '../flows/campaigns/report-pdf.ts';
import { changeRunningCampaign, freeFor, sendCampaign, visitDraftAddress } from '../flows/campaigns/send-campaign.ts';
import { setCategoryRule } from '../flows/campaigns/set-category.ts';
import { readCategoryRules } from './categories.ts';
import { describeCampaigns, describeChangedCampaign, ownCampaign, ownCampaignRow } from './describe-campaigns.ts';
import { beginDraft, removeDraft, removePicture, saveDraft } from './drafts.ts';
import { answerObjection, objectToReport, openObjections, readOwnReportObjections } from './objections.ts';
import { readFree } from './price.ts';
import { listDecided, passedOf, readDesk } from './read-desk.ts';
import { recallCampaign } from './recall.ts';
import { readReport, writeReport } from './report.ts';
import { campaigns } from './schema.ts';
import { readUncounted, writeUncounted } from './uncounted.ts';

const own = member.campaigns.own;
const desk = staff('manage campaigns').campaigns.admin;

export const campaignsRouter = {
  categories: member.campaigns.categories.handler(({ context: { deps } }) => readCategoryRules(deps.db)),

  own: {
    list: own.list.handler(async ({ context: { deps, person } }) => {
      const which = and(eq(campaigns.profileId, person.id), isNull(campaigns.changeOf));
      const found = await describeCampaigns(deps.db, which, deps.now());
      const { balances, free } = await deps.db.transaction(async (tx) => {
        const [row] = await tx
          .select({ banners: profiles.bannerBalance, tvSeconds: profiles.tvSecondBalance })
          .from(profiles)
          .where(eq(profiles.id, person.id));
        const balances = row ?? { banners: 0, tvSeconds: 0 };
        return { balances, free: await freeUnits(tx, person.id, balances) };
      });
      const units = (kind: 'banners' | 'tvSeconds') => ({
        balance: balances[kind],
        inCampaigns: balances[kind] - free[kind],
        free: free[kind],
      });
      const told = await Promise.all(
        found.map(async (one) => ({ ...one.shown, late: await whyBehindForList(deps.db, one, deps.now()) })),
      );
      return { campaigns: told, banners: units('banners'), tvSeconds: units('tvSeconds') };
    }),

    read: own.read.handler(({ context: { deps, person }, input }) => readOwn(deps, person.id, input.id)),

    report: own.report.handler(async ({ context: { deps, person }, input }) => {
      const campaign = await ownCampaignRow(deps.db, person.id, input.id);
      return readReport(deps.db, campaign, deps.now());
    }),

    uncounted: own.uncounted.handler(async ({ context: { deps, person }, input }) => {
      const campaign = await ownCampaignRow(deps.db, person.id, input.id);
      return readUncounted(deps.db, { ...input, id: campaign.id });
    }),

    uncountedFile: own.uncountedFile.handler(async ({ context: { deps, person }, input }) => {
      const campaign = await ownCampaignRow(deps.db, person.id, input.id);
      return writeUncounted(deps.db, { ...input, id: campaign.id }, dayOf(deps.now()));
    }),

    reportFile: own.reportFile.handler(async ({ context: { deps, person }, input }) => {
      const campaign = await ownCampaignRow(deps.db, person.id, input.id);
      return writeReport(deps.db, campaign, dayOf(deps.now()));
    }),

    reportPdf: own.reportPdf.handler(({ context: { deps, person }, input }) =>
      reportPdf(deps, { companyId: person.id }, input.id),
    ),

    objections: own.objections.handler(({ context: { deps, person }, input }) =>
      readOwnReportObjections(deps.db, person.id, input.id, deps.now()),
    ),

    object: own.object.handler(async ({ context: { deps, person, actor }, input }) => ({
      dueOn: await deps.db.transaction((tx) => objectToReport(tx, deps, actor, person.id, input)),
    })),

    begin: own.begin.handler(async ({ context: { deps, person }, input }) => {
      const { changeOf } = input;
      const id = await deps.db.transaction((tx) =>
        changeOf
          ? beginChange(tx, person.id, { id: input.id, changeOf }, deps.now())
          : beginDraft(tx, person.id, input, deps.now()),
      );
      return readOwn(deps, person.id, id);
    }),

    save: own.save.handler(async ({ context: { deps, person }, input }) => {
      const savedAt = deps.now();
      await deps.db.transaction((tx) => saveDraft(tx, person.id, input, savedAt));
      return { savedAt };
    }),

    change: own.change.handler(async ({ context: { deps, person, actor }, input }) => {
      const savedAt = deps.now();
      await deps.db.transaction((tx) => changeRunningCampaign(tx, deps, actor, person.id, input, savedAt));
      return { savedAt };
    }),

    addPicture: own.addPicture.handler(({ context: { deps, person, actor }, input }) =>
      addPicture(deps, actor, person.id, input),
    ),

    films: own.films.handler(({ context: { deps, person }, input }) => ownFilms(deps, person.id, input.id)),

    addFilm: own.addFilm.handler(async ({ context: { deps, person, actor }, input }) => {
      await addFilm(deps, actor, person.id, input);
      return { taken: true as const };
    }),

    removeFilm: own.removeFilm.handler(async ({ context: { deps, person }, input }) => {
      await deps.db.transaction((tx) => removeFilm(tx, person.id, input.id, input.film, deps.now()));
      return { removed: true as const };
    }),

    setKind: own.setKind.handler(async ({ context: { deps, person, actor }, input }) => {
      await deps.db.transaction((tx) => setKind(tx, deps, actor, person.id, input));
      return { changed: true as const };
    }),

    removePicture: own.removePicture.handler(async ({ context: { deps, person }, input }) => {
      await deps.db.transaction((tx) => removePicture(tx, person.id, input.id, input.picture));
      return { removed: true as const };
    }),

    send: own.send.handler(async ({ context: { deps, person, actor }, input }) => {
      const visited = await visitDraftAddress(deps, person.id, input.id);
      await deps.db.transaction((tx) => sendCampaign(tx, deps, actor, person.id, input, visited));
      return { sent: true as const };
    }),

    recall: own.recall.handler(async ({ context: { deps, person, actor }, input }) => {
      await deps.db.transaction((tx) => recallCampaign(tx, actor, person.id, input.id, deps.now()));
      return { recalled: true as const };
    }),

    step: own.step.handler(async ({ context: { deps, person, actor }, input }) => {
      await deps.db.transaction((tx) => stepCampaign(tx, deps, actor, input, person.id));
      return { done: true as const };
    }),

    remove: own.remove.handler(async ({ context: { deps, person }, input }) => {
      await deps.db.transaction((tx) => removeDraft(tx, person.id, input.id));
      return { removed: true as const };
    }),

    audience: own.audience.handler(({ context: { deps }, input }) => audienceOf(deps.db, input, deps.now())),
  },

  admin: {
    reportPdf: desk.reportPdf.handler(({ context: { deps }, input }) => reportPdf(deps, 'anybody', input.id)),

    objections: desk.objections.handler(({ context: { deps } }) => openObjections(deps.db, deps.now())),

    answer: desk.answer.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => answerObjection(tx, deps, actor, input));
      return { answered: true as const };
    }),

    queue: desk.queue.handler(({ context: { deps } }) => readDesk(deps.db, deps.now())),

    list: desk.list.handler(({ context: { deps }, input }) => listDecided(deps.db, input, deps.now())),

    read: desk.read.handler(async ({ context: { deps }, input }) => {
      const now = deps.now();
      const which = and(eq(campaigns.id, input.id), sql`${campaigns.state} <> 'draft'`);
      const [found] = await describeCampaigns(deps.db, which, now);
      if (!found) throw refuse('NOT_FOUND');
      const { campaign, shown, pictures, company, taxNumber } = found;
      const { reached } = await audienceOf(deps.db, shown, now);
      const free = campaign.profileId
        ? await deps.db.transaction((tx) => freeFor(tx, campaign.profileId!, campaign.kind))
        : 0;
      return {
        ...shown,
        pictures,
        category: campaign.category,
        proof: campaign.proof,
        sendings: campaign.sendings,
        free,
        company,
        companyId: campaign.profileId,
        taxNumber,
        tvs: reached,
        passed: passedOf(campaign, now),
        changes: await describeChangedCampaign(deps.db, campaign, now),
      };
    }),

    behind: desk.behind.handler(({ context: { deps } }) => campaignsBehind(deps.db, deps.now())),

    tellBehind: desk.tellBehind.handler(async ({ context: { deps, actor }, input }) => {
      await tellBehind(deps, actor, input.id);
      return { told: true as const };
    }),

    approve: desk.approve.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => approveCampaign(tx, deps, actor, input));
      return { approved: true as const };
    }),

    undoApproval: desk.undoApproval.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => undoApproval(tx, deps, actor, input.id));
      return { undone: true as const };
    }),

    setCategory: desk.setCategory.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => setCategoryRule(tx, actor, input, deps.now));
      return { set: true as const };
    }),

    reject: desk.reject.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => rejectCampaign(tx, deps, actor, input));
      return { rejected: true as const };
    }),

    step: desk.step.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => stepCampaign(tx, deps, actor, input));
      return { done: true as const };
    }),
  },
};

async function readOwn(deps: Parameters<typeof sendCampaign>[1], profileId: string, id: string) {
  const own = await ownCampaign(deps.db, profileId, id, deps.now());
  const { campaign, shown, pictures } = own;
  const free = await deps.db.transaction((tx) => freeFor(tx, profileId, campaign.kind));
  const changes = await describeChangedCampaign(deps.db, campaign, deps.now());
  return {
    ...shown,
    pictures,
    category: campaign.category,
    proof: campaign.proof,
    sendings: campaign.sendings,
    free,
    changes,
    late: await whyBehindWithNeededTvs(deps.db, own, deps.now()),
    unspent: campaign.everyMinutes === null ? await readFree(deps.db, campaign, free) : [],
  };
}
