import { createSocket } from 'node:dgram';
import type { lookup } from 'node:dns';
import { lookup as lookupOfMachine } from 'node:dns/promises';
import { expect, test } from 'vitest';
import { CERTIFICATE, httpsSite } from '../../test/https-site.ts';
import { openPosts } from './post.ts';
import { checkTarget, isPublicIp, isPublicOrLoopback, lookupInDns } from './target.ts';

/** Which addresses of others our servers may reach. Nothing of our own network is among them, whatever it is called. */

const PRIVATE = {
  'this machine': ['127.0.0.1', '127.9.9.9', '::1', '0.0.0.0', '0.1.2.3', '::'],
  'private networks': ['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1', 'fc00::1', 'fec0::1'],
  'link-local, where clouds keep their secrets': ['169.254.169.254', '169.254.0.1', 'fe80::1'],
  'behind the address of a carrier': ['100.64.0.1', '100.127.255.255'],
  'many at once': ['224.0.0.1', '239.1.1.1', '255.255.255.255', 'ff02::1', 'ff0e::1'],
  'reserved, for documentation and measuring': [
    ...['240.0.0.1', '192.0.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '192.88.99.1'],
    ...['2001:db8::1', '3fff::1', '100::1', '5f00::1', '2001:10::1', '2001:20::1'],
  ],
  'IPv4 inside IPv6': [
    ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '::ffff:0:a00:1', '::7f00:1', '::10.0.0.1'],
    ...['64:ff9b::a00:1', '64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2002:a00:1::', '2002:7f00:1::1'],
    ...['2001:0:53aa:64c::1', '2001::1'],
  ],
};
const PUBLIC = ['93.184.215.14', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:2800:21f:cb07::1', '::ffff:1.1.1.1'];

test.each(Object.entries(PRIVATE))('never reached: %s', (_, addresses) => {
  for (const ip of addresses) expect([ip, isPublicIp(ip)]).toEqual([ip, false]);
});

test('what is public is reached, and what is no address is not', () => {
  for (const ip of PUBLIC) expect([ip, isPublicIp(ip)]).toEqual([ip, true]);
  for (const text of ['', 'localhost', '1.1.1.1.', '999.1.1.1']) expect(isPublicIp(text), text).toBe(false);
  expect(isPublicOrLoopback('127.0.0.1')).toBe(true);
  for (const ip of ['10.0.0.1', '169.254.169.254', '::ffff:10.0.0.1']) expect(isPublicOrLoopback(ip), ip).toBe(false);
});

test('an address is refused by how it is written, before anybody is asked for its name', async () => {
  const asked: string[] = [];
  const ways = { lookup: names({}, asked) };
  const problem = (url: string) => checkTarget(url, ways);
  for (const host of [
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001', '127.0.0.1.'],
    ...['[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:0:0:1]', '[64:ff9b::7f00:1]', '１２７.0.0.1'],
    ...['10.0.0.14:8080', '169.254.169.254', '[fe80::1]'],
  ])
    expect([host, await problem(`https://${host}/vidik`)]).toEqual([host, 'private']);
  expect(await problem('http://10.0.0.14:8080/vidik'), 'the more important reason').toBe('private');
  for (const url of ['http://primer.example/', 'ftp://primer.example/', 'file:///etc/passwd', 'javascript:alert(1)'])
    expect([url, await problem(url)]).toEqual([url, 'scheme']);
  for (const url of [
    '',
    'primer.example',
    'https://',
    'https://ime:tajna@primer.example/',
    'https://[::1',
    'https://1.2.3.4.5.6/',
  ])
    expect([url, await problem(url)]).not.toEqual([url, null]);
  expect(asked.filter((host) => host !== '1.2.3.4.5.6')).toEqual([]);
});

test('a name is refused for what it resolves to, also when only one of its addresses is not public', async () => {
  const lookup = names({
    'javno.example': ['93.184.215.14', '2606:2800:21f:cb07::1'],
    'unutra.example': ['10.0.0.5'],
    'oboje.example': ['93.184.215.14', '127.0.0.1'],
    'oboje6.example': ['2606:2800:21f:cb07::1', '::ffff:10.0.0.1'],
    'localhost.': ['127.0.0.1'],
  });
  const problem = (host: string) => checkTarget(`https://${host}/`, { lookup });
  expect(await problem('javno.example')).toBeNull();
  for (const host of ['unutra.example', 'oboje.example', 'oboje6.example', 'localhost.'])
    expect([host, await problem(host)]).toEqual([host, 'private']);
  expect(await problem('nema-ga.example')).toBe('unknown');
});

test('the connection goes to the address that was checked: the name is asked for once for each attempt', async () => {
  const paths: string[] = [];
  const { port } = await httpsSite((request, response) => {
    paths.push(`${request.headers.host} ${request.url}`);
    response.writeHead(204).end();
  });
  const asked: string[] = [];
  const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1']];
  const changing = names(
    {
      get 'pekara.test'() {
        return answers.shift()!;
      },
    },
    asked,
  );
  const posts = openPosts({ lookup: changing, isAllowed: (ip) => ip === '127.0.0.1', ca: CERTIFICATE });
  const send = () => posts.send(`https://pekara.test:${port}/prijem`, {}, '{}');
  expect(await send()).toMatchObject({ outcome: 'answered', status: 204 });
  expect(asked, 'once').toEqual(['pekara.test']);
  expect(await send(), 'by then it leads inside').toMatchObject({ outcome: 'refused', reason: 'private' });
  expect(await send()).toMatchObject({ outcome: 'answered' });
  expect(paths).toEqual([`pekara.test:${port} /prijem`, `pekara.test:${port} /prijem`]);
});

test('a name server that does not answer holds up nobody else who looks up a name', async () => {
  const silent = createSocket('udp4');
  await new Promise<void>((done) => silent.bind(0, '127.0.0.1', done));
  const lookup = lookupInDns([`127.0.0.1:${silent.address().port}`]);
  const ask = (host: string) =>
    new Promise<string | undefined>((done) => lookup(host, { all: true }, (error) => done(error?.code)));
  const asked = Array.from({ length: 40 }, (_, at) => ask(`x${at}.example`));
  const first = await Promise.race([Promise.any(asked), lookupOfMachine('localhost')]);
  expect(first).toMatchObject({ address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/) });
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['ETIMEOUT']));
  silent.close();
});

/** A resolver that knows these names. */
function names(known: Record<string, string[]>, asked: string[] = []): typeof lookup {
  const answer = (host: string, _: unknown, done: (error: Error | null, found: unknown) => void) => {
    asked.push(host);
    const found = known[host]?.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (found) done(null, found);
    else done(Object.assign(new Error(`no ${host}`), { code: 'ENOTFOUND' }), []);
  };
  return answer as unknown as typeof lookup;
}
