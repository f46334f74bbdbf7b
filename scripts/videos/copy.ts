/** The words inside the films; their captions stand in web/storage/videos/promo.vtt. */
export const copy = {
  usbPort: 'USB ulaz 1',
  tvNumber: 'TV 481 700 305',
  linked: 'Povezano',
  signIn: 'Prijavite se',
  seen: 'Viđeno',
  ledger: 'Zabeleženi prikazi',
  shops: ['Pekara na uglu', 'Salon Makaze', 'Kafić Kod sata', 'Stolarija'],
  bakeryLine: 'Tople kifle od 6 ujutru.',
  promo: {
    evening: ['Obično veče.', 'Običan televizor.'],
    device: ['Mali uređaj.', 'Širok vidik.'],
    plug: ['Uključite', 'i gledajte.'],
    advert: ['Reklama se pojavi.', 'Film ide dalje.'],
    qr: ['Zanima vas?', 'Pritisnite OK.'],
    business: ['100 ekrana.', 'Vaš kraj.'],
    seen: 'Plaća se samo viđeno.',
    end: 'Reklame koje se računaju.',
  },
} as const;
