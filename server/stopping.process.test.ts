import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { testApp } from './test/app.ts';
import { eventually } from './test/eventually.ts';
import { person } from './test/people.ts';
import { databaseProxy } from './test/postgres/database-proxy.ts';
import { addressOf, builtServer, ended, heard, requestUnderWay } from './test/server-process.ts';

/** How a server ends: real processes, sockets and signals. */

const t = await testApp();
const { databaseUrl } = t;
const { launch } = builtServer(databaseUrl);

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s lets the request under way end, and takes no new ones',
  async (signal) => {
    const server = launch();
    const address = await addressOf(server);
    const { port } = new URL(address);
    const pending = await requestUnderWay(address);
    const answered = once(pending, 'response') as Promise<[IncomingMessage]>;
    server.child.kill(signal);
    // The same Ctrl+C, received twice.
    server.child.kill(signal);
    await heard(server, `${signal}: stopping`);
    const tryToConnect = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        () => 'accepted',
        () => 'refused',
      );
    await eventually(async () => expect(await tryToConnect()).toBe('refused'));
    pending.end('"x"}');
    const [{ statusCode }] = await answered;
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(await ended(server)).toBe(0);
  },
);

test('an open stream ends with the word to reconnect, and does not hold the stop up', async () => {
  const who = await person(t);
  const server = launch({ PUBLIC_URL: t.config.publicUrl });
  const address = await addressOf(server);
  const stream = await fetch(`${address}/api/live/me`, { headers: { authorization: `Bearer ${who.token}` } });
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  const pending = await requestUnderWay(address);
  server.child.kill('SIGTERM');
  expect((await stream.text()).match(/"changed":"\w+"/g)).toEqual(['"changed":"ready"', '"changed":"reconnect"']);
  const answered = once(pending, 'response');
  pending.end('"x"}');
  await answered;
  expect(await ended(server)).toBe(0);
});

test('a database that stands still does not hold the stop up for ever', async () => {
  const network = await databaseProxy(databaseUrl);
  onTestFinished(() => network.close());
  const server = launch({ DATABASE_URL: network.url });
  const address = await addressOf(server);
  network.standStill();
  const asked = fetch(`${address}/api/event/offer`).catch(() => null);
  server.child.kill('SIGTERM');
  expect([0, 1]).toContain(await ended(server));
  await asked;
});

test('a second signal, later, ends it at once', async () => {
  const server = launch({ DRAIN_SECONDS: '5' });
  const address = await addressOf(server);
  await requestUnderWay(address);
  server.child.kill('SIGTERM');
  await heard(server, 'SIGTERM: stopping');
  await sleep(1_100);
  expect(server.child.exitCode).toBeNull();
  server.child.kill('SIGTERM');
  expect(await ended(server)).toBe(130);
});

/** Connections kept alive, as proxies and browsers keep them. */
function keptAlive(): Agent {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  return agent;
}

async function ask(address: string, where: string, agent?: Agent) {
  const asked = request(`${address}${where}`, { agent });
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, connection: response.headers.connection, text };
}

test('the check of a proxy that speaks HTTP/1.0 and names no host is answered', async () => {
  const server = launch();
  const socket = connect(Number(new URL(await addressOf(server)).port), '127.0.0.1');
  socket.write('GET /readyz HTTP/1.0\r\n\r\n');
  let text = '';
  for await (const chunk of socket) text += chunk;
  expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
});

test('a server that is asked to stop says so, and serves on until others have taken over', async () => {
  const server = launch({ DRAIN_SECONDS: '1' });
  const address = await addressOf(server);
  const agent = keptAlive();
  expect(await ask(address, '/healthz', agent)).toMatchObject({ status: 200, connection: 'keep-alive' });
  const began = performance.now();
  server.child.kill('SIGTERM');
  await heard(server, 'SIGTERM: stopping, serving for 1 s more');
  expect(await ask(address, '/readyz', agent)).toEqual({
    status: 503,
    connection: 'close',
    text: '{"ok":false,"reason":"stopping"}',
  });
  // On the connection that was kept, and on one that is new.
  for (const by of [agent, undefined, undefined])
    for (const where of ['/healthz', '/api/event/offer'])
      expect(await ask(address, where, by), where).toMatchObject({ status: 200, connection: 'close' });
  expect(await ended(server)).toBe(0);
  expect(performance.now() - began).toBeGreaterThan(1_000);
});

test('on a connection that a proxy keeps, requests are answered also once nobody new is let in', async () => {
  const server = launch({ DRAIN_SECONDS: '4' });
  const address = await addressOf(server);
  const agent = keptAlive();
  server.child.kill('SIGTERM');
  await heard(server, 'SIGTERM: stopping');
  expect(await ask(address, '/healthz', agent)).toMatchObject({ connection: 'close' });
  await eventually(async () =>
    expect(await ask(address, '/healthz', agent)).toMatchObject({ status: 200, connection: 'keep-alive' }),
  );
  const askAnew = () => ask(address, '/healthz').catch(({ code }: NodeJS.ErrnoException) => code);
  await eventually(async () => expect(await askAnew()).toBe('ECONNREFUSED'));
  expect(await ask(address, '/healthz', agent)).toMatchObject({ status: 200, connection: 'close' });
  expect(await ended(server)).toBe(0);
});

test('of requests that come all the time until nobody is let in any more, none is cut off', async () => {
  const server = launch({ DRAIN_SECONDS: '0.5' });
  const address = await addressOf(server);
  const { port } = new URL(address);
  const answers = new Map<string, number>();
  const count = (what: string) => answers.set(what, (answers.get(what) ?? 0) + 1);
  /** A connection for each request: one that is refused has said nothing, and a proxy asks the next server. */
  const client = async () => {
    for (;;) {
      const socket = connect(Number(port), '127.0.0.1');
      const in_ = await new Promise<boolean>((resolve) => {
        socket.once('connect', () => resolve(true));
        socket.once('error', () => resolve(false));
      });
      if (!in_) return;
      socket.on('error', () => {});
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.write('GET /api/event/offer HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
      await new Promise((resolve) => socket.once('close', resolve));
      count(/^HTTP\/1\.1 200/.test(text) && /[}\]\n]$/.test(text) ? 'answered' : `cut after ${text.length} bytes`);
      await sleep(Math.random() * 40);
    }
  };
  const clients = Promise.all(Array.from({ length: 3 }, client));
  await eventually(() => expect(answers.get('answered')).toBeGreaterThan(20));
  server.child.kill('SIGTERM');
  await clients;
  expect([...answers.keys()]).toEqual(['answered']);
  expect(await ended(server)).toBe(0);
});

test('Ctrl+C waits for nobody', async () => {
  const server = launch({ DRAIN_SECONDS: '60' });
  await addressOf(server);
  server.child.kill('SIGINT');
  expect(await ended(server)).toBe(0);
  expect(server.said.out).toContain('SIGINT: stopping…');
});

test('a TV that plays and one that waits are told to reconnect', async () => {
  const server = launch({ DRAIN_SECONDS: '1' });
  const address = await addressOf(server);
  const { number, secret } = (await (await fetch(`${address}/api/tv/pairings`, { method: 'POST' })).json()) as {
    number: number;
    secret: string;
  };
  const stream = await fetch(`${address}/api/tv/pairings/${number}/wait`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(stream.status).toBe(200);
  server.child.kill('SIGTERM');
  expect((await stream.text()).match(/"state":"\w+"/g)).toEqual(['"state":"waiting"', '"state":"reconnect"']);
  expect(await ended(server)).toBe(0);
});

test('whatever hangs, the process ends', async () => {
  const server = launch({ DRAIN_SECONDS: '0.2' });
  const address = await addressOf(server);
  await requestUnderWay(address);
  const silent = connect(Number(new URL(address).port), '127.0.0.1');
  silent.on('error', () => {});
  silent.write('GET /healthz HT');
  const began = performance.now();
  server.child.kill('SIGTERM');
  expect([0, 1]).toContain(await ended(server));
  expect(performance.now() - began).toBeLessThan(15_000);
});
