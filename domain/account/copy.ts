import { typeset } from '../typography.ts';

/** The frame of „Moj nalog“; what stands inside each section is said by its own domain. */
export const account = typeset({
  title: 'Moj nalog',
  sectionsLabel: 'Delovi naloga',
  sections: {
    profile: 'Moji podaci',
    orders: 'Narudžbine',
    advertising: 'Reklame i stanje',
    devices: 'Televizori',
    network: 'Moja mreža',
    security: 'Bezbednost',
    data: 'Podaci i zatvaranje',
  },
});
