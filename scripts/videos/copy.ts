import { home } from '#domain/home/copy.ts';

const { t4, t6, t8 } = home.promo;

/** The words inside the films, and what the captions of the promo say of each of its scenes. */
export const copy = {
  usbPort: 'USB ulaz 1',
  tvNumber: 'TV 481 700 305',
  linked: 'Povezano',
  signIn: 'Prijavite se',
  seen: 'Viđeno',
  ledger: 'Zabeleženi prikazi',
  shops: ['Pekara na uglu', 'Salon Makaze', 'Kafić Kod sata', 'Stolarija'],
  bakeryLine: 'Tople kifle od 6 ujutru',
  promo: {
    goesOn: t4,
    newAdvert: 'Novi oglas',
    choices: t6.split(' '),
    advertOf: 'Novi oglas: Pekara na uglu',
    where: 'Gde',
    places: ['Novi Sad', 'Petrovaradin', 'Futog'],
    when: 'Kada',
    howMany: 'Koliko',
    amount: '3.000 L-banera mesečno',
    publish: 'Objavi oglas',
    seen: 'viđenih prikaza',
    until: 'danas do 11:40',
    report: 'Izveštaj, nedelja 47',
    total: '1.312 viđenih prikaza',
    end: t8.split(/(?<=\.) /),
    captions: [
      'Neko je pozvonio. Na otiraču stoji mala kutija sa suncem.',
      'Iz kutije, kao sunce iz mora, izlazi Vidik.',
      'Porodica gleda film. Test-slika se uključi i odmah nestane.',
      `Pekara na uglu uđe uz ivicu. ${t4} Viđeno.`,
      'Istog jutra, među kiflama, pekarka piše: Novi oglas.',
      `${t6} I na kraju: Objavi oglas.`,
      'Pale se prozori. Danas do 11:40: 214 viđenih prikaza.',
      `Izveštaj za nedelju: 1.312 viđenih prikaza. ${t8}`,
    ],
  },
} as const;
