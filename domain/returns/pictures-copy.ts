import { typeset } from '../typography.ts';

/** Pictures of a return, as its buyer adds them and as staff look at them. */
export const picturesCopy = typeset({
  title: 'Slike',
  note: '(nije obavezno, najviše 6)',
  add: 'Dodaj slike',
  addHint: 'JPG ili PNG, do 8\u00a0MB',
  big: (name: string) => `Slika ${name} je veća od 8 MB.`,
  type: (name: string) => `Slika ${name} nije ni JPG ni PNG.`,
  enough: 'Uz jedno vraćanje može najviše šest slika.',
  of: (n: number, all: number) => `Slika ${n} od ${all}`,
  open: (n: number) => `Otvori sliku ${n}`,
  remove: (n: number) => `Ukloni sliku ${n}`,
  previous: 'Prethodna',
  next: 'Sledeća',
  sending: (name: string) => `Slanje slike ${name}`,
  percent: (percent: number) => `${percent}%`,
  paused: (percent: number) => `${percent}% · čeka vezu`,
  checking: 'Provera…',
  left: (percent: number) => `Stiglo je ${percent}%`,
  resumeUpload: 'Nastavi',
  goOnLabel: (name: string) => `Izaberi ponovo ${name} i nastavi slanje`,
  other: (name: string) => `To nije ista slika. Izaberite ${name} ili prekinite slanje.`,
  stop: (name: string) => `Prekini slanje slike ${name}`,
  dismiss: (name: string) => `Skloni poruku o slici ${name}`,
  wait: 'Sačekajte da se slike pošalju.',
  ofBuyer: 'Slike kupca',
});
