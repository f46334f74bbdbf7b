import { company } from '#domain/company.ts';
import { type PageName, pages } from '#domain/pages.ts';

/** Title, description, canonical address and sharing of a page, from the one map of pages. */
export const pageMeta = (name: PageName) => () => {
  const { title, description, path, index } = pages[name];
  const tags: Record<string, string>[] = [{ title }, { name: 'description', content: description }];
  if (!index) return [...tags, { name: 'robots', content: 'noindex' }];
  return [
    ...tags,
    { tagName: 'link', rel: 'canonical', href: `${company.site}${path}` },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:url', content: `${company.site}${path}` },
    { property: 'og:site_name', content: company.brand },
    { property: 'og:locale', content: 'sr_RS' },
  ];
};
