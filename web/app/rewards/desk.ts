import { api, type client, queryClient } from '../api.ts';

/** What accounting reads of rewards, as the server answers it. */
export type Desk = Awaited<ReturnType<typeof client.rewards.admin.read>>;
export type Statement = Awaited<ReturnType<typeof client.rewards.admin.statement>>;

export const reloadRewards = () => queryClient.invalidateQueries({ queryKey: api.rewards.admin.key() });
