/**
 * The programme of the demonstration on a linked TV: invented shops only (design rule), each with the address its QR code
 * opens. `.example` addresses are reserved, so a scanned code can never lead to a stranger.
 */
export interface Advert {
  key: 'kafic' | 'salon' | 'restoran' | 'prodavnica' | 'radionica' | 'teretana';
  advertiser: string;
  line: string;
  where: string;
  site: string;
}

/** Seconds an L-banner stays beside the programme, and the pause before the next. */
export const ADVERT_SECONDS = 12;
export const PROGRAMME_SECONDS = 6;

export const adverts: readonly Advert[] = [
  {
    key: 'prodavnica',
    advertiser: 'Pekara na uglu',
    line: 'Tople kifle od 6 ujutru.',
    where: 'Ulica lipa 14',
    site: 'https://pekara-na-uglu.example',
  },
  {
    key: 'kafic',
    advertiser: 'Kafić Kod sata',
    line: 'Druga kafa je na nas.',
    where: 'Trg 3',
    site: 'https://kod-sata.example',
  },
  {
    key: 'salon',
    advertiser: 'Salon Makaze',
    line: 'Šišanje bez zakazivanja.',
    where: 'Nova ulica 8',
    site: 'https://salon-makaze.example',
  },
  {
    key: 'radionica',
    advertiser: 'Radionica Stolarija',
    line: 'Police po meri za deset dana.',
    where: 'Zanatska 21',
    site: 'https://stolarija.example',
  },
  {
    key: 'restoran',
    advertiser: 'Gostionica Čamac',
    line: 'Riblja čorba, svakog petka.',
    where: 'Kej 5',
    site: 'https://camac.example',
  },
  {
    key: 'teretana',
    advertiser: 'Teretana Snaga',
    line: 'Prvi trening besplatan.',
    where: 'Sportska 2',
    site: 'https://snaga.example',
  },
];
