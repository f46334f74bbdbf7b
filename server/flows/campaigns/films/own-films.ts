import { and, asc, eq, isNull } from 'drizzle-orm';
import type { CampaignKind } from '#domain/campaign-kinds.ts';
import type { Film } from '#domain/campaigns/contract.ts';
import { MOST_PICTURES } from '#domain/campaigns/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { ownCampaignRow } from '../../../campaigns/describe-campaigns.ts';
import { lockDraft } from '../../../campaigns/drafts.ts';
import { campaigns, creatives, films } from '../../../campaigns/schema.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { files } from '../../../files/schema.ts';
import { type Actor, record } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/db.ts';
import { findFfmpeg } from '../../../platform/films/ffmpeg.ts';
import { jobsUnderWay, unfinishedJobs } from '../../../platform/jobs/under-way.ts';

export const FILM_JOB = 'campaigns.convert-film';
/** Of a film that replaces a spot: workers of the version before, which would add it to the others, do not know this name. */
export const REPLACING_FILM_JOB = 'campaigns.convert-replacing-film';

const isOn = ({ config }: Pick<Dependencies, 'config'>) => findFfmpeg(config.ffmpegPath) !== null;

/** Films of an own draft that are not ready, and whether films are taken at all. */
export async function ownFilms(deps: Dependencies, profileId: string, id: string) {
  await ownCampaignRow(deps.db, profileId, id);
  const [rows, underWay] = await Promise.all([
    deps.db.select().from(films).where(eq(films.campaignId, id)).orderBy(asc(films.createdAt), asc(films.id)),
    jobsUnderWay(deps.db, FILM_JOB, REPLACING_FILM_JOB),
  ]);
  return {
    isOn: isOn(deps),
    films: rows.map(({ id, name, refusal: stored }): Film => {
      if (stored) {
        const { replaces = null, ...refusal } = stored;
        return { id, name, refusal, replaces, done: null };
      }
      const progress = underWay.find(({ data }) => data.film === id)?.progress;
      return { id, name, refusal: null, replaces: null, done: progress ? progress.done / progress.total : null };
    }),
  };
}

/**
 * Queues the conversion of a sent film for a draft, for the place of the spot that it replaces. The same file again is the same film, also
 * once it is ready.
 */
export async function addFilm(
  deps: Dependencies,
  actor: Actor,
  profileId: string,
  { id, file: fileId, name, replaces }: { id: string; file: string; name: string; replaces?: string | undefined },
): Promise<void> {
  if (!isOn(deps)) throw refuse('FILMS_OFF');
  await deps.db.transaction(async (tx) => {
    const row = await lockDraft(tx, profileId, id);
    if (row.kind !== 'spot') throw refuse('CAMPAIGN_CHANGED');
    const there = await tx.select().from(creatives).where(eq(creatives.campaignId, id));
    const coming = await tx.select().from(films).where(eq(films.campaignId, id));
    if ([...there, ...coming].some((one) => one.fileId === fileId)) return;
    const waiting = coming.filter(({ refusal }) => refusal === null);
    const jobs = await unfinishedJobs(tx, FILM_JOB, REPLACING_FILM_JOB);
    const targets = jobs.filter(({ film }) => waiting.some((one) => one.id === film)).map((data) => data.replaces);
    const leaving = there.filter((one) => [...targets, replaces].includes(one.id));
    if (there.length + waiting.length - leaving.length >= MOST_PICTURES) throw refuse('PICTURES_ENOUGH');
    const own = and(eq(files.id, fileId), eq(files.ownerId, profileId), eq(files.kind, 'advert-film'));
    const [file] = await tx
      .select({ id: files.id })
      .from(files)
      .where(and(own, isNull(files.removedAt)));
    if (!file) throw refuse('NOT_FOUND');
    const [film] = await tx
      .insert(films)
      .values({ campaignId: id, fileId, name, createdAt: deps.now() })
      .returning({ id: films.id });
    if (replaces) await deps.queue.send(tx, REPLACING_FILM_JOB, { film: film!.id, replaces });
    else await deps.queue.send(tx, FILM_JOB, { film: film!.id });
    await record(tx, actor, { action: 'campaigns.film-added', on: { kind: 'campaign', id }, after: { name } });
  });
}

/** Forgets a film of a draft that waits or was refused; what a conversion under way makes of it is thrown away. */
export async function removeFilm(tx: Tx, profileId: string, id: string, film: string, now: Date): Promise<void> {
  await lockDraft(tx, profileId, id);
  const [gone] = await tx
    .delete(films)
    .where(and(eq(films.id, film), eq(films.campaignId, id)))
    .returning();
  if (gone?.fileId) await markFileRemoved(tx, gone.fileId, now);
}

/** What a company sent takes no room of its own any longer. */
export const markFileRemoved = (tx: Tx, fileId: string, now: Date) =>
  tx
    .update(files)
    .set({ removedAt: now })
    .where(and(eq(files.id, fileId), isNull(files.removedAt)));

/** Makes a draft one of banners or of spots; what was sent for the other kind is removed. */
export async function setKind(
  tx: Tx,
  deps: Pick<Dependencies, 'now'>,
  actor: Actor,
  profileId: string,
  { id, kind }: { id: string; kind: CampaignKind },
): Promise<void> {
  const row = await lockDraft(tx, profileId, id);
  if (row.kind === kind) return;
  if (row.changeOf) throw refuse('CAMPAIGN_CHANGED');
  await tx.delete(creatives).where(eq(creatives.campaignId, id));
  const gone = await tx.delete(films).where(eq(films.campaignId, id)).returning();
  for (const { fileId } of gone) if (fileId) await markFileRemoved(tx, fileId, deps.now());
  await tx.update(campaigns).set({ kind, updatedAt: deps.now() }).where(eq(campaigns.id, id));
  await record(tx, actor, {
    action: 'campaigns.kind-changed',
    on: { kind: 'campaign', id },
    before: { kind: row.kind },
    after: { kind },
  });
}
