import { expect, test } from 'vitest';
import { CERTIFICATE, httpsSite } from '../../test/https-site.ts';
import { openVisits } from './visit.ts';

/** Addresses that somebody else typed are opened, but never inside our own network, and never further than their own host. */

const asked: string[] = [];
const { port } = await httpsSite((request, response) => {
  asked.push(request.url!);
  const [, status = '200', to = ''] = /^\/(\d+)(?:\?(.*))?$/.exec(request.url!) ?? [];
  response.writeHead(Number(status), to ? { location: decodeURIComponent(to) } : {}).end('x'.repeat(100_000));
});
const site = `https://localhost:${port}`;
const visit = openVisits({ isAllowed: () => true, ca: CERTIFICATE });
const redirect = (to: string) => `${site}/302?${encodeURIComponent(to)}`;

test('a site answers with its status, also one that lets no program in', async () => {
  for (const status of [200, 204, 403, 429])
    expect(await visit(`${site}/${status}`)).toEqual({ outcome: 'answers', status });
  for (const status of [404, 410, 500, 503])
    expect(await visit(`${site}/${status}`), `${status}`).toEqual({ outcome: 'dead' });
});

test('a redirect is followed on the same host and told when it leaves it', async () => {
  expect(await visit(redirect('/200'))).toEqual({ outcome: 'answers', status: 200 });
  expect(await visit(redirect('https://drugi.example/kifle'))).toEqual({ outcome: 'moved', host: 'drugi.example' });
  expect(await visit(redirect(`http://localhost:${port}/200`)), 'without https').toEqual({ outcome: 'dead' });
  expect(await visit(redirect(redirect(redirect(redirect('/200'))))), 'in circles').toEqual({ outcome: 'dead' });
});

test('nothing is opened inside our own network, whatever it is called', async () => {
  asked.length = 0;
  const real = openVisits({ ca: CERTIFICATE });
  for (const host of ['localhost', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0.0.0.0'])
    expect(await real(`https://${host}:${port}/200`), host).toEqual({ outcome: 'dead' });
  expect(asked).toEqual([]);
});

test('a site whose certificate nobody trusts, and one that is not there, are dead', async () => {
  expect(await openVisits({ isAllowed: () => true })(`${site}/200`)).toEqual({ outcome: 'dead' });
  expect(await visit('https://localhost:1/')).toEqual({ outcome: 'dead' });
  expect(await visit(`${site.replace('https', 'http')}/200`)).toEqual({ outcome: 'dead' });
});
