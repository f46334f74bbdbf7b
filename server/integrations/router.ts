import { feedsRouter } from './feeds/router.ts';

export const integrationsRouter = { feeds: feedsRouter };
