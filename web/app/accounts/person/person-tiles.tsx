import type { HistoryKind } from '#domain/accounts/person-page.ts';
import { personCopy as copy } from '#domain/accounts/person-page-copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { formatDate } from '#domain/time.ts';
import styles from './person.module.css';
import type { PersonOnPage } from './person-row.ts';

interface Tile {
  kind: HistoryKind;
  figure: string;
  detail: string;
}

/** Six sums; each shows its part of the history, and pressed again all of it. */
export function PersonTiles({
  read,
  shown,
  onShow,
}: {
  read: PersonOnPage;
  shown: HistoryKind | null;
  onShow: (kind: HistoryKind | null) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of fields
    <div className={styles.tiles} role="group" aria-label={copy.summary}>
      {tilesOf(read).map(({ kind, figure, detail }) => (
        <button
          key={kind}
          type="button"
          data-kind={kind}
          aria-pressed={shown === kind}
          onClick={() => onShow(shown === kind ? null : kind)}
        >
          <b className="d">{figure}</b>
          <span>{copy.tiles[kind]}</span>
          <small>{detail}</small>
        </button>
      ))}
    </div>
  );
}

function tilesOf({ purchases, reservations, televisions, network, mails, access, notes }: PersonOnPage): Tile[] {
  const away = televisions.filter(({ isAway }) => isAway).length;
  const bought = [
    purchases && copy.orders(purchases.count),
    reservations && reservations.count > 0 && copy.reservationCount(reservations.count),
  ].filter(Boolean);
  return [
    {
      kind: 'purchase',
      figure: purchases ? formatMoneyExact({ amount: purchases.paid, currency: 'EUR' }) : DASH,
      detail: bought.join(', ') || copy.hidden,
    },
    {
      kind: 'tv',
      figure: String(televisions.length),
      detail: televisions.length === 0 ? copy.none : away > 0 ? copy.away(away) : copy.allConnected,
    },
    {
      kind: 'network',
      figure: network ? copy.level(network.level) : DASH,
      detail: network ? copy.below(network.downline, network.direct) : copy.outside,
    },
    {
      kind: 'mail',
      figure: mails ? String(mails.count) : DASH,
      detail: !mails
        ? copy.hidden
        : mails.failed > 0
          ? copy.notSent(mails.failed)
          : mails.count > 0
            ? copy.allSent
            : copy.noneYet,
    },
    {
      kind: 'access',
      figure: access ? String(access.sessions.length) : DASH,
      detail: access ? copy.secondStep(access.secondStep) : copy.hidden,
    },
    {
      kind: 'staff',
      figure: String(notes.length),
      detail: notes[0] ? copy.lastNote(formatDate(notes[0].moment)) : copy.noneYet,
    },
  ];
}

const DASH = '–';
