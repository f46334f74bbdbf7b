import { keysRouter } from './keys/router.ts';

export const integrationsRouter = { keys: keysRouter };
