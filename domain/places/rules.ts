/** The kinds of places where TVs stand, by which advertisers choose who sees them. */
export const VENUES = ['household', 'restaurant', 'cafe', 'reception', 'salon'] as const;

/** How often the region of a TV may change within so many days; more through staff. */
export const REGION_CHANGES = 2;
export const REGION_CHANGE_DAYS = 30;

/** A TV is offered to advertisers when it showed something within so many days before. */
export const AUDIENCE_DAYS = 14;

/** Fewer TVs than this are never told apart to advertisers. */
export const FEWEST_TVS = 5;
