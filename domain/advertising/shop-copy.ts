import { common } from '../copy.ts';
import { formatNumber } from '../money.ts';
import { typeset } from '../typography.ts';

/** Both pages of advertising packages carry this sub-navigation. */
export const packageNav = {
  label: 'Vrste reklamnih paketa',
  monthly: 'Mesečni paketi',
  special: 'Specijalni paket – 100 lokacija',
} as const;

/** Monthly packages. */
export const monthly = typeset({
  headline: ['Vaša reklama,', 'pet jačina signala.'],
  lead: 'Izaberite koliko puta mesečno želite da vas vide. Sa stanja se skida samo prikaz uračunat po pravilima.',
  title: 'Mesečni reklamni paketi',
  period: common.perMonth,
  badge: 'Najpopularniji',
  banners: 'L-baneri mesečno',
  seconds: 'TV sekunde mesečno',
  airtime: 'Emitovanje ukupno, h:min:s',
  button: 'Kupite sada',
  aria: (name: string, euros: string) => `Kupite sada: paket ${name}, ${euros} evra mesečno`,
  taglines: {
    starter: 'Za lokal ili radnju kojoj je ovo prva TV reklama.',
    standard: 'Za firmu koja želi da je ceo grad redovno viđa.',
    business: 'Za firmu sa više lokala ili u više gradova.',
    pro: 'Za kampanju koja pokriva čitav region.',
    ultra: 'Za brend koji želi stalno prisustvo u celoj zemlji.',
  },
  everywhere: 'U svakom paketu',
  included: ['Izbor regiona i grupe gledalaca', 'Plaćate samo viđene prikaze', 'Promotivna cena ista prvih 12 meseci'],
  cancelNote: 'Pretplata se obnavlja svakog meseca. Otkazujete je kad želite; važi do kraja plaćenog meseca.',
  signInNote: 'Za kupovinu je potrebna prijava. Posle prijave nastavljate od izabranog paketa.',
});

/** What is bought, with a spot of the reader's own length. */
export const what = typeset({
  strip: { name: 'Šta kupujete', about: 'L-baneri i TV sekunde', fact: 'Plaća se samo viđeno' },
  title: 'Šta kupujete',
  banner: 'L-baner',
  bannerText:
    'je reklama u obliku slova L, uz levu i donju ivicu slike. Program se ne prekida, a poruka ostaje na ekranu dovoljno dugo da se pročita.',
  second: 'TV sekunda',
  secondText: 'je jedna sekunda vašeg spota na ekranu. Spot od 15 sekundi prikazan 100 puta troši 1.500 sekundi.',
  where:
    'Reklame se prikazuju na uređajima u domaćinstvima i u lokalima: restoranima, kafićima, na recepcijama i u salonima.',
  bannerAlt: 'Televizor sa programom i L-banerom uz levu i donju ivicu slike.',
  spotTitle: 'Koliko puta se vidi vaš spot',
  spotLength: 'Dužina spota',
  spotSeconds: (seconds: number) => `${seconds} s`,
  spotCaption: (seconds: number) => `Broj prikaza spota od ${seconds} sekundi u mesecu, po paketu`,
  spotNote: 'Račun: TV sekunde paketa podeljene dužinom spota.',
  times: (n: number) => `${formatNumber(n)} puta`,
});

/** The marketing text, with the figures of the catalogue. */
export const growth = typeset({
  strip: { name: 'Kako mreža raste', about: 'Promotivna cena 12 meseci', fact: '+1.000 uređaja mesečno' },
  title: 'Mreža raste, a vaša cena miruje',
  texts: [
    'Krećemo sa 1.000 uređaja. Svakog narednog meseca dodajemo još 1.000.',
    'Od svakih 1.000 uređaja 100 (10%) ide u restorane, kafiće, na recepcije i u salone, gde isti ekran gleda više ljudi.',
    'Cena po kojoj počnete je promotivna i ne menja se prvih 12 meseci, koliko god mreža za to vreme porasla.',
  ],
  figures: [
    { value: '1.000', text: 'uređaja na početku' },
    { value: '+1.000', text: 'svakog meseca' },
    { value: '100', text: 'od svakih 1.000 u lokalima' },
    { value: '12', text: 'meseci iste cene' },
  ],
  chartAlt: 'Broj uređaja po mesecima, prvih dvanaest meseci: od 1.000 do 12.000.',
  month: (n: number) => `${n}. mesec`,
  households: 'Domaćinstva',
  venues: '10% u restoranima, kafićima, na recepcijama i u salonima',
});
