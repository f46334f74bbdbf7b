import type { CampaignKind } from '../campaign-kinds.ts';
import { company } from '../company.ts';
import type { Sentences } from '../errors.ts';
import { formatNumber } from '../money.ts';
import type { CategoryProblem } from './categories.ts';
import { categoryProblemWords } from './category-copy.ts';
import { FILM_LEAST, FILM_MOST, type FilmRefusal } from './films.ts';
import type { CampaignState } from './rules.ts';

export const campaignStates: Record<CampaignState, string> = {
  draft: 'Nacrt',
  review: 'Na pregledu',
  rejected: 'Odbijena',
  approved: 'Odobrena',
  paused: 'Pauzirana',
  withdrawn: 'Uklonjena',
  done: 'Završena',
};

export const campaignKinds: Record<CampaignKind, string> = { banner: 'L-baner', spot: 'TV spot' };

const size = ({ width, height }: { width: number; height: number }) => `${width} × ${height} px`;

export const campaignRefusals = {
  CAMPAIGN_CHANGED: 'Kampanja je u međuvremenu promenila stanje. Osvežite stranu.',
  CAMPAIGN_HELD: `Ovu kampanju smo pauzirali mi, pa je samo mi i nastavljamo. Za dogovor pišite na ${company.email}.`,
  CAMPAIGN_ACCOUNT_CLOSED:
    'Nalog ove firme je zatvoren ili blokiran, pa njegove kampanje ne odobravamo i ne nastavljamo.',
  CAMPAIGN_EMPTY: (who: { for: 'company' | 'staff' }) =>
    `Iz budžeta ove kampanje je skinuto sve. ${who.for === 'company' ? 'Povećajte budžet, pa je nastavite.' : 'Nastavlja se kad joj firma poveća budžet.'}`,
  CAMPAIGN_TOLD: 'Firmi je o tome već pisano u poslednja 24 sata.',
  CAMPAIGN_DATES: 'Kraj mora da bude u budućnosti i posle početka, najviše dve godine od njega ili od danas.',
  CAMPAIGN_BUDGET: (who: { for: 'company' | 'staff'; free: number }) =>
    who.for === 'company'
      ? `Na stanju ima ${formatNumber(who.free)}. Smanjite budžet ili dopunite stanje.`
      : `Na stanju firme ima ${formatNumber(who.free)}, manje od budžeta. Vratite joj kampanju.`,
  CAMPAIGN_ADDRESS_DEAD: 'Adresa se ne otvara. Proverite je, pa pokušajte ponovo.',
  CAMPAIGN_ADDRESS_MOVED: ({ host }: { host: string }) =>
    `Adresa vodi na drugi sajt, ${host}. Upišite adresu na koju zaista vodi.`,
  CAMPAIGN_BUDGET_LOW: ({ least }: { least: number }) =>
    `Budžet ne može ispod ${formatNumber(least)}: toliko je viđeno ili već dodeljeno televizorima.`,
  CAMPAIGN_INCOMPLETE: 'Kampanja još nije potpuna. Dopunite označena polja.',
  CAMPAIGN_CATEGORY: ({ why }: { why: CategoryProblem }) => categoryProblemWords[why],
  CATEGORY_CHANGED:
    'Neko je u međuvremenu izmenio ovo pravilo, pa vaše nije sačuvano. Pogledajte novo stanje pa nastavite.',
  CAMPAIGN_DECIDED:
    'Ova kampanja više ne čeka pregled: o njoj je upravo odlučio drugi administrator ili ju je firma povukla.',
  CAMPAIGN_SENT_AGAIN: 'Firma je u međuvremenu poslala kampanju ponovo. Pogledajte kakva je sada, pa odlučite.',
  CAMPAIGN_STAYS:
    'Odobrenje više ne može da se opozove: firma je obaveštena. Kampanju možete da pauzirate ili uklonite.',
  CAMPAIGN_OVER: 'Poslednji dan kampanje je prošao. Vratite je firmi na ispravku.',
  CAMPAIGN_HOURS_OVER: 'Prošli su svi sati u kojima je kampanja trebalo da se prikazuje. Vratite je firmi na ispravku.',
  REPORT_NOT_FINAL: 'Prigovor podnosite na mesec koji je završen, a u kom je kampanja trajala.',
  REPORT_OBJECTION_LATE: 'Rok od 30 dana za prigovor na izveštaj za taj mesec je prošao.',
  REPORT_OBJECTION_WAITS: 'Prigovor na ovaj izveštaj je već podnet. Sledeći možete da podnesete kad odgovorimo.',
  REPORT_OBJECTION_GONE: 'Tog prigovora nema.',
  REPORT_OBJECTION_ANSWERED: 'Na ovaj prigovor je u međuvremenu već odgovoreno. Vaš odgovor nije poslat.',
  PICTURE_TYPE: 'Ovu vrstu datoteke ne primamo. Pošaljite PNG, JPEG ili WebP.',
  PICTURE_BROKEN: 'Slika se ne otvara. Izvezite je ponovo.',
  PICTURE_UPRIGHT: (of: { width: number; height: number }) =>
    `Slika je uspravna, ${size(of)}. L-baner je položen: 1920 × 1080 px.`,
  PICTURE_SMALL: (of: { width: number; height: number }) => `Slika ima ${size(of)}. Najmanje je 1920 × 1080 px.`,
  PICTURE_SHAPE: (of: { width: number; height: number }) =>
    `Slika ima ${size(of)}. Odnos strana mora da bude 16:9, kao 1920 × 1080 px.`,
  PICTURE_WINDOW: 'Prozor za program nije prazan. Uklonite sve iz gornjeg desnog dela, 1536 × 864 px.',
  PICTURE_QR_PLACE: 'Na mestu za QR kod ima teksta ili slike. Oslobodite polje 264 × 264 px dole levo.',
  FILMS_OFF: 'TV spotove trenutno ne primamo. Obrada videa na serveru nije uključena. L-baneri rade.',
  DRAFTS_ENOUGH: 'Već imate 200 nacrta. Obrišite one koji vam ne trebaju, pa napravite novi.',
  PICTURES_ENOUGH: 'Već su poslate četiri. Uklonite jednu, pa dodajte novu.',
} satisfies Sentences;

const lasts = ({ seconds = 0 }: FilmRefusal) => `${String(seconds).replace('.', ',')} s`;
const measures = ({ width = 0, height = 0 }: FilmRefusal) => size({ width, height });

/** Why a film was refused. */
export const filmRefusals: Record<FilmRefusal['code'], (of: FilmRefusal) => string> = {
  FILM_LONG: (of) => `Video je duži od 30 sekundi: traje ${lasts(of)}. Skratite ga i pošaljite ponovo.`,
  FILM_SHORT: (of) => `Video je kraći od 5 sekundi: traje ${lasts(of)}.`,
  FILM_UPRIGHT: () => 'Video je uspravan. Televizor je položen: 16:9.',
  FILM_SMALL: (of) => `Video ima ${measures(of)}. Najmanje je ${size(FILM_LEAST)}.`,
  FILM_LARGE: (of) => `Video ima ${measures(of)}. Najviše je ${size(FILM_MOST)}.`,
  FILM_NO_PICTURE: () => 'U datoteci nema slike, samo zvuk.',
  FILM_BROKEN: () => 'Video se ne otvara do kraja. Izvezite ga ponovo.',
  FILM_FRAMES: () => 'Video ima više od 240 slika u sekundi. Izvezite ga sa 25 ili 30 slika u sekundi.',
  FILM_TIME: () =>
    'Obrada je trajala predugo i prekinuta je. Pošaljite jednostavniji izvoz, 1080p i 30 slika u sekundi.',
  FILM_ROOM: () => 'Za vaše datoteke više nema mesta. Izbacite reklamu koja vam ne treba, pa pošaljite video ponovo.',
  FILM_FAILED: () =>
    'Obrada je počinjana tri puta i svaki put je prekinuta. Izvezite video ponovo kao MP4, 1080p i 30 slika u sekundi, pa ga pošaljite.',
};
