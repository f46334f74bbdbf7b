import type { Level, Permission } from '../access.ts';

/** What a stored file is, and with that: who may send it, what it may hold, who sees it, and how long it stays. */
interface FileKind {
  /** `public`: whoever knows the address; `private`: the owner and who has the permission. */
  part: 'public' | 'private';
  /** Content types, as its bytes say. */
  types: readonly string[];
  /** Bytes. */
  most: number;
  /** `null`: nobody, we make it ourselves. */
  sentBy: Level | null;
  /** `null`: its owner alone. */
  seenBy: Permission | null;
  /** Who sees it as well where it belongs to a complaint. */
  complaintsSeenBy?: Permission;
  /** Kept when the owner's account goes. */
  survivesOwner: boolean;
  /** Made by us in the place of what its owner sent: it takes up the owner's room. */
  replacesSent?: true;
}

const MEGABYTE = 1024 * 1024;

export const FILE_KINDS = {
  /** The picture of a banner as its company sent it. What screens show is made of it. */
  'advert-picture': {
    part: 'private',
    types: ['image/jpeg', 'image/png', 'image/webp'],
    most: 10 * MEGABYTE,
    sentBy: 'member',
    seenBy: 'manage campaigns',
    survivesOwner: false,
  },
  /** What screens show, made of the picture that its company sent. */
  'advert-banner': {
    part: 'private',
    types: ['image/webp'],
    most: 10 * MEGABYTE,
    sentBy: null,
    seenBy: 'manage campaigns',
    survivesOwner: false,
    replacesSent: true,
  },
  /** A film (TV spot) as its company sent it; let go once it is converted or refused. */
  'advert-film': {
    part: 'private',
    types: ['video/mp4', 'video/quicktime', 'video/webm', 'video/x-m4v'],
    most: 200 * MEGABYTE,
    sentBy: 'member',
    seenBy: 'manage campaigns',
    survivesOwner: false,
  },
  /** What screens play, made of the film that its company sent. */
  'advert-spot': {
    part: 'private',
    types: ['video/mp4'],
    most: 64 * MEGABYTE,
    sentBy: null,
    seenBy: 'manage campaigns',
    survivesOwner: false,
    replacesSent: true,
  },
  /** One picture of a spot, for lists. */
  'advert-poster': {
    part: 'private',
    types: ['image/webp'],
    most: 2 * MEGABYTE,
    sentBy: null,
    seenBy: 'manage campaigns',
    survivesOwner: false,
  },
  /** The report of a campaign that is over, as its company was sent it. */
  'advert-report': {
    part: 'private',
    types: ['application/pdf'],
    most: 20 * MEGABYTE,
    sentBy: null,
    seenBy: 'manage campaigns',
    survivesOwner: false,
  },
  /** The picture of a return as its buyer sent it, with what the camera wrote into it; let go once it is drawn anew. */
  'return-upload': {
    part: 'private',
    types: ['image/jpeg', 'image/png'],
    most: 8 * MEGABYTE,
    sentBy: 'member',
    seenBy: null,
    survivesOwner: false,
  },
  /** The same drawn anew, without anything but the picture. */
  'return-picture': {
    part: 'private',
    types: ['image/jpeg'],
    most: 8 * MEGABYTE,
    sentBy: null,
    seenBy: 'see sales',
    complaintsSeenBy: 'answer customers',
    survivesOwner: false,
    replacesSent: true,
  },
  /** The same, small, for lists. */
  'return-thumb': {
    part: 'private',
    types: ['image/jpeg'],
    most: MEGABYTE,
    sentBy: null,
    seenBy: 'see sales',
    complaintsSeenBy: 'answer customers',
    survivesOwner: false,
  },
  /** An invoice or another paper as it was drawn. The law wants it for longer than the account may live. */
  document: {
    part: 'private',
    types: ['application/pdf'],
    most: 20 * MEGABYTE,
    sentBy: null,
    seenBy: 'see sales',
    survivesOwner: true,
  },
} as const satisfies Record<string, FileKind>;

export type FileKindName = keyof typeof FILE_KINDS;
export const fileKind = (name: FileKindName): FileKind => FILE_KINDS[name];
