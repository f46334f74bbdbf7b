/** What a campaign shows: a picture beside the programme, or a film in its place. */
export const CAMPAIGN_KINDS = ['banner', 'spot'] as const;
export type CampaignKind = (typeof CAMPAIGN_KINDS)[number];

/** What is stored; scheduled, active and behind are read from it and the clock. */
export const CAMPAIGN_STATES = ['draft', 'review', 'rejected', 'approved', 'paused', 'withdrawn', 'done'] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

export const PACES = ['even', 'asap'] as const;
