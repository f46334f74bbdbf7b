import { once } from 'node:events';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { startBucket } from '../../test/buckets.ts';
import { eventually } from '../../test/eventually.ts';
import { call, person } from '../../test/people.ts';
import { largePicture } from '../../test/pictures.ts';
import { listening, rawRequest } from '../../test/raw-http.ts';
import { namesIn } from '../../test/stores.ts';
import { begin, partOf, sendParts } from '../../test/uploads.ts';

/** Parts over a real connection, as a browser sends them and as a network breaks them. */
const app = await testApp();
const port = await listening(app);
const { storage } = app.deps;
const content = largePicture();

async function upload() {
  const who = await person(app);
  const { id } = await begin(app, who, content);
  const headers = { authorization: `Bearer ${who.token}`, 'content-type': 'application/octet-stream' };
  return { who, id, headers, address: `/api/files/uploads/${id}/parts` };
}

test('a file goes up in parts and comes back as it was', async () => {
  const { who, id, headers, address } = await upload();
  for (const number of [1, 2]) {
    const body = await partOf(content, number).arrayBuffer();
    const answer = await fetch(`http://127.0.0.1:${port}${address}/${number}`, { method: 'PUT', headers, body });
    expect(answer.status).toBe(200);
  }
  const file = await call(app, who).files.uploads.complete({ id });
  const { authorization } = headers;
  const back = await fetch(`http://127.0.0.1:${port}/api/files/${file.id}`, { headers: { authorization } });
  expect(Buffer.from(await back.arrayBuffer()).equals(content)).toBe(true);
  const range = { authorization, range: 'bytes=4194300-4194310' };
  const part = await fetch(`http://127.0.0.1:${port}/api/files/${file.id}`, { headers: range });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(4194300, 4194311))).toBe(true);
});

test('a part whose connection is cut leaves nothing, and is sent again', async () => {
  const { who, id, headers, address } = await upload();
  const part = Buffer.from(await partOf(content, 2).arrayBuffer());
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `PUT ${address}/2 HTTP/1.1\r\nhost: x\r\nauthorization: ${headers.authorization}\r\ncontent-length: ${part.length}\r\n\r\n`,
  );
  socket.write(part.subarray(0, part.length / 2));
  await new Promise((resolve) => setTimeout(resolve, 200));
  socket.destroy();
  await eventually(async () => expect(await namesIn(storage.uploads, `${id}/`)).toEqual([]));
  expect(await call(app, who).files.uploads.state({ id })).toMatchObject({ present: [] });
  const answer = await fetch(`http://127.0.0.1:${port}${address}/2`, { method: 'PUT', headers, body: part });
  expect(await answer.json()).toMatchObject({ present: [2], missing: [1] });
});

test('a part that says it is too large is refused before it is read, and one that does not say is cut at its limit', async () => {
  const { headers, address } = await upload();
  const path = `${address}/1`;
  const said = { ...headers, 'content-length': String(5 * 1024 * 1024) };
  expect((await rawRequest(port, { method: 'PUT', path, headers: said, body: ['x'] })).status).toBe(413);
  const unsaid = { ...headers, 'transfer-encoding': 'chunked' };
  const block = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  const body = Array.from({ length: 70 }, () => block);
  expect((await rawRequest(port, { method: 'PUT', path, headers: unsaid, body: [...body, '0\r\n\r\n'] })).status).toBe(
    413,
  );
});

test.runIf(existsSync('/proc/self/fd'))(
  'a reader who goes away in the middle of a file holds nothing open',
  async () => {
    const { who, id, headers, address } = await upload();
    for (const number of [1, 2])
      await fetch(`http://127.0.0.1:${port}${address}/${number}`, {
        method: 'PUT',
        headers,
        body: partOf(content, number),
      });
    const file = await call(app, who).files.uploads.complete({ id });
    for (let n = 0; n < 20; n += 1) {
      const leaving = new AbortController();
      const { authorization } = headers;
      const answer = await fetch(`http://127.0.0.1:${port}/api/files/${file.id}`, {
        headers: { authorization },
        signal: leaving.signal,
      });
      await answer.body!.getReader().read();
      leaving.abort();
    }
    await eventually(() => {
      const open = readdirSync('/proc/self/fd').flatMap((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`);
        } catch {
          return [];
        }
      });
      expect(open.filter((name) => name.includes('private-files'))).toEqual([]);
    });
  },
);

test('servers with directories of their own share a bucket: each takes a part, one joins them, the other hands the file out', async () => {
  const bucket = await startBucket();
  onTestFinished(bucket.stop);
  const env = { STORAGE_URL: bucket.address };
  const one = await testApp({ env });
  const other = await testApp({ env, databaseUrl: one.databaseUrl, deps: { tokens: one.deps.tokens } });
  expect(one.config.dataDir).not.toBe(other.config.dataDir);
  const who = await person(one);
  const { id } = await begin(one, who, content);
  await sendParts(one, who, id, content, [1]);
  await sendParts(other, who, id, content, [2]);
  const file = await call(one, who).files.uploads.complete({ id });
  expect(await namesIn(one.deps.storage.uploads)).toEqual([]);
  const get = (headers: Record<string, string> = {}) =>
    other.app.request(`/api/files/${file.id}`, { headers: { authorization: `Bearer ${who.token}`, ...headers } });
  const whole = await get();
  expect(whole.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
  expect(await (await get({ range: 'bytes=1-3' })).text()).toBe('PNG');
});
