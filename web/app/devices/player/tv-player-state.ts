import { restInAddress } from '../tv-rest.ts';
import { type Bag, createLeaseBag } from './bag.ts';
import { createServerClock } from './clocks.ts';
import type { Reel } from './create-reel.ts';
import { createTvMedia, type Media } from './media.ts';
import { type LoggedPlay, openPlayLog, type PlayLog } from './play-log.ts';
import type { Show, ViewerNoticeState } from './view.ts';

/** What the parts of the player share: one talks to the server, one shows adverts, one watches over the line and the page. */
export interface TvPlayerState {
  signal: AbortSignal;
  show: Show;
  log: PlayLog;
  bag: Bag;
  media: Media;
  clock: ReturnType<typeof createServerClock>;
  /** The films of adverts, and the programme that waits meanwhile. */
  spots: Reel;
  programme: Reel;
  /** Rings when the server should be asked at once. */
  bell: EventTarget;
  /** When the server answered last, by the steady clock. */
  heard: number;
  isOffline: boolean;
  /** The site's version, as the server says. */
  version: string;
  /** Milliseconds without a key after which the TV asks whether somebody watches; `null`: never. */
  asksAfter: number | null;
  /** Words stand on the screen that an advert must not be under. */
  isAsking: boolean;
  plate: ViewerNoticeState | null;
  /** What staff asked for. */
  command: 'reload' | 'relink' | null;
  /** Nobody answered: no adverts until a key is pressed. */
  isResting: boolean;
  /** The play that goes on, as it would be reported if the page ended now. */
  playing: (() => LoggedPlay) | null;
}

export async function createTvState(
  signal: AbortSignal,
  show: Show,
  spots: Reel,
  programme: Reel,
): Promise<TvPlayerState> {
  const bag = createLeaseBag();
  const rest = restInAddress();
  return {
    signal,
    show,
    bag,
    spots,
    programme,
    log: await openPlayLog(),
    clock: createServerClock(),
    bell: new EventTarget(),
    media: createTvMedia(signal, ({ id }) => bag.giveBack([id])),
    heard: performance.now(),
    isOffline: false,
    version: '',
    asksAfter: rest,
    playing: null,
    isAsking: false,
    plate: null,
    command: null,
    isResting: rest !== null,
  };
}

export const wakeReporting = ({ bell }: TvPlayerState): boolean => bell.dispatchEvent(new Event('ring'));
