import { foldText } from '#domain/fold.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Everyday names and places of both countries; nobody real is meant, and every address ends in `.example`. */
const words = (text: string): string[] => text.split(',');

export const WOMEN = words(
  'Milica,Jelena,Ana,Ivana,Dragana,Snežana,Mirjana,Ljubica,Teodora,Anđela,Sofija,Katarina,Jovana,Vesna,Gordana,Slavica,Bojana,Maja,Tijana,Nevena,Đurđica,Željka,Aleksandra,Marija,Nataša,Ružica,Dušanka,Sanja,Olivera,Višnja,Jasmina,Radmila',
);
export const MEN = words(
  'Nikola,Stefan,Marko,Đorđe,Petar,Željko,Luka,Uroš,Zoran,Dejan,Miloš,Vuk,Šćepan,Ognjen,Branko,Goran,Srđan,Čedomir,Aleksandar,Vladimir,Dušan,Lazar,Filip,Pavle,Ilija,Momčilo,Strahinja,Nemanja,Veljko,Andrija,Rastko,Božidar',
);
export const FIRST_NAMES = [...WOMEN, ...MEN];
export const SURNAMES = words(
  'Živković,Ćosić,Đorđević,Šarić,Vučinić,Mišić,Ljubičić,Babić,Petrović,Čolić,Nikolić,Žugić,Tomić,Erić,Jovanović,Marković,Stojanović,Popović,Ilić,Pavlović,Knežević,Vujošević,Radulović,Perović,Lazić,Stanković,Kovačević,Obradović,Milošević,Njegovan,Stanisavljević,Žunić,Džinić,Đukić,Ivković,Ristić,Kostić,Bogdanović,Vasiljević,Grujić,Čubrilo,Šljivić,Đurašević,Kažić,Bošković,Raičević,Drašković,Cvetković,Simić,Gajić,Mladenović,Šćekić,Vlahović,Todorović,Zečević,Jakšić,Lukić,Mijušković,Žarković,Dabić,Krstić,Savić,Antić,Belić,Rašković,Maslaković,Đurović,Kuzmanović,Milić,Škorić',
);

/** Town, postal code, country. Big towns stand here more than once, because more people live there. */
export const TOWNS = [
  ['Beograd', '11000', 'RS'],
  ['Beograd', '11070', 'RS'],
  ['Beograd', '11080', 'RS'],
  ['Novi Sad', '21000', 'RS'],
  ['Novi Sad', '21000', 'RS'],
  ['Niš', '18000', 'RS'],
  ['Kragujevac', '34000', 'RS'],
  ['Subotica', '24000', 'RS'],
  ['Čačak', '32000', 'RS'],
  ['Užice', '31000', 'RS'],
  ['Šabac', '15000', 'RS'],
  ['Vranje', '17500', 'RS'],
  ['Kraljevo', '36000', 'RS'],
  ['Podgorica', '81000', 'ME'],
  ['Podgorica', '81000', 'ME'],
  ['Budva', '85310', 'ME'],
  ['Nikšić', '81400', 'ME'],
  ['Bar', '85000', 'ME'],
] as const;
export const TOWN_NAMES = [...new Set(TOWNS.map(([town]) => town))];
export const STREETS = words(
  'Primer ulica,Bulevar primera,Cara Dušana,Njegoševa,Svetog Save,Vuka Karadžića,Obala,Trg slobode,Lipova,Šumska,Jabukova,Prolećna',
);

export const TRADES = words(
  'Pekara,Cvećara,Autoservis,Apoteka,Knjižara,Teretana,Optika,Poslastičarnica,Salon nameštaja,Turistička agencija,Vinarija,Štamparija',
);
/** No company is called so. */
export const SIGNS = words(
  'Plavi zvončić,Tiha voda,Žuti kišobran,Veseli vrabac,Šarena čarapa,Stari orah,Peti ugao,Đurđevak i sin,Zlatni češalj,Mirna luka plus,Lipov čaj,Crveni mostić,Ćošak,Bela rada 7',
);
export const ROOMS = words('Dnevna soba,Spavaća soba,Kafić,Čekaonica,Recepcija,Kancelarija,Izlog,Vikendica');

const MAIL_DOMAINS = words('primer.example,posta.example,mejl.example');

/** Names folded to addresses, namesakes distinguished by a number. */
export function emails(random: SeededRandom): (firstName: string, lastName: string) => string {
  const known = new Map<string, number>();
  return (firstName, lastName) => {
    const name = `${foldText(firstName)}.${foldText(lastName)}`;
    const namesakes = (known.get(name) ?? 0) + 1;
    known.set(name, namesakes);
    return `${name}${namesakes === 1 ? '' : namesakes}@${random.one(MAIL_DOMAINS)}`;
  };
}
