import { company } from '#domain/company.ts';
import { tvCopy as copy } from '#domain/playout/tv-copy.ts';
import { formatTime } from '#domain/time.ts';
import type { PlayerView } from '../player/view.ts';
import styles from './viewer-notices.module.css';

type Tone = 'red' | 'green' | 'yellow';

/** What the viewer should know now; at most one thing at a time, and nothing while an advert is on. */
export function ViewerNotices({
  view: { plate, advert, asks, state, isPlaceMissing },
  isElsewhere,
  number,
}: {
  view: PlayerView;
  isElsewhere: boolean;
  /** Of the TV, as its owner and staff call it; `null` before the server has said it. */
  number: string | null;
}) {
  if (isElsewhere) return <ViewerNotice title={copy.elsewhere} text={copy.elsewhereText} tone="yellow" />;
  if (advert) return null;
  if (asks) return <ViewerNotice title={copy.still} text={copy.stillText} tone="yellow" />;
  if (plate?.is === 'offline')
    return (
      <ViewerNotice
        title={plate.since ? copy.offline(formatTime(plate.since)) : copy.offlineSinceStart}
        text={copy.offlineText(plate.kept)}
        tone="red"
      />
    );
  if (plate?.is === 'offlineLong')
    return <ViewerNotice title={copy.offlineLong} text={copy.offlineLongText} tone="yellow" />;
  if (plate) return <ViewerNotice title={copy.online} text={copy.onlineText(plate.sent)} tone="green" />;
  return <StateWords state={state} isPlaceMissing={isPlaceMissing} number={number} />;
}

interface StateWordsProps extends Pick<PlayerView, 'state' | 'isPlaceMissing'> {
  number: string | null;
}

function StateWords({ state, isPlaceMissing, number }: StateWordsProps) {
  if (state === 'blocked')
    return <ViewerNotice title={copy.blocked} text={copy.blockedText(company.email, number)} tone="red" />;
  if (state === 'unlicensed') return <ViewerNotice title={copy.unlicensed} text={copy.unlicensedText} tone="yellow" />;
  if (state === 'unplaced' && isPlaceMissing)
    return <ViewerNotice title={copy.unplaced} text={copy.incomplete} tone="yellow" />;
  return null;
}

export function ViewerNotice({ title, text, tone }: { title: string; text: string; tone: Tone }) {
  return (
    <div className={styles.words} data-tone={tone} role="status">
      <p className={`d ${styles.title}`}>{title}</p>
      <p className={styles.text}>{text}</p>
    </div>
  );
}
