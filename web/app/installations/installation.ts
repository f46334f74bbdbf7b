import type { client } from '../api.ts';

/** As the answer of the server carries it. */
export type Installation = Awaited<ReturnType<typeof client.installations.mine>>[number];
