import type { PlayerState } from '#domain/playout/contract.ts';
import type { clientWith } from '../../api-client.ts';

export type TvCalls = ReturnType<typeof clientWith>['playout']['tv'];
export type TvLease = Awaited<ReturnType<TvCalls['bag']>>['leases'][number];

export type ViewerNoticeState =
  /** `since`: by the server's clock; `null` when this TV has not heard it yet. */
  { is: 'offline'; since: Date | null; kept: number } | { is: 'offlineLong' } | { is: 'online'; sent: number };

/** What the screen shows beside the programme. A film is put on the screen by the player itself. */
export interface PlayerView {
  advert: { lease: TvLease; picture: string | null } | null;
  /** Of a film: how far it is, in milliseconds. */
  progress: number;
  plate: ViewerNoticeState | null;
  isSeen: boolean;
  /** Nobody has pressed a key for hours. */
  asks: boolean;
  state: PlayerState | null;
  /** Its owner has not said where it stands. */
  isPlaceMissing: boolean;
  /** Addresses of the films between adverts; `null` before it is known. */
  programme: readonly string[] | null;
}

export const NOTHING: PlayerView = {
  advert: null,
  progress: 0,
  plate: null,
  isSeen: false,
  asks: false,
  state: null,
  isPlaceMissing: false,
  programme: null,
};

export type Show = (change: Partial<PlayerView>) => void;
