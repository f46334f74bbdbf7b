import { absoluteAddress } from '../site.ts';

/**
 * `/robots.txt`, written when the site is built. Only the addresses of APIs are disallowed: a page that must not be found
 * says so itself (`noindex`), and for that it has to be read.
 */
export function loader() {
  const closed = ['/api/', '/auth/v1/', '/webhooks/', '/sandbox/'];
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${absoluteAddress('/sitemap.xml')}`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
