/** Everyday names and places of both countries; nobody real is meant, and every address ends in `.example`. */
export const WOMEN =
  'Milica,Jelena,Ana,Ivana,Dragana,Snežana,Mirjana,Ljubica,Teodora,Anđela,Sofija,Katarina,Jovana,Vesna,Gordana,Slavica,Bojana,Maja,Tijana,Nevena,Đurđica,Željka,Aleksandra,Marija,Nataša,Ružica'.split(
    ',',
  );
export const MEN =
  'Nikola,Stefan,Marko,Đorđe,Petar,Željko,Luka,Uroš,Zoran,Dejan,Miloš,Vuk,Šćepan,Ognjen,Branko,Goran,Srđan,Čedomir,Aleksandar,Vladimir,Dušan,Lazar,Filip,Pavle,Ilija,Momčilo'.split(
    ',',
  );
export const SURNAMES =
  'Živković,Ćosić,Đorđević,Šarić,Vučinić,Mišić,Ljubičić,Babić,Petrović,Čolić,Nikolić,Žugić,Tomić,Erić,Jovanović,Marković,Stojanović,Popović,Ilić,Pavlović,Knežević,Vujošević,Radulović,Đukanović,Perović,Lazić,Stanković,Kovačević,Obradović,Milošević,Njegovan,Stanisavljević,Žunić,Džinić,Đukić,Ivković,Ristić,Kostić,Bogdanović,Vasiljević'.split(
    ',',
  );

/** Town, postal code, country. */
export const TOWNS = [
  ['Beograd', '11000', 'RS'],
  ['Beograd', '11000', 'RS'],
  ['Novi Sad', '21000', 'RS'],
  ['Niš', '18000', 'RS'],
  ['Kragujevac', '34000', 'RS'],
  ['Subotica', '24000', 'RS'],
  ['Čačak', '32000', 'RS'],
  ['Užice', '31000', 'RS'],
  ['Šabac', '15000', 'RS'],
  ['Vranje', '17500', 'RS'],
  ['Podgorica', '81000', 'ME'],
  ['Budva', '85310', 'ME'],
  ['Nikšić', '81400', 'ME'],
  ['Bar', '85000', 'ME'],
] as const;
export const STREETS =
  'Primer ulica,Bulevar primera,Cara Dušana,Njegoševa,Svetog Save,Vuka Karadžića,Obala,Trg slobode'.split(',');

export const TRADES =
  'Pekara,Cvećara,Autoservis,Apoteka,Knjižara,Teretana,Optika,Poslastičarnica,Salon nameštaja,Turistička agencija,Vinarija,Štamparija'.split(
    ',',
  );
export const SIGNS =
  'Klas,Orhideja,Brzina,Vidra,Zvezda,Panorama,Kristal,Žito,Dunav,Lovćen,Jablan,Ćuprija,Šumadija,Primorje'.split(',');
