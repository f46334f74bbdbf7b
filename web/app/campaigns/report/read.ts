import type { client } from '../../api.ts';

/** The report as it is read. */
export type CampaignReport = Awaited<ReturnType<typeof client.campaigns.own.report>>;
