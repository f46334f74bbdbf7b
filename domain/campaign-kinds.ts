/** What a campaign shows: a picture beside the programme, or a film in its place. */
export const CAMPAIGN_KINDS = ['banner', 'spot'] as const;
export type CampaignKind = (typeof CAMPAIGN_KINDS)[number];

/** What a campaign may advertise; each but the last is looked at with the rules for it. */
export const CATEGORIES = ['alcohol', 'betting', 'medicine', 'credit', 'political', 'none'] as const;

/** Of these, a viewer may want none on their TVs. */
export const DECLINABLE = [
  'alcohol',
  'betting',
  'medicine',
  'credit',
  'political',
] as const satisfies readonly (typeof CATEGORIES)[number][];
