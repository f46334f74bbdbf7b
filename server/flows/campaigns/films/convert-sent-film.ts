import { Readable } from 'node:stream';
import { ORPCError } from '@orpc/client';
import { and, eq, sql } from 'drizzle-orm';
import {
  FILM_SECONDS,
  type FilmRefusal,
  filmBodyRefusal,
  filmHeadRefusal,
  secondsOfFilm,
} from '#domain/campaigns/films.ts';
import { campaigns, creatives, films } from '../../../campaigns/schema.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { type FileRow, lockRoom, nameOfContent } from '../../../files/content.ts';
import { addFile, keepContent } from '../../../files/keep-file.ts';
import { checkQuota } from '../../../files/quota.ts';
import { files } from '../../../files/schema.ts';
import { record, systemActor } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/db.ts';
import { convertFilm, type FilmConversion, packingOf } from '../../../platform/films/convert.ts';
import { openFfmpeg, RunKilled, RunTimedOut } from '../../../platform/films/ffmpeg.ts';
import type { ReportProgress } from '../../../platform/jobs/progress.ts';
import { markFileRemoved } from './own-films.ts';

/** So often a conversion is begun that ffmpeg, the process or the machine did not survive. */
const ATTEMPTS = 3;

const criteria = {
  head: filmHeadRefusal,
  body: filmBodyRefusal,
  seconds: ({ lengthMs }: { lengthMs: number }) => secondsOfFilm(lengthMs),
  most: FILM_SECONDS.most + 1,
};

/**
 * Makes a film that waits ready for TVs, in the place of the spot that it replaces, or writes down why it is refused. Done already, or
 * removed meanwhile: nothing.
 */
export async function convertSentFilm(
  deps: Dependencies,
  id: string,
  progress: ReportProgress = () => {},
  replaces?: string,
) {
  const { db, storage, config } = deps;
  const [film] = await db.select().from(films).where(eq(films.id, id));
  if (!film || film.refusal !== null) return;
  const refuseAs = (refusal: FilmRefusal) => refuseFilm(deps, { id, replaces }, refusal);
  const [file] = film.fileId ? await db.select().from(files).where(eq(files.id, film.fileId)) : [];
  const packing = file && file.removedAt === null ? packingOf(file.contentType) : null;
  if (!file || !packing) return refuseAs({ code: 'FILM_BROKEN' });
  if (film.attempts >= ATTEMPTS) return refuseAs({ code: 'FILM_FAILED' });
  const ffmpeg = await openFfmpeg(config.ffmpegPath);
  if (!ffmpeg) throw new Error('There is no ffmpeg on this machine: films wait for a worker that has it.');
  await db
    .update(films)
    .set({ attempts: sql`${films.attempts} + 1` })
    .where(eq(films.id, id));
  try {
    const content = await storage[file.part].read(nameOfContent(file));
    if (!content) return await refuseAs({ code: 'FILM_BROKEN' });
    await convertFilm<FilmRefusal, void>(
      ffmpeg,
      { content, packing },
      { criteria, broken: { code: 'FILM_BROKEN' }, progress },
      (made) => (made.refusal ? refuseAs(made.refusal) : keepSpot(deps, { id, replaces }, file, made)),
    );
  } catch (error) {
    if (error instanceof RunTimedOut) return refuseAs({ code: 'FILM_TIME' });
    if (error instanceof ORPCError && error.code === 'FILE_QUOTA_FULL') return refuseAs({ code: 'FILM_ROOM' });
    if (!(error instanceof RunKilled)) await uncountFilmAttempt(deps, id).catch(() => {});
    throw error;
  }
}

/** A beginning that ended through no fault of the film does not count: its bytes were away, or a worker was stopped. */
export async function uncountFilmAttempt({ db }: Dependencies, id: string): Promise<void> {
  await db
    .update(films)
    .set({ attempts: sql`greatest(${films.attempts} - 1, 0)` })
    .where(eq(films.id, id));
}

interface Wanted {
  id: string;
  replaces: string | undefined;
}

/** Whoever sends another film instead is told which spot this one was to replace. */
async function refuseFilm({ db, now }: Dependencies, { id, replaces }: Wanted, refusal: FilmRefusal): Promise<void> {
  await db.transaction(async (tx) => {
    const film = await waitingFilm(tx, id);
    if (!film) return;
    await tx
      .update(films)
      .set({ refusal: { ...refusal, ...(replaces && { replaces }) } })
      .where(eq(films.id, id));
    if (film.fileId) await markFileRemoved(tx, film.fileId, now());
    await record(tx, systemActor, {
      action: 'campaigns.film-refused',
      on: { kind: 'campaign', id: film.campaignId },
      after: { name: film.name, reason: refusal.code },
    });
  });
}

/** The campaign is held, as everybody does who changes what it shows. */
async function waitingFilm(tx: Tx, id: string) {
  const [known] = await tx.select({ campaignId: films.campaignId }).from(films).where(eq(films.id, id));
  if (!known) return null;
  await tx.select().from(campaigns).where(eq(campaigns.id, known.campaignId)).for('no key update');
  const [film] = await tx.select().from(films).where(eq(films.id, id)).for('update');
  return film && film.refusal === null ? film : null;
}

/** The film becomes an advert of its campaign, in the place of one that it replaces and that is still there; what was sent is let go. */
async function keepSpot(
  deps: Dependencies,
  { id, replaces }: Wanted,
  file: FileRow,
  made: Extract<FilmConversion<FilmRefusal>, { refusal: null }>,
): Promise<void> {
  const { db, storage, config, now } = deps;
  const spot = await storage.private.receive(made.read());
  const poster = await storage.private.receive(Readable.from([made.poster]));
  try {
    const contents = [
      await keepContent(deps, 'advert-spot', spot, { contentType: 'video/mp4', extension: '.mp4' }),
      await keepContent(deps, 'advert-poster', poster),
    ] as const;
    await db.transaction(async (tx) => {
      const film = await waitingFilm(tx, id);
      if (!film) return;
      await lockRoom(tx);
      await markFileRemoved(tx, file.id, now());
      const { bytes } = contents[0];
      if (file.ownerId) await checkQuota(tx, config.storage, { ownerId: file.ownerId, uploadId: file.id, bytes });
      const own = { ownerId: file.ownerId, madeByUs: true };
      const shown = await addFile(tx, deps, contents[0], { kind: 'advert-spot', ...own });
      const still = await addFile(tx, deps, contents[1], { kind: 'advert-poster', ...own });
      const { picture, sound } = made.head;
      const [replaced] = replaces ? await takeOut(tx, film.campaignId, replaces) : [];
      await tx.insert(creatives).values({
        campaignId: film.campaignId,
        seconds: made.seconds,
        name: film.name,
        fileId: file.id,
        width: picture!.width,
        height: picture!.height,
        bytes: file.bytes,
        shownFileId: shown.id,
        sha256: contents[0].sha256,
        posterFileId: still.id,
        lengthMs: made.body.lengthMs,
        frameRate: picture!.rate,
        hasSound: sound !== null,
        loudness: made.body.loudness?.integrated ?? null,
        createdAt: replaced?.createdAt ?? film.createdAt,
      });
      await tx.delete(films).where(eq(films.id, id));
      await record(tx, systemActor, {
        action: 'campaigns.film-ready',
        on: { kind: 'campaign', id: film.campaignId },
        after: { name: film.name, seconds: made.seconds },
      });
    });
  } finally {
    await storage.private.discard(spot);
    await storage.private.discard(poster);
  }
}

const takeOut = (tx: Tx, campaignId: string, id: string) =>
  tx
    .delete(creatives)
    .where(and(eq(creatives.id, id), eq(creatives.campaignId, campaignId)))
    .returning({ createdAt: creatives.createdAt });
