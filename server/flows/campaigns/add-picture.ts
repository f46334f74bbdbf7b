import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { and, eq, isNull } from 'drizzle-orm';
import { MOST_PICTURES } from '#domain/campaigns/rules.ts';
import { BANNER_SECONDS } from '#domain/playout/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { pictureOf } from '../../campaigns/describe-campaigns.ts';
import { lockDraft } from '../../campaigns/drafts.ts';
import { creatives } from '../../campaigns/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { lockRoom, nameOfContent } from '../../files/content.ts';
import { addFile, keepContent } from '../../files/keep-file.ts';
import { checkQuota } from '../../files/quota.ts';
import { files } from '../../files/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { prepareBanner } from './prepare-banner.ts';

/**
 * Draws what a company sent for screens and adds it to its draft, in the place of the picture that it replaces. The same file again is the
 * same picture.
 */
export async function addPicture(
  deps: Dependencies,
  actor: Actor,
  profileId: string,
  { id, file: fileId, name, replaces }: { id: string; file: string; name: string; replaces?: string | undefined },
) {
  const { db, storage } = deps;
  const wanted = { id, fileId, replaces };
  const known = await db.transaction((tx) => placeIn(tx, profileId, wanted));
  if (known.same) return known.same;
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
      const place = await placeIn(tx, profileId, wanted);
      if (place.same) return place.same;
      await lockRoom(tx);
      await checkQuota(tx, deps.config.storage, { ownerId: profileId, uploadId: fileId, bytes: content.bytes });
      const made = await addFile(tx, deps, content, { kind: 'advert-banner', ownerId: profileId, madeByUs: true });
      const { replaced } = place;
      if (replaced) await tx.delete(creatives).where(eq(creatives.id, replaced.id));
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
          ...(replaced && { createdAt: replaced.createdAt }),
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

interface Wanted {
  id: string;
  fileId: string;
  replaces: string | undefined;
}

/** The picture, when the file came before; otherwise the own draft, held, has a place for one more, or that of the one it replaces. */
async function placeIn(tx: Tx, profileId: string, { id, fileId, replaces }: Wanted) {
  if ((await lockDraft(tx, profileId, id)).kind !== 'banner') throw refuse('CAMPAIGN_CHANGED');
  const there = await tx.select().from(creatives).where(eq(creatives.campaignId, id));
  const same = there.find((one) => one.fileId === fileId);
  if (same) return { same: pictureOf(same), replaced: undefined };
  const replaced = there.find((one) => one.id === replaces);
  if (!replaced && there.length >= MOST_PICTURES) throw refuse('PICTURES_ENOUGH');
  return { same: null, replaced };
}
