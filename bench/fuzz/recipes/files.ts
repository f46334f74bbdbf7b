import { randomUUID } from 'node:crypto';
import { files, uploads } from '../../../server/files/schema.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import type { Recipe } from './recipe.ts';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const kind = 'advert-picture' as const;

async function file({ createPerson, db }: FuzzContext) {
  const { id: ownerId, token } = await createPerson('member');
  const content = { sha256: randomUUID().replaceAll('-', '').repeat(2), extension: '.png', contentType: 'image/png' };
  const [row] = await db
    .insert(files)
    .values({ ...content, bytes: PNG.length, part: 'private', kind, ownerId, survivesOwner: false, madeByUs: false })
    .returning();
  return { id: row!.id, ownerId, token };
}

async function upload({ createPerson, db }: FuzzContext) {
  const { id: ownerId, token } = await createPerson('member');
  const id = randomUUID();
  await db.insert(uploads).values({ id, ownerId, kind, bytes: PNG.length });
  return { params: { id }, token };
}

export const fileRecipes: Record<string, Recipe> = {
  'files.uploads.begin': async ({ createPerson }, random) => {
    const { token } = await createPerson('member');
    return { body: { key: random.uuid(), kind, bytes: PNG.length }, token };
  },
  'files.uploads.part': async (context) => {
    const { params, token } = await upload(context);
    return { params: { ...params, number: 1 }, rawBody: PNG, token };
  },
  'files.uploads.state': (context) => upload(context),
  'files.uploads.abort': (context) => upload(context),
  'files.uploads.complete': async (context) => {
    const { id: fileId, ownerId, token } = await file(context);
    const id = randomUUID();
    await context.db.insert(uploads).values({ id, ownerId, kind, bytes: PNG.length, fileId });
    return { params: { id }, token };
  },
  'files.remove': async (context) => {
    const { id, token } = await file(context);
    return { params: { id }, token };
  },
};
