import path from 'node:path';
import { contentOfFile } from '../storage/file-store.ts';
import { type Ffmpeg, runGuarded } from './ffmpeg.ts';
import { type FilmAt, type FilmBody, type FilmHead, inputOf, outputFrameRate } from './measure.ts';

/** EBU R128: what European television is set to; a quiet film becomes no louder than its peaks allow. */
const LOUDNESS = -23;
const PEAK = -1;
const GAIN_MOST = 20;
const ENCODE_SECONDS = 600;
const POSTER_SECONDS = 20;
const POSTER = { width: 960, height: 540 };

/** Light beyond what a TV here shows is brought into its range. */
const TO_SDR =
  'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv,';

export interface Encoded {
  /** MP4, readable while its folder is there. */
  read: () => AsyncIterable<Buffer>;
  /** WebP. */
  poster: Buffer;
}

/**
 * Makes what every TV plays: H.264 High@4.0 of at most 1920 × 1080 and 30 frames, AAC stereo, its index at the front, nothing of what the
 * sent file said of itself, and exactly so many seconds long. `null`: it could not be made. Throws `RunTimedOut`.
 */
export async function encodeFilm(
  ffmpeg: Ffmpeg,
  film: FilmAt,
  {
    picture,
    sound,
    loudness,
    seconds,
    progress,
  }: {
    picture: NonNullable<FilmHead['picture']>;
    sound: FilmHead['sound'];
    loudness: FilmBody['loudness'];
    seconds: number;
    progress: (ms: number) => void;
  },
): Promise<Encoded | null> {
  const [width, height] = picture.height <= 720 ? [1280, 720] : [1920, 1080];
  const rate = outputFrameRate(picture.rate);
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease:force_divisible_by=2`;
  const frame = `pad=${width}:${height}:-1:-1:black,setsar=1`;
  const still = 'tpad=stop_mode=clone:stop_duration=2';
  const { code } = await runGuarded(
    ffmpeg,
    'ffmpeg',
    [
      ...['-nostdin', '-hide_banner', '-nostats', '-v', 'error', '-y', '-threads', '2', '-t', `${seconds + 1}`],
      ...inputOf(film),
      ...(sound ? [] : ['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo']),
      ...['-map', `0:${picture.index}`, '-map', sound ? `0:${sound.index}` : '1:0'],
      ...['-vf', `fps=${rate}:start_time=0,${fit},${picture.isHdr ? TO_SDR : ''}${frame},${still},format=yuv420p`],
      ...['-af', `aresample=48000:async=1:first_pts=0,volume=${gainOf(loudness)}dB,apad`],
      ...['-c:v', 'libx264', '-profile:v', 'high', '-level:v', '4.0', '-preset', 'veryfast', '-crf', '20'],
      ...['-maxrate', '5M', '-bufsize', '8M', '-g', `${Math.round(2 * rate)}`, '-threads', '2'],
      ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'],
      ...['-c:a', 'aac', '-b:a', '160k', '-ac', '2', '-ar', '48000', '-t', `${seconds}`],
      ...['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact'],
      ...['-sn', '-dn', '-movflags', '+faststart', '-progress', 'pipe:1', '-f', 'mp4', 'out.mp4'],
    ],
    {
      folder: film.folder,
      seconds: ENCODE_SECONDS,
      line: (line) => {
        const found = /^frame=\s*(\d+)/.exec(line);
        if (found) progress((1000 * Number(found[1])) / rate);
      },
    },
  );
  if (code !== 0) return null;
  const poster = await posterOf(ffmpeg, film, seconds / 3);
  return poster && { read: () => contentOfFile(path.join(film.folder, 'out.mp4')), poster };
}

/** Decibels by which the sound is raised or lowered, as a whole. */
export function gainOf(loudness: FilmBody['loudness']): number {
  if (!loudness) return 0;
  const wanted = Math.min(LOUDNESS - loudness.integrated, PEAK - loudness.peak);
  return Math.round(100 * Math.max(-60, Math.min(GAIN_MOST, wanted))) / 100;
}

async function posterOf(ffmpeg: Ffmpeg, { folder }: FilmAt, second: number): Promise<Buffer | null> {
  const { code } = await runGuarded(
    ffmpeg,
    'ffmpeg',
    [
      ...['-nostdin', '-v', 'error', '-y', '-protocol_whitelist', 'file', '-f', 'mov', '-ss', second.toFixed(2)],
      ...['-i', 'out.mp4', '-frames:v', '1', '-f', 'image2', '-c:v', 'png', '-update', '1', 'poster.png'],
    ],
    { folder, seconds: POSTER_SECONDS },
  );
  if (code !== 0) return null;
  const { default: sharp } = await import('sharp');
  return sharp(path.join(folder, 'poster.png'))
    .resize({ ...POSTER, fit: 'inside' })
    .webp({ quality: 80 })
    .toBuffer();
}
