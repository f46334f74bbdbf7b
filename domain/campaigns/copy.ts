import type { CampaignKind, CampaignState } from './rules.ts';

export const campaignStates: Record<CampaignState, string> = {
  draft: 'Nacrt',
  review: 'Na pregledu',
  rejected: 'Odbijena',
  approved: 'Odobrena',
  paused: 'Pauzirana',
  withdrawn: 'Uklonjena',
  done: 'Završena',
};

export const campaignKinds: Record<CampaignKind, string> = { banner: 'L-baner', spot: 'TV spot' };
