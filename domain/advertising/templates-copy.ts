import { typeset } from '../typography.ts';

/** The page that hands out templates. */
export const templates = typeset({
  title: 'Šabloni za reklame',
  downloading: 'Preuzimanje je u toku…',
  done: 'Preuzimanje je završeno. Arhiva je među preuzetim datotekama.',
  text: 'Arhiva sadrži prazne šablone za L-baner i TV spot, sa označenim merama i bezbednim ivicama. Preuzimanje počinje automatski.',
  again: 'Preuzmi ponovo',
  error: 'Preuzimanje nije počelo. Kliknite na „Preuzmi ponovo“.',
  home: 'Povratak na početnu stranu',
  inside: 'U arhivi',
  lBanner: {
    title: 'L-baner',
    text: '1920 × 1080 i 1280 × 720, SVG i PNG. Providan prozor za program, bezbedna zona i mesto za QR kod.',
    alt: 'Šablon L-banera: stub levo, stopa dole, prozor za program i mesto za QR kod.',
  },
  spot: {
    title: 'TV spot 16:9',
    text: '1920 × 1080 i 1280 × 720, SVG i PNG. Bezbedna slika od 93% i bezbedan tekst od 90% kadra.',
    alt: 'Šablon TV spota: mreža, bezbedne zone i mesto za QR kod.',
  },
  brief: {
    title: 'Uputstvo i QR vodič',
    text: 'Četiri strane: mere, veličina slova, priprema spota, QR kod koji se čita sa kauča i spisak za proveru pre slanja.',
    alt: 'Strana vodiča: kako QR kod treba, a kako ne treba da izgleda.',
  },
});
