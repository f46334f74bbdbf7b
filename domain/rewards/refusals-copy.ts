import type { Sentences } from '../errors.ts';
import { plural } from '../plural.ts';
import { formatDate } from '../time.ts';
import { closingStops } from './copy.ts';
import { rewardsDeskCopy } from './desk-copy.ts';
import type { ClosingStop } from './rules.ts';

export const rewardRefusals = {
  REWARD_RULE_PAST: ({ from }: { from: string }) => `Datum je prošao. Najranije može od ${formatDate(from)}`,
  REWARD_RULE_TAKEN: 'Za taj dan već postoji pravilo. Povucite ga, pa objavite novo.',
  REWARD_RULE_GONE: 'Tog pravila nema.',
  REWARD_RULE_VALID: 'Pravilo već važi i ne može da se povuče.',
  CLOSING_STOPPED: ({ reason }: { reason: ClosingStop }) => closingStops[reason],
  MONTH_CLOSED: ({ held }: { held: number }) =>
    `Mesec je već zaključen i ${
      held === 0
        ? 'sumnjivi nisu izostavljeni'
        : plural(held, {
            one: '# sumnjiv je izostavljen',
            few: '# sumnjiva su izostavljena',
            other: '# sumnjivih je izostavljeno',
          })
    }. Ovaj izbor nije primenjen.`,
  REWARDS_CHANGED: 'Stanje se u međuvremenu promenilo. Pogledajte nove brojeve i pokušajte ponovo.',
  STATEMENT_OF_REWARD_GONE: 'Tog obračuna nema.',
  OWN_STATEMENT: rewardsDeskCopy.own,
  INVOICE_NUMBER_MISSING: 'Upišite broj računa koji je firma izdala.',
  TAX_NUMBER_WRONG: 'JMBG nije ispravan. Proverite svih 13 cifara.',
  TAX_NUMBER_KNOWN: 'JMBG je već upisan. Za izmenu nam pišite.',
  TAX_NUMBER_WITH_BANK: 'Isplata po ovom JMBG-u je već u nalogu za banku. Obrišite ga kada se ona završi.',
  OBJECTION_LATE: 'Rok od 30 dana za prigovor na ovaj obračun je prošao.',
  OBJECTION_MADE: 'Prigovor na ovaj obračun je već podnet.',
  OBJECTION_GONE: 'Tog prigovora nema.',
  OBJECTION_ANSWERED: 'Na ovaj prigovor je u međuvremenu već odgovoreno. Vaš odgovor nije poslat.',
} satisfies Sentences;
