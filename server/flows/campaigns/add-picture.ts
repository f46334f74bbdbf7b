import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { and, eq, isNull } from 'drizzle-orm';
import { MOST_PICTURES } from '#domain/campaigns/rules.ts';
import { BANNER_SECONDS } from '#domain/playout/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { draftOf, pictureOf } from '../../campaigns/own-campaigns.ts';
import { creatives } from '../../campaigns/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { lockFiles, nameOfContent } from '../../files/content.ts';
import { addFile, keepContent } from '../../files/keep-file.ts';
import { checkQuota } from '../../files/quota.ts';
import { files } from '../../files/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { prepareBanner } from './prepare-banner.ts';

/** Draws what a company sent for screens and adds it to its draft. The same file again is the same picture. */
export async function addPicture(
  deps: Dependencies,
  actor: Actor,
  profileId: string,
  { id, file: fileId, name }: { id: string; file: string; name: string },
) {
  const { db, storage } = deps;
  const known = await db.transaction((tx) => placeIn(tx, profileId, id, fileId));
  if (known) return known;
  const own = and(eq(files.id, fileId), eq(files.ownerId, profileId), eq(files.kind, 'advert-picture'));
  const [file] = await db
    .select()
    .from(files)
    .where(and(own, isNull(files.removedAt)));
  if (!file) throw refuse('NOT_FOUND');
  const { shown, width, height } = await prepareBanner(async () => {
    const stream = await storage[file.part].read(nameOfContent(file));
    if (!stream) throw refuse('NOT_FOUND');
    return buffer(stream);
  });
  const received = await storage.private.receive(Readable.from([shown]));
  try {
    const content = await keepContent(deps, 'advert-banner', received);
    return await db.transaction(async (tx) => {
      const same = await placeIn(tx, profileId, id, fileId);
      if (same) return same;
      await lockFiles(tx);
      await checkQuota(tx, deps.config.storage, { ownerId: profileId, uploadId: fileId, bytes: content.bytes });
      const made = await addFile(tx, deps, content, { kind: 'advert-banner', ownerId: profileId, madeByUs: true });
      const [row] = await tx
        .insert(creatives)
        .values({
          campaignId: id,
          seconds: BANNER_SECONDS,
          name,
          fileId,
          width,
          height,
          bytes: file.bytes,
          shownFileId: made.id,
          sha256: content.sha256,
        })
        .returning();
      await record(tx, actor, {
        action: 'campaigns.picture-added',
        on: { kind: 'campaign', id },
        after: { name },
      });
      return pictureOf(row!);
    });
  } finally {
    await storage.private.discard(received);
  }
}

/** The picture, when the file came before; otherwise the own draft, held, has a place for one more. */
async function placeIn(tx: Tx, profileId: string, id: string, fileId: string) {
  if ((await draftOf(tx, profileId, id)).kind !== 'banner') throw refuse('CAMPAIGN_CHANGED');
  const there = await tx.select().from(creatives).where(eq(creatives.campaignId, id));
  const same = there.find((one) => one.fileId === fileId);
  if (same) return pictureOf(same);
  if (there.length >= MOST_PICTURES) throw refuse('PICTURES_ENOUGH');
  return null;
}
