import { BARS, C } from '../illustrations/illustrations.mjs';
import { group, mix } from './motion.ts';
import { H, rect, testCard, W } from './parts.ts';

/** A film of the programme that TVs play (`/tv`): its picture at any moment, drawn for `seconds` and shown `times` one after the other. */
export interface ProgrammeScene {
  seconds: number;
  times: number;
  draw(t: number): string;
}

const TURN = 2 * Math.PI;
const HORIZON = 417.6;
const SUN = { x: 640, radius: 206.6 };
const LINE = 21.6;

/** 0 … 1 … 0 over a whole period, standing still at both ends. */
const swing = (t: number, period: number): number => 0.5 - 0.5 * Math.cos((TURN * t) / period);

/** The sea of the drawing of /tv: lines that come slowly nearer, one after the other in six seconds. */
function sea(t: number): string {
  const shift = ((t / 6) % 1) * LINE;
  let body = rect(0, HORIZON, W, H - HORIZON, C.i0);
  for (let y = HORIZON - 4.3 + shift; y < H; y += LINE) if (y > HORIZON) body += rect(0, y, W, 4.3, '#14515C');
  return body;
}

/** What the sun leaves on the water: eleven strips, the nearer the narrower. */
function glitter(t: number, height: number): string {
  let body = '';
  for (let i = 0; i < 11; i += 1) {
    const half = (188 - i * 10.8) * Math.min(1, height * 1.6);
    if (half < 4 || i > 11 * Math.min(1, height * 2)) continue;
    const sway = Math.sin((TURN * t) / 10 + i * 0.9) * 5;
    const y = 424 + i * LINE;
    body += `<path d="M${(SUN.x - half + sway).toFixed(1)} ${y}h${(2 * half).toFixed(1)}l-4 6.5h${(8 - 2 * half).toFixed(1)}z" fill="${C.y}"/>`;
  }
  return body;
}

const STARS = Array.from({ length: 46 }, (_, n) => ({
  x: (n * 397) % W,
  y: 18 + ((n * 211) % 360),
  size: 2 + (n % 3),
  phase: (n * 0.37) % 1,
}));

function stars(t: number, night: number): string {
  return STARS.filter(({ phase }) => night > 0.35 + phase * 0.6)
    .map(({ x, y, size, phase }) => {
      const bright = 0.55 + 0.45 * Math.sin((TURN * t) / 5 + phase * TURN);
      return rect(x, y, size, size, C.p0, `opacity="${bright.toFixed(2)}"`);
    })
    .join('');
}

const colour = (from: readonly number[], to: readonly number[], p: number): string =>
  `rgb(${from.map((one, n) => Math.round(mix(one, to[n]!, p))).join(' ')})`;

function boat(x: number): string {
  return group(
    `<path d="M0 98h92l-16 26h-58z" fill="${C.p0}" stroke="${C.i0}" stroke-width="4"/><path d="M44 90V0L6 90zM52 90V14l34 76z" fill="${C.p0}" stroke="${C.i0}" stroke-width="4" stroke-linejoin="round"/>`,
    `translate(${x.toFixed(1)} 372)`,
  );
}

/** The sun goes down, a night passes with a sail on the water, and it rises again. */
const sun: ProgrammeScene = {
  seconds: 60,
  times: 1,
  draw(t) {
    const night = swing(t, 60) ** 1.4;
    const down = Math.min(1, night * 1.25);
    const y = HORIZON + down * (SUN.radius + 8);
    return (
      rect(0, 0, W, H, colour([34, 52, 63], [13, 22, 32], night)) +
      stars(t, night) +
      `<clipPath id="sky"><rect width="${W}" height="${HORIZON}"/></clipPath><g clip-path="url(#sky)"><circle cx="${SUN.x}" cy="${y.toFixed(1)}" r="${SUN.radius}" fill="${C.y}"/></g>` +
      sea(t) +
      glitter(t, 1 - down) +
      boat(mix(-130, W + 40, t / 60))
    );
  },
};

/** Six bars of colour rise and sink over the water, each a little after the one before. */
const bars: ProgrammeScene = {
  seconds: 20,
  times: 2,
  draw(t) {
    let body = rect(0, 0, W, H, C.i2) + rect(0, HORIZON, W, H - HORIZON, C.i0);
    BARS.forEach((fill: string, n: number) => {
      const height = mix(70, 340, 0.5 + 0.5 * Math.sin((TURN * t) / 20 - n * 0.7));
      const x = 160 + n * 160;
      body += rect(x, HORIZON - height, 160.5, height, fill);
      for (let i = 0; i * 20 < height * 0.75; i += 1)
        body += rect(x + 6 + i * 3 + Math.sin((TURN * t) / 10 + i) * 3, HORIZON + 9 + i * 20, 148 - i * 6, 7, fill);
    });
    return body + rect(0, HORIZON - 2, W, 4, C.i0);
  },
};

/** The test card, whose sun rises and sets. */
const card: ProgrammeScene = {
  seconds: 40,
  times: 1,
  draw: (t) => testCard({ grid: 1, circle: 1, bars: 6, sun: 0.15 + 0.85 * swing(t + 20, 40), time: t * 0.9 }, 'card'),
};

/** By the name of the file, which TVs play in this order when nothing else is set. */
export const programme: Record<string, ProgrammeScene> = {
  'programme-sun': sun,
  'programme-bars': bars,
  'programme-card': card,
};
