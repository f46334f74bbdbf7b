import sharp from 'sharp';
import { PROGRAMME_WINDOW } from '#domain/campaigns/rules.ts';

const INK = { r: 15, g: 26, b: 36, alpha: 1 };
interface BannerOptions {
  width?: number;
  height?: number;
  window?: { r: number; g: number; b: number; alpha: number };
  /** Where something else stands. */
  spot?: { left: number; top: number };
  format?: 'png' | 'jpeg' | 'webp' | 'gif';
}

/** An L of red around an empty window, as a company sends it. */
export async function drawBanner({
  width = 1920,
  height = 1080,
  window = { ...INK, alpha: 0 },
  spot,
  format = 'png',
}: BannerOptions = {}) {
  const hole = await sharp({
    create: {
      width: Math.round(width * 0.8),
      height: Math.round(height * 0.8),
      channels: 4,
      background: window,
    },
  })
    .png()
    .toBuffer();
  const mark = await sharp({ create: { width: 120, height: 120, channels: 4, background: INK } })
    .png()
    .toBuffer();
  const red = { r: 222, g: 68, b: 48, alpha: 1 };
  const base = sharp({ create: { width, height, channels: 4, background: red } });
  const cut = await base
    .composite([
      { input: hole, left: width - Math.round(width * 0.8), top: 0, blend: window.alpha === 0 ? 'dest-out' : 'over' },
    ])
    .png()
    .toBuffer();
  const holed = window.alpha === 0 ? await punched(cut) : cut;
  const done = spot ? sharp(holed).composite([{ input: mark, ...spot }]) : sharp(holed);
  return done.toFormat(format).toBuffer();
}

/** Makes the window transparent, whatever was drawn there. */
async function punched(png: Buffer) {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const scale = info.width / 1920;
  for (let y = 0; y < PROGRAMME_WINDOW.height * scale; y += 1)
    data.fill(0, 4 * (y * info.width + PROGRAMME_WINDOW.x * scale), 4 * (y * info.width + info.width));
  return sharp(data, { raw: info }).png().toBuffer();
}
