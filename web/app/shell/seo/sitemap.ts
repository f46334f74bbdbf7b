import { legalPages } from '#domain/legal/versions.ts';
import { pages } from '#domain/pages.ts';
import { absoluteAddress } from '../site.ts';

/** `/sitemap.xml`, written when the site is built: every page search engines may show. */
export function loader() {
  const since: Record<string, string> = legalPages;
  const urls = Object.entries(pages)
    .filter(([, { indexed }]) => indexed)
    .map(([name, { path }]) => {
      const changed = since[name] ? `<lastmod>${since[name]}</lastmod>` : '';
      return `<url><loc>${absoluteAddress(path)}</loc>${changed}</url>`;
    });
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}
