import type { ReactNode } from 'react';
import type { VENUES } from '#domain/places/rules.ts';

const DRAWINGS: Record<(typeof VENUES)[number], ReactNode> = {
  household: (
    <>
      <path d="M8 27L28 9l20 18v21H8z" fill="var(--bar-yellow)" stroke="none" />
      <path d="M5 29L28 8l23 21M9 26v22h38V26" />
      <rect x="17" y="28" width="22" height="14" rx="2" fill="var(--bg-raised)" stroke="none" />
      <path d="M24 46h8" />
    </>
  ),
  restaurant: (
    <>
      <circle cx="29" cy="30" r="16" fill="var(--bar-yellow)" />
      <circle cx="29" cy="30" r="8.5" fill="var(--bg-raised)" />
      <path d="M8 10v12c0 3 4 3 4 3v23M5 10v9M11 10v9M50 48V10c-5 3-6 12-5 19h5" />
    </>
  ),
  cafe: (
    <path
      d="M9 23h30v13a11 11 0 0 1-11 11h-8A11 11 0 0 1 9 36zM39 27h4a6 6 0 0 1 0 12h-5M18 17q-3-4 0-8M27 17q-3-4 0-8"
      fill="var(--bar-yellow)"
    />
  ),
  reception: (
    <>
      <rect x="6" y="32" width="44" height="16" fill="var(--bar-yellow)" />
      <path d="M3 32h50M18 32v-3a10 10 0 0 1 20 0v3M28 19v-4M24 15h8M14 40h28" />
    </>
  ),
  salon: (
    <>
      <circle cx="16" cy="42" r="6.5" fill="var(--bar-yellow)" />
      <circle cx="40" cy="42" r="6.5" fill="var(--bar-yellow)" />
      <path d="M20 37L40 8M36 37L16 8" />
    </>
  ),
};

/** A kind of place, 40 pixels wide. */
export function VenueIcon({ venue }: { venue: keyof typeof DRAWINGS }) {
  return (
    <svg
      viewBox="0 0 56 56"
      width="40"
      height="40"
      aria-hidden="true"
      fill="none"
      stroke="var(--fg)"
      strokeWidth="2.2"
      strokeLinecap="square"
    >
      {DRAWINGS[venue]}
    </svg>
  );
}
