import { company } from '#domain/company.ts';
import { pageOf, pages, sharingCardName } from '#domain/pages.ts';
import { copy } from '#domain/shell/copy.ts';
import { absoluteAddress } from '../site.ts';

type Tag = Record<string, string>;

/** Title, description, canonical address and sharing card of a page, from `domain/pages.ts`; `null` has no page. */
export function pageMeta(pathname: string | null): Tag[] {
  if (pathname === null) return [{ title: company.brand }, { name: 'robots', content: 'noindex' }];
  const name = pageOf(pathname);
  const { title, description, indexed, path } = name
    ? pages[name]
    : { title: copy.notFound.pageTitle, description: copy.notFound.text, indexed: false, path: pathname };
  const tags: Tag[] = [{ title }, { name: 'description', content: description }];
  if (!indexed || !name) return [...tags, { name: 'robots', content: 'noindex' }];
  return [
    ...tags,
    { tagName: 'link', rel: 'canonical', href: absoluteAddress(path) },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:url', content: absoluteAddress(path) },
    { property: 'og:site_name', content: company.brand },
    { property: 'og:locale', content: 'sr_RS' },
    { property: 'og:image', content: absoluteAddress(`/og/${sharingCardName(path)}.png`) },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: copy.cardAlt },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

/** A layout's `meta`: every page below it is named by its address. */
export const metaByAddress = ({ location }: { location: { pathname: string } }): Tag[] => pageMeta(location.pathname);
