import { beforeEach, expect, test } from 'vitest';
import { LARGEST_STATEMENT } from '#domain/bank/statement.ts';
import { common } from '#domain/copy.ts';
import { createApp } from '../../app.ts';
import { EventRefused } from '../../payments/provider.ts';
import { createLog } from '../../platform/log/log.ts';
import { testApp } from '../../test/app.ts';
import { person } from '../../test/people.ts';
import { listening, rawRequest } from '../../test/raw-http.ts';
import { camtFile } from '../../test/statements.ts';

/** What a request may carry, who may send it, and what happens to the rest. Over a real connection. */

const t = await testApp();
const lines: string[] = [];
const log = createLog('error', { write: (line: string) => lines.push(line) } as never);
const app = createApp({ ...t.deps, log });
const port = await listening({ app });
const [waiting, member, admin] = [await person(t, 'waiting'), await person(t, 'member'), await person(t, 'admin')];

beforeEach(() => void lines.splice(0));

const STATEMENTS = '/api/admin/bank/statements';
const bearer = (who?: { token: string }): Record<string, string> =>
  who ? { authorization: `Bearer ${who.token}` } : {};
const multipart = { 'content-type': 'multipart/form-data; boundary=grenze' };
const part = (name: string, value: string, file?: string) =>
  `--grenze\r\ncontent-disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ''}\r\n\r\n${value}\r\n`;
const send = (body: BodyInit, headers: Record<string, string>, path = STATEMENTS) =>
  Promise.resolve(app.request(path, { method: 'POST', body, headers }));

const MEGABYTE = 1024 * 1024;
const block = Buffer.alloc(64 * 1024, 0x61);
function* bytes(count: number) {
  for (let sent = 0; sent < count; sent += block.length) yield block;
}

test('nobody is asked for a body before the access level is checked: strangers, waiting accounts and members are refused at once', async () => {
  const unfinished = { ...multipart, 'content-length': String(12 * MEGABYTE) };
  for (const [who, status] of [
    [undefined, 401],
    [waiting, 403],
    [member, 403],
  ] as const) {
    const answer = await rawRequest(port, {
      path: STATEMENTS,
      headers: { ...unfinished, ...bearer(who) },
      body: ['--grenze\r\n'],
    });
    expect(answer.status).toBe(status);
  }
  expect(lines).toEqual([]);
});

test('a form without a boundary, with a wrong one, cut off or empty is bad input, and no error of ours', async () => {
  const whole = `${part('file', 'x', 'izvod.csv')}--grenze--\r\n`;
  for (const [body, type] of [
    [whole, 'multipart/form-data'],
    [whole, 'multipart/form-data; boundary='],
    [whole, 'multipart/form-data; boundary=other'],
    [whole, `multipart/form-data; boundary=${'a'.repeat(5_000)}`],
    [whole.slice(0, 60), multipart['content-type']],
    [part('file', 'x', 'izvod.csv'), multipart['content-type']],
    ['', multipart['content-type']],
    ['--grenze--\r\n', multipart['content-type']],
    ['--grenze\r\n\r\n\r\n--grenze--\r\n', multipart['content-type']],
  ] as const) {
    const anonymous = await send(body, { 'content-type': type });
    expect(anonymous.status, `anonymous ${type} ${body.slice(0, 20)}`).toBe(401);
    const answer = await send(body, { 'content-type': type, ...bearer(admin) });
    expect(answer.status, `${type} ${body.slice(0, 20)}`).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'BAD_REQUEST' });
  }
  expect(lines).toEqual([]);
});

test('a body whose sender hangs up in the middle leaves no error in the log', async () => {
  for (const [path, type, who] of [
    [STATEMENTS, multipart['content-type'], admin],
    ['/api/event/reservations', 'application/json', undefined],
    ['/api/problems', 'application/json', undefined],
    ['/auth/v1/signup', 'application/json', undefined],
    ['/webhooks/stripe', 'application/json', undefined],
  ] as const)
    for (const [name, value, chunk] of [
      ['content-length', '5000', '{"key":"'],
      ['transfer-encoding', 'chunked', '8\r\n{"key":"\r\n'],
    ] as const) {
      const headers = { 'content-type': type, 'stripe-signature': 't=1,v1=aa', [name]: value, ...bearer(who) };
      const { status } = await rawRequest(port, { path, headers, body: [chunk], end: true });
      expect(status, `${path} ${name}`).toBeLessThan(500);
    }
  expect(lines).toEqual([]);
});

test('more than ten parts, or a second file, are refused as soon as they are seen', async () => {
  const many = `${part('mapping[date]', 'x').repeat(11)}${part('file', 'x', 'a.csv')}--grenze--\r\n`;
  const files = `${part('file', 'x', 'a.csv')}${part('more', 'y', 'b.csv')}--grenze--\r\n`;
  for (const body of [many, files]) expect((await send(body, { ...multipart, ...bearer(admin) })).status).toBe(400);
  const unfinished = await rawRequest(port, {
    path: STATEMENTS,
    headers: { ...multipart, ...bearer(admin), 'content-length': String(12 * MEGABYTE) },
    body: [...Array(40)].map(() => part('x', '').repeat(300)),
  });
  expect(unfinished.status).toBe(400);
});

test('a megabyte of tiny parts keeps nobody else waiting', async () => {
  const tiny = '--grenze\r\n\r\n\r\n'.repeat(MEGABYTE / 14);
  for (const who of [undefined, waiting, admin]) await send(tiny, { ...multipart, ...bearer(who) });
  const before = process.cpuUsage();
  const answers = await Promise.all(
    [undefined, waiting, admin].flatMap((who) =>
      Array.from({ length: 5 }, () => send(tiny, { ...multipart, ...bearer(who) })),
    ),
  );
  const { user, system } = process.cpuUsage(before);
  expect(answers.map(({ status }) => status)).toEqual([
    ...Array(5).fill(401),
    ...Array(5).fill(403),
    ...Array(5).fill(400),
  ]);
  expect((user + system) / 1000 / answers.length, 'milliseconds of work for each').toBeLessThan(50);
});

test('a body too large is refused while it flows, however it says its size', async () => {
  const over = 128 * MEGABYTE;
  // The kernels of both ends hold some of what was sent, more when the machine is busy.
  const held = 48 * MEGABYTE;
  const head = '--grenze\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
  const said = await rawRequest(port, {
    path: STATEMENTS,
    headers: { ...multipart, ...bearer(admin), 'content-length': String(over) },
    body: [head, ...bytes(over)],
  });
  expect(said.status).toBe(413);
  expect(said.sent).toBeLessThan(held);
  function* chunked() {
    yield `${head.length.toString(16)}\r\n${head}\r\n`;
    for (const chunk of bytes(over)) yield `${chunk.length.toString(16)}\r\n${chunk.toString('latin1')}\r\n`;
  }
  const unsaid = await rawRequest(port, {
    path: STATEMENTS,
    headers: { ...multipart, ...bearer(admin), 'transfer-encoding': 'chunked' },
    body: chunked(),
  });
  expect(unsaid.status).toBe(413);
  expect(unsaid.text).toContain(common.tooLarge.slice(0, 6));
  expect(unsaid.sent).toBeLessThan(LARGEST_STATEMENT + held);
});

test('every procedure has a size of its own: what a reservation never needs, nobody may send as one', async () => {
  const large = JSON.stringify({ key: 'x'.repeat(70 * 1024) });
  const json = { 'content-type': 'application/json' };
  expect((await send(large, json, '/api/event/reservations')).status).toBe(413);
  expect((await send(large, json, '/api/admin/registration-requests/approve')).status).toBe(401);
  const ids = Array.from({ length: 10_000 }, () => crypto.randomUUID());
  const approved = await send(
    JSON.stringify({ ids }),
    { ...json, ...bearer(admin) },
    '/api/admin/registration-requests/approve',
  );
  expect(approved.status).not.toBe(413);
  const staff = await send(large, { ...json, ...bearer(admin) }, '/api/admin/registration-requests/approve');
  expect(staff.status).toBe(400);
});

test('eighty uploads of twelve megabytes at once from a waiting account, or from staff, stay within bounds', async () => {
  const size = 11 * MEGABYTE;
  const head = '--grenze\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
  const storm = (who: { token: string }) =>
    Promise.all(
      Array.from({ length: 80 }, () =>
        rawRequest(port, {
          path: STATEMENTS,
          headers: { ...multipart, ...bearer(who), 'content-length': String(head.length + size + 14) },
          body: [head, ...bytes(size), '\r\n--grenze--\r\n'],
          timeoutMs: 200_000,
        }),
      ),
    );
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let highest = 0;
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss - before);
  }, 5);
  const refused = await storm(waiting);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([403]));
  expect(highest / MEGABYTE, 'megabytes for a waiting account, of 880').toBeLessThan(300);
  const answers = await storm(admin);
  clearInterval(watch);
  for (const { status } of answers) expect([400, 409, 422, 503]).toContain(status);
  expect(highest / MEGABYTE, 'megabytes for staff, of 880').toBeLessThan(600);
}, 300_000);

test('large webhooks of whoever sends them are kept twenty at a time; the next are asked to come again, and small ones are read meanwhile', async () => {
  const parseEvent = async (_: Headers, body: () => Promise<Uint8Array>) => {
    await body();
    throw new EventRefused('It was read.', null);
  };
  const provider = await listening({ app: createApp({ ...t.deps, payments: { ...t.deps.payments, parseEvent } }) });
  const send = (said: number, { sent = said, timeoutMs = 20_000 } = {}) =>
    rawRequest(provider, {
      path: '/webhooks/stripe',
      headers: { 'content-type': 'application/json', 'content-length': String(said) },
      body: [Buffer.alloc(sent, 0x61)],
      timeoutMs,
    });
  const unfinished = Promise.all(
    Array.from({ length: 24 }, () => send(200 * 1024, { sent: 100 * 1024, timeoutMs: 15_000 })),
  );
  expect((await send(60 * 1024)).status).toBe(400);
  expect((await send(300 * 1024, { sent: 0 })).status).toBe(413);
  const statuses = (await unfinished).map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(20).fill(0), ...Array(4).fill(503)]);
  expect((await send(200 * 1024)).status, 'there is room again').toBe(400);
}, 60_000);

test('a statement arrives whole, however the network cuts it', async () => {
  const file = camtFile(
    Array.from({ length: 50 }, (_, index) => ({
      amount: `${index + 1}.00`,
      currency: 'RSD' as const,
      payer: 'Žika Đ',
    })),
  );
  const form = `${part('file', file, 'izvod-č.xml')}--grenze--\r\n`;
  const whole = Buffer.from(form);
  const cut = Array.from({ length: Math.ceil(whole.length / 97) }, (_, index) =>
    whole.subarray(index * 97, index * 97 + 97),
  );
  const answer = await rawRequest(port, {
    path: STATEMENTS,
    headers: { ...multipart, ...bearer(admin), 'content-length': String(whole.length) },
    body: cut,
  });
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('"lines":50');
});

test('half a character and a zero character are refused in every body, and leave no error in the log', async () => {
  const json = { 'content-type': 'application/json' };
  for (const bad of ['\\ud800', 'a\\u0000b', '\\udfff x']) {
    const reservation = `{"key":"${crypto.randomUUID()}","selectedCountry":"RS","selectedPackage":"ticket-only","personalInfo":{"firstName":"${bad}","lastName":"P","email":"a@primer.rs","phone":"+381641234567"}}`;
    const answer = await send(reservation, json, '/api/event/reservations');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'BAD_REQUEST', message: common.badInput });
    const notice = await send(
      `{"reason":"${bad}","note":"${bad}","id":"${member.id}"}`,
      { ...json, ...bearer(admin) },
      `/api/admin/people/${member.id}/notice`,
    );
    expect(notice.status).toBe(400);
  }
  const deep = `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`;
  expect((await send(deep, json, '/api/event/reservations')).status).toBe(400);
  expect(lines).toEqual([]);
});
