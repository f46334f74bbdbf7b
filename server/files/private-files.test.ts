import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DUTIES } from '#domain/access.ts';
import { profiles } from '../accounts/schema.ts';
import { testApp } from '../test/app.ts';
import { giveDuties, person, type TestPerson } from '../test/people.ts';
import { picture } from '../test/pictures.ts';
import { upload } from '../test/uploads.ts';
import { addFile, keepContent } from './keep-file.ts';
import { files } from './schema.ts';

const app = await testApp();
const { deps } = app;
const owner = await person(app);
const content = picture();
const file = await upload(app, owner, content);

const get = (id: string, who?: TestPerson, headers: Record<string, string> = {}, method = 'GET') =>
  app.app.request(`/api/files/${id}`, {
    method,
    headers: { ...(who ? { authorization: `Bearer ${who.token}` } : {}), ...headers },
  });

/** A picture that we made ourselves, as a job makes one. */
async function ours(ownerId: string | null) {
  const received = await deps.storage.private.receive(
    (async function* () {
      yield picture();
    })(),
  );
  const kept = await keepContent(deps, 'advert-picture', received);
  return app.db.transaction((tx) => addFile(tx, deps, kept, { kind: 'advert-picture', ownerId, madeByUs: true }));
}

test('its owner gets a file whole, to save it, and nothing between us and the browser keeps it', async () => {
  const answer = await get(file.id, owner);
  expect(answer.status).toBe(200);
  expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(content.length),
    'content-disposition': `attachment; filename="advert-picture-${file.id.slice(0, 8)}.png"`,
    'cache-control': 'private, no-store',
    vary: 'authorization',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
    'cross-origin-resource-policy': 'same-origin',
    etag: `"${file.sha256}"`,
  });
});

test('a file comes in ranges, and as headers alone', async () => {
  const part = await get(file.id, owner, { range: 'bytes=1-3' });
  expect({ status: part.status, text: await part.text() }).toEqual({ status: 206, text: 'PNG' });
  expect(part.headers.get('content-range')).toBe(`bytes 1-3/${content.length}`);
  expect((await get(file.id, owner, { range: `bytes=${content.length}-` })).status).toBe(416);
  const head = await get(file.id, owner, {}, 'HEAD');
  expect({ status: head.status, bytes: (await head.arrayBuffer()).byteLength }).toEqual({ status: 200, bytes: 0 });
  expect((await get(file.id, owner, { 'if-none-match': `"${file.sha256}"` })).status).toBe(304);
});

test('for strangers, visitors, waiting and blocked accounts it does not exist, as what never was', async () => {
  const blocked = await person(app);
  const theirs = await upload(app, blocked, picture());
  await app.db.update(profiles).set({ blockedAt: new Date() }).where(eq(profiles.id, blocked.id));
  const never = await get(randomUUID(), owner);
  const body = JSON.stringify({ ...(await never.json()), reference: null });
  expect(never.status).toBe(404);
  for (const [who, id] of [
    [undefined, file.id],
    [await person(app), file.id],
    [await person(app, 'waiting'), file.id],
    [{ ...owner, token: `${owner.token.slice(0, -4)}AAAA` }, file.id],
    [blocked, theirs.id],
  ] as const) {
    const answer = await get(id, who);
    expect(answer.status).toBe(404);
    expect(JSON.stringify({ ...(await answer.json()), reference: null })).toBe(body);
    expect(answer.headers.get('etag')).toBeNull();
  }
});

test('staff see it with the duty that allows what its kind names, and with no other', async () => {
  const staff = await person(app, 'admin');
  expect((await get(file.id, staff)).status).toBe(200);
  await giveDuties(
    app,
    staff,
    DUTIES.filter((duty) => duty !== 'advertising'),
  );
  expect((await get(file.id, staff)).status).toBe(404);
  await giveDuties(app, staff, ['advertising']);
  expect((await get(file.id, staff)).status).toBe(200);
});

test('a picture that we made ourselves is shown, what others sent never', async () => {
  const made = await ours(owner.id);
  expect((await get(made.id, owner)).headers.get('content-disposition')).toBe('inline');
  const nobodys = await ours(null);
  expect((await get(nobodys.id, owner)).status).toBe(404);
});

test('a removed file is gone for everybody', async () => {
  const gone = await upload(app, owner, picture());
  await app.db.update(files).set({ removedAt: new Date() }).where(eq(files.id, gone.id));
  expect((await get(gone.id, owner)).status).toBe(404);
  expect((await get(gone.id, await person(app, 'admin'))).status).toBe(404);
});

test('no public address leads to a private file, whatever is asked', async () => {
  const name = `files/${file.sha256.slice(0, 2)}/${file.sha256}.png`;
  for (const address of [name, `private-files/${name}`, `../private-files/${name}`, `..%2fprivate-files%2f${name}`])
    expect((await app.app.request(`/storage/${address}`)).status, address).toBe(404);
  for (const id of ['x', `${file.id}/`, `${file.id.toUpperCase()}`, `${file.id}.png`])
    expect((await get(id, owner)).status, id).not.toBe(200);
});
