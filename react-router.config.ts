import type { Config } from '@react-router/dev/config';
import { pages } from './domain/pages.ts';

export default {
  appDirectory: 'web/app',
  buildDirectory: 'build',
  ssr: false,
  prerender: [
    ...Object.values(pages)
      .filter(({ prerendered }) => prerendered)
      .map(({ path }) => path),
    '/404',
    '/sitemap.xml',
    '/robots.txt',
    '/503.html',
  ],
} satisfies Config;
