import { shots } from './promo.ts';

/** Captions begin with their scene and leave just before the next one. */
export function captionsVtt(): string {
  const cues = shots.map(({ from, to, caption }) => `${moment(from + 0.2)} --> ${moment(to - 0.1)}\n${caption}\n`);
  return ['WEBVTT\n', ...cues].join('\n');
}

const moment = (seconds: number): string => `00:${seconds.toFixed(3).padStart(6, '0')}`;
