import type { Sentences } from '../errors.ts';
import { formatNumber } from '../money.ts';
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

const size = ({ width, height }: { width: number; height: number }) => `${width} × ${height} px`;

export const campaignRefusals = {
  CAMPAIGN_CHANGED: 'Kampanja je u međuvremenu promenila stanje. Osvežite stranu.',
  CAMPAIGN_TOLD: 'Firmi je o tome već pisano u poslednja 24 sata.',
  CAMPAIGN_DATES: 'Kraj mora da bude posle početka.',
  CAMPAIGN_BUDGET: ({ free }: { free: number }) =>
    `Na stanju ima ${formatNumber(free)}. Smanjite budžet ili dopunite stanje.`,
  CAMPAIGN_BUDGET_LOW: ({ least }: { least: number }) =>
    `Budžet ne može ispod ${formatNumber(least)}: toliko je viđeno ili već dodeljeno televizorima.`,
  CAMPAIGN_INCOMPLETE: 'Kampanja još nije potpuna. Dopunite označena polja.',
  CAMPAIGN_DECIDED: 'Odluku o ovoj kampanji je upravo doneo drugi administrator. Prikazana je sledeća.',
  CAMPAIGN_OVER: 'Poslednji dan kampanje je prošao. Vratite je firmi na ispravku.',
  PICTURE_TYPE: 'Ovu vrstu datoteke ne primamo. Pošaljite PNG, JPEG ili WebP.',
  PICTURE_BROKEN: 'Slika se ne otvara. Izvezite je ponovo.',
  PICTURE_UPRIGHT: (of: { width: number; height: number }) =>
    `Slika je uspravna, ${size(of)}. L-baner je položen: 1920 × 1080 px.`,
  PICTURE_SMALL: (of: { width: number; height: number }) => `Slika ima ${size(of)}. Najmanje je 1920 × 1080 px.`,
  PICTURE_SHAPE: (of: { width: number; height: number }) =>
    `Slika ima ${size(of)}. Odnos strana mora da bude 16:9, kao 1920 × 1080 px.`,
  PICTURE_WINDOW: 'Prozor za program nije prazan. Uklonite sve iz gornjeg desnog dela, 1536 × 864 px.',
  PICTURE_QR_PLACE: 'Na mestu za QR kod ima teksta ili slike. Oslobodite polje 264 × 264 px dole levo.',
  PICTURES_ENOUGH: 'Već su poslate četiri. Uklonite jednu, pa dodajte novu.',
} satisfies Sentences;
