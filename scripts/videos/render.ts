import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { build } from 'esbuild';
import { captionsVtt } from './captions.ts';
import { type ProgrammeScene, programme } from './programme.ts';
import { scenes } from './scenes.ts';
import { synthesizePromoMusic, wave } from './sound.ts';

/**
 * `npm run render:videos [name …]`: draws every frame in headless Chromium from the product's own illustrations and
 * encodes H.264 and VP9 at 1280 and 640 pixels, with posters; what TVs play between adverts as H.264 alone. The promo has
 * a track and captions too. Deterministic; needs ffmpeg and Chromium, and its results are committed, so that the site needs neither.
 */
const FPS = 25;
const OUT = path.resolve('web/storage/videos');
const LIMIT_KB = { promo: 4000, programme: 4000, default: 1500 };

const names = process.argv.slice(2).length ? process.argv.slice(2) : Object.keys({ ...scenes, ...programme });
mkdirSync(OUT, { recursive: true });

const { outputFiles } = await build({
  entryPoints: ['scripts/videos/stage.ts'],
  bundle: true,
  write: false,
  format: 'iife',
  target: 'chrome120',
});
const font = readFileSync(
  'node_modules/@fontsource-variable/science-gothic/files/science-gothic-latin-wdth-normal.woff2',
).toString('base64');
const fontExt = readFileSync(
  'node_modules/@fontsource-variable/science-gothic/files/science-gothic-latin-ext-wdth-normal.woff2',
).toString('base64');
const face = (data: string, range: string) =>
  `@font-face{font-family:'Science Gothic Variable';font-weight:100 900;font-stretch:50% 200%;src:url(data:font/woff2;base64,${data}) format('woff2-variations');unicode-range:${range}}`;
const html = `<!doctype html><meta charset="utf-8"><style>${face(font, 'U+0000-00FF,U+2000-206F')}${face(fontExt, 'U+0100-02BA')}</style><body style="font-family:'Science Gothic Variable'">č<script>${outputFiles[0]!.text}</script>`;

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) =>
  existsSync(file),
);
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb', '--disable-background-networking'],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
await page.setContent(html);
await page.evaluate(() => document.fonts.load("620 40px 'Science Gothic Variable'", 'čA'));
await page.evaluate(() =>
  document.fonts.ready.then(() => {
    document.body.firstChild?.remove();
  }),
);
const devtools = await page.context().newCDPSession(page);

async function frame(name: string, t: number): Promise<Buffer> {
  await page.evaluate(([scene, at]) => window.seek(scene as string, at as number), [name, t] as const);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
  return Buffer.from(data, 'base64');
}

function ffmpeg(args: string[]) {
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  return {
    input: child.stdin,
    done: new Promise<void>((resolve, reject) =>
      child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}`)))),
    ),
  };
}

/** Every frame of a film, without loss. */
async function drawAll(name: string, seconds: number): Promise<string> {
  const lossless = path.join(OUT, `.${name}.mkv`);
  const master = ffmpeg([
    '-f',
    'image2pipe',
    '-framerate',
    String(FPS),
    '-c:v',
    'png',
    '-i',
    '-',
    '-c:v',
    'libx264rgb',
    '-preset',
    'ultrafast',
    '-qp',
    '0',
    lossless,
  ]);
  for (let i = 0; i < seconds * FPS; i++) {
    if (!master.input.write(await frame(name, i / FPS)))
      await new Promise((resolve) => master.input.once('drain', resolve));
  }
  master.input.end();
  await master.done;
  return lossless;
}

const COLOURS = ['-pix_fmt', 'yuv420p', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'];

/** One size, without sound, in what every TV of the last ten years decodes. */
async function renderProgramme(name: string, { seconds, times }: ProgrammeScene): Promise<void> {
  const started = Date.now();
  const lossless = await drawAll(name, seconds);
  const file = path.join(OUT, `${name}.mp4`);
  const x264 = ['-c:v', 'libx264', '-profile:v', 'high', '-level', '4.0', '-preset', 'slow', '-tune', 'animation'];
  const size = ['-vf', 'scale=1280:720:out_color_matrix=bt709'];
  await ffmpeg([
    ...['-stream_loop', String(times - 1), '-i', lossless, '-an', ...size, ...COLOURS],
    ...[...x264, '-crf', '24', '-g', '100', '-movflags', '+faststart', file],
  ]).done;
  await rm(lossless);
  const kilobytes = statSync(file).size / 1024;
  if (kilobytes > LIMIT_KB.programme) throw new Error(`${name}.mp4 is over ${LIMIT_KB.programme} kB`);
  console.log(
    `${name}: ${seconds * times} s, ${Math.round(kilobytes)} kB (${Math.round((Date.now() - started) / 1000)} s)`,
  );
}

for (const name of names) {
  if (programme[name]) {
    await renderProgramme(name, programme[name]);
    continue;
  }
  const scene = scenes[name];
  if (!scene) throw new Error(`no scene named ${name}`);
  const started = Date.now();
  const lossless = await drawAll(name, scene.seconds);

  const crf = name === 'promo' ? '25' : '23';
  const track = name === 'promo' ? path.join(OUT, '.promo.wav') : null;
  if (track) {
    writeFileSync(track, wave(synthesizePromoMusic(scene.seconds)));
    writeFileSync(path.join(OUT, 'promo.vtt'), captionsVtt());
  }
  const input = ['-i', lossless, ...(track ? ['-i', track, '-map', '0:v', '-map', '1:a'] : [])];
  const sound = (codec: string, rate: string) => (track ? ['-c:a', codec, '-b:a', rate] : ['-an']);
  for (const [suffix, filter] of [
    ['', 'scale=1280:720:out_color_matrix=bt709'],
    ['-640', 'scale=640:360:flags=lanczos:out_color_matrix=bt709'],
  ] as const) {
    await ffmpeg([
      ...input,
      '-vf',
      filter,
      ...COLOURS,
      ...sound('aac', '64k'),
      '-c:v',
      'libx264',
      '-preset',
      'slow',
      '-tune',
      'animation',
      '-crf',
      crf,
      '-g',
      '100',
      '-movflags',
      '+faststart',
      path.join(OUT, `${name}${suffix}.mp4`),
    ]).done;
    await ffmpeg([
      ...input,
      '-vf',
      filter,
      ...COLOURS,
      ...sound('libopus', '48k'),
      '-c:v',
      'libvpx-vp9',
      '-crf',
      suffix ? '36' : '34',
      '-b:v',
      '0',
      '-deadline',
      'good',
      '-cpu-used',
      '3',
      '-row-mt',
      '1',
      '-g',
      '100',
      path.join(OUT, `${name}${suffix}.webm`),
    ]).done;
  }
  const still = await frame(name, scene.poster);
  for (const [ending, args] of [
    ['webp', ['-c:v', 'libwebp', '-quality', '80']],
    ['jpg', ['-q:v', '4']],
    ['avif', ['-c:v', 'libaom-av1', '-still-picture', '1', '-crf', '28', '-cpu-used', '6']],
  ] as const) {
    const picture = ffmpeg([
      '-f',
      'image2pipe',
      '-c:v',
      'png',
      '-i',
      '-',
      ...args,
      path.join(OUT, `${name}.${ending}`),
    ]);
    picture.input.end(still);
    await picture.done;
  }
  await rm(lossless);
  if (track) await rm(track);
  const sizes = ['.mp4', '.webm', '-640.mp4', '-640.webm', '.avif', '.webp', '.jpg'].map(
    (end) => `${end} ${Math.round(statSync(path.join(OUT, name + end)).size / 1024)} kB`,
  );
  const limit = name === 'promo' ? LIMIT_KB.promo : LIMIT_KB.default;
  if (statSync(path.join(OUT, `${name}.mp4`)).size > limit * 1024) throw new Error(`${name}.mp4 is over ${limit} kB`);
  console.log(
    `${name}: ${scene.seconds} s, ${scene.seconds * FPS} frames, ${sizes.join(', ')} (${Math.round((Date.now() - started) / 1000)} s)`,
  );
}
await browser.close();
