/** The kinds of places where TVs stand, by which advertisers choose who sees them. */
export const VENUES = ['household', 'restaurant', 'cafe', 'reception', 'salon'] as const;
