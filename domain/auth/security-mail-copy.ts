import { typeset } from '../typography.ts';
import { type ChangeKind, isWarning, RECOVERY_HOURS, UNDO_DAYS } from './changes.ts';
import { changeWords } from './security-copy.ts';

/** Mails about who may enter an account. „Vi“ with a capital letter. */

/** What stands after „Na Vašem nalogu“. */
const said: Record<ChangeKind, string> = {
  password: 'je promenjena lozinka',
  address: 'je promenjena email adresa',
  'factor-added': 'je dodata aplikacija za kodove',
  'factor-removed': 'je uklonjena aplikacija za kodove',
  'codes-made': 'su napravljeni novi rezervni kodovi',
  'codes-removed': 'su uklonjeni rezervni kodovi',
  'code-used': 'je upotrebljen rezervni kod',
  'new-device': 'je prijavljen nov uređaj',
  'token-reused': 'je odbijen pokušaj sa ukradenom sesijom',
  'codes-guessed': 'je deset puta upisan pogrešan kod',
  'second-step-recovery': 'je zatraženo uklanjanje potvrde u dva koraka',
  'owner-rescued': 'je obnovljen pristup na serveru',
};

export const securityMails = typeset({
  changed: {
    subject: (kind: ChangeKind) => `Na Vašem nalogu ${said[kind]}`,
    preview: (kind: ChangeKind) =>
      isWarning(kind)
        ? 'Ako to niste bili Vi, odjavite sve uređaje i postavite novu lozinku.'
        : 'Ako to niste bili Vi, promenu možete da poništite.',
    text: (kind: ChangeKind, when: string) => `${when} na Vašem nalogu ${said[kind]}.`,
    ifYou: 'Ako ste to bili Vi, sve je u redu.',
    ifNot: (kind: ChangeKind, until: string) =>
      kind === 'second-step-recovery'
        ? `Dugme zaustavlja uklanjanje, odjavljuje sve uređaje i traži novu lozinku. Važi ${UNDO_DAYS} dana, do ${until}.`
        : isWarning(kind)
          ? `Ako niste, odjavite sve uređaje i postavite novu lozinku. Dugme važi ${UNDO_DAYS} dana, do ${until}.`
          : `Ako niste, poništite promenu u roku od ${UNDO_DAYS} dana, do ${until}. Poništavanje odjavljuje sve uređaje i traži novu lozinku.`,
    button: (kind: ChangeKind) =>
      kind === 'second-step-recovery'
        ? 'Zaustavite uklanjanje'
        : isWarning(kind)
          ? 'Odjavite sve uređaje'
          : 'Poništite promenu',
    codesGuessed: 'Kod se traži tek posle lozinke, pa je verovatno zna još neko.',
    opens: 'Link samo otvara stranu na kojoj piše šta će se desiti. Ništa se ne menja dok ne pritisnete dugme.',
    noLink: (email: string) => `Ako nalog nije Vaš, pišite na ${email}.`,
    device: 'Uređaj',
    network: 'Mreža',
    from: 'Stara adresa',
    to: 'Nova adresa',
    unknownDevice: 'nepoznat program',
    due: (when: string) =>
      `Aplikacija za kodove i rezervni kodovi prestaju da važe ${when}. Ako ste to tražili Vi, samo sačekajte. Ako niste, zaustavite uklanjanje dugmetom u ovoj poruci; zaustavlja ga i svaka prijava kodom.`,
    byWait: `Prošla su ${RECOVERY_HOURS} sata od zahteva i niko ga nije zaustavio. Zatražite link za novu lozinku i prijavite se bez koda, pa ponovo uključite aplikaciju za kodove.`,
    byStaff: 'Uklonio ju je naš tim, jer ste javili da ste ostali bez telefona i rezervnih kodova.',
  },
  undone: {
    subject: (kind: ChangeKind) =>
      isWarning(kind) ? 'Svi uređaji su odjavljeni sa Vašeg naloga' : 'Promena na Vašem nalogu je poništena',
    preview: 'Odjavili smo sve uređaje. Postavite novu lozinku.',
    text: (kind: ChangeKind) =>
      `${isWarning(kind) ? 'odjavili smo sve uređaje' : `poništili ste: ${changeWords[kind].name.toLowerCase()}. Odjavili smo sve uređaje`}, a stara lozinka više ne važi.`,
    button: 'Postavite novu lozinku',
    after: 'Link važi 30 minuta. Posle toga zatražite novi na strani za prijavu.',
    previewBlocked: 'Odjavili smo sve uređaje, a stara lozinka više ne važi.',
    blocked: (email: string) =>
      `Nalog je blokiran, pa novu lozinku možete da postavite tek kada bude odblokiran. Za to pišite na ${email}.`,
  },
  stays: {
    subject: 'Potvrda u dva koraka ostaje uključena',
    preview: 'Uklanjanje je zaustavljeno kodom za potvrdu.',
    text: (email: string, when: string) =>
      `uklanjanje potvrde u dva koraka za nalog ${email} je zaustavljeno ${when}, jer je neko upotrebio kod za potvrdu.`,
    after: (email: string) => `Ako to niste bili Vi, odmah pišite na ${email}.`,
  },
});
