import { typeset, withNonBreakingSpaces } from '../typography.ts';

/** The frame of „Moj nalog“; what stands inside each section is said by its own domain. */
export const account = typeset({
  title: 'Moj nalog',
  sectionsLabel: 'Delovi naloga',
  notice: {
    title: (lastDay: string) => `Ugovor je otkazan: nalog važi do ${lastDay}`,
    text: (erased: string) =>
      withNonBreakingSpaces(
        `Do tada sve radi kao i do sada. Posle toga se nalog zatvara, a lični podaci se brišu najkasnije ${erased} Razlog i vaša prava su u poruci koju smo vam poslali.`,
      ),
    data: 'Preuzmite svoje podatke',
  },
  sections: {
    profile: 'Moji podaci',
    orders: 'Narudžbine',
    advertising: 'Reklame i stanje',
    devices: 'Televizori',
    rewards: 'Moje nagrade',
    network: 'Moja mreža',
    security: 'Bezbednost',
    data: 'Podaci i zatvaranje',
  },
});
