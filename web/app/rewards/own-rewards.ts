import type { client } from '../api.ts';

/** A viewer's month as the server answers it. */
export type OwnRewards = Awaited<ReturnType<typeof client.rewards.own.read>>;
