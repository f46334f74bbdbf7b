import { writeFileSync } from 'node:fs';
import { request as ask, type OutgoingHttpHeaders } from 'node:http';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CLAIMED_ADDRESS, PROXY_QUESTION, PROXY_QUESTION_KEY, proxyProof } from '../../http/proxy-question-routes.ts';
import { testApp } from '../../test/app.ts';
import { freePort } from '../../test/free-port.ts';
import { CERTIFICATE, httpsSite } from '../../test/https-site.ts';
import { addressOf, builtServer, emptyDataDir, ended } from '../../test/server-process.ts';

const app = await testApp();
const { launch } = builtServer(app.databaseUrl);

test('a public shop that believes no proxy, and a proxy that hands no address over, are said', async () => {
  const shop = { port: await freePort() };
  /** What the proxy makes of the headers of a request. */
  let handsOver: (headers: OutgoingHttpHeaders) => OutgoingHttpHeaders = (headers) => headers;
  const { port } = await httpsSite((request, response) => {
    const headers = handsOver(request.headers);
    request.pipe(
      ask({ port: shop.port, path: request.url, method: request.method, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      }).on('error', () => response.writeHead(502).end()),
    );
  });
  const authorities = path.join(emptyDataDir(), '..', 'ca.pem');
  writeFileSync(authorities, CERTIFICATE);
  const env = {
    PUBLIC_URL: `https://localhost:${port}`,
    STRIPE_SANDBOX: '1',
    ALLOW_NO_RATE_LIMITS: '1',
    NODE_EXTRA_CA_CERTS: authorities,
  };
  const doctor = async (trusted: number) => {
    const program = launch({ ...env, TRUST_PROXY: String(trusted) }, 'doctor');
    await ended(program);
    return /^(ok|note|BAD) +proxy +(.*)$/m.exec(program.said.out)?.slice(1);
  };
  expect(await doctor(0)).toEqual(['BAD', expect.stringContaining('TRUST_PROXY=0: everybody has the address')]);
  expect(await doctor(1)).toEqual(['note', expect.stringContaining('answers 502')]);

  const server = launch({ ...env, PORT: String(shop.port), TRUST_PROXY: '1' });
  await addressOf(server);
  const adds = (headers: OutgoingHttpHeaders) => ({
    ...headers,
    'x-forwarded-for': `${headers['x-forwarded-for']}, 203.0.113.9`,
  });
  handsOver = adds;
  expect(await doctor(1)).toEqual(['ok', expect.stringMatching(/^TRUST_PROXY=1, and 1 proxy adds the address/)]);
  handsOver = (headers) => ({ ...headers, 'x-forwarded-for': '203.0.113.9' });
  expect(await doctor(1)).toEqual(['ok', expect.stringMatching(/^TRUST_PROXY=1, and 1 proxy adds the address/)]);
  handsOver = (headers) => adds(adds(headers));
  expect(await doctor(1)).toEqual(['BAD', expect.stringContaining('2 proxies add')]);
  handsOver = (headers) => headers;
  expect(await doctor(1)).toEqual(['BAD', expect.stringContaining('whoever calls can claim any other')]);
  handsOver = ({ 'x-forwarded-for': _, ...headers }) => headers;
  expect(await doctor(1)).toEqual(['BAD', expect.stringContaining('it hands no X-Forwarded-For over')]);
  handsOver = (headers) => ({ ...adds(headers), host: 'localhost' });
  expect(await doctor(1)).toEqual(['note', expect.stringContaining('the Host handed over is not that of PUBLIC_URL')]);
});

test('what proxies hand over is answered to whoever has the key of the database, for a minute, and to nobody else', async () => {
  const key = app.deps.tokens.deriveKey(PROXY_QUESTION_KEY);
  const asked = (authorization?: string) =>
    app.app.request(PROXY_QUESTION, {
      headers: { 'x-forwarded-for': CLAIMED_ADDRESS, ...(authorization ? { authorization } : {}) },
    });
  const now = app.deps.now();
  const answer = await asked(proxyProof(key, now));
  expect(await answer.json()).toEqual({ added: 0, isFooled: false, isOurHost: false });
  const past = new Date(now.getTime() - 61_000);
  const other = app.deps.tokens.deriveKey('known-device');
  for (const wrong of [undefined, 'Bearer x', proxyProof(key, past), proxyProof(other, now)])
    expect((await asked(wrong)).status).toBe(404);
});
