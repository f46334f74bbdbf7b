import { type Ffmpeg, runGuarded } from './ffmpeg.ts';

/** How the bytes say that a film is packed; named to ffmpeg, so that it never looks for itself and finds a list of other files. */
export type FilmContainer = 'mov' | 'matroska';

/** What a film says of itself, as a screen would show it. */
export interface FilmHead {
  /** Of the first moving picture; `null`: there is none, or of a kind that is not read. */
  picture: {
    index: number;
    width: number;
    height: number;
    /** Frames in a second; 0: not said. */
    rate: number;
    isHdr: boolean;
  } | null;
  sound: { index: number } | null;
  hasVideo: boolean;
  /** Milliseconds; `null`: not said. */
  lengthMs: number | null;
}

export interface FilmBody {
  lengthMs: number;
  /** LUFS and dBTP; `null`: silent or without sound. */
  loudness: { integrated: number; peak: number } | null;
  isWhole: boolean;
}

/** A film in its folder, under the name `in`. */
export interface FilmAt {
  folder: string;
  packing: FilmContainer;
}

/** Decoders that a film may ask for: what cameras, phones and editing programs write. */
const PICTURES = ['h264', 'hevc', 'vp8', 'vp9', 'libdav1d', 'av1', 'mpeg4', 'prores', 'dnxhd', 'mjpeg'];
const SOUNDS = ['aac', 'mp3', 'mp3float', 'opus', 'vorbis', 'ac3', 'eac3', 'flac', 'alac'];
const PCM = ['s16le', 's16be', 's24le', 's24be', 's32le', 's32be', 'f32le', 'f32be'].map((one) => `pcm_${one}`);
/** Never shown, but ffprobe ends at a stream that it may not open. */
const SUBTITLES = ['mov_text', 'webvtt', 'subrip', 'ass'];
const CODECS = [...PICTURES, ...SOUNDS, ...PCM, ...SUBTITLES];

const HEAD_SECONDS = 20;
const BODY_SECONDS = 240;

/** Only this file, in this packing, by these decoders. */
export const inputOf = ({ packing }: FilmAt): string[] => [
  ...['-protocol_whitelist', 'file', '-f', packing, '-codec_whitelist', CODECS.join()],
  ...['-analyzeduration', '10M', '-probesize', '32M', '-max_streams', '64', '-i', 'in'],
];

const ENTRIES = [
  'format=duration',
  'stream=index,codec_type,codec_name,duration,width,height,avg_frame_rate,sample_aspect_ratio,color_transfer',
  'stream_side_data=rotation',
  'stream_disposition=attached_pic',
].join(':');

/** Reads the head of a film; `null`: it cannot be read. */
export async function readHead(ffmpeg: Ffmpeg, film: FilmAt): Promise<FilmHead | null> {
  const { code, out } = await runGuarded(
    ffmpeg,
    'ffprobe',
    ['-v', 'error', '-of', 'json', '-show_entries', ENTRIES, ...inputOf(film)],
    { folder: film.folder, seconds: HEAD_SECONDS },
  );
  if (code !== 0) return null;
  const { streams = [], format = {} } = JSON.parse(out) as Probed;
  const films = streams.filter((one) => one.codec_type === 'video' && one.disposition?.attached_pic !== 1);
  const picture = films.find(({ codec_name = '' }) => PICTURES.includes(codec_name));
  const sound = streams.find(
    ({ codec_type, codec_name = '' }) => codec_type === 'audio' && CODECS.includes(codec_name),
  );
  const length = Number(picture?.duration ?? format.duration);
  return {
    picture: picture ? pictureOf(picture) : null,
    sound: sound ? { index: sound.index } : null,
    hasVideo: films.length > 0,
    lengthMs: Number.isFinite(length) && length > 0 ? Math.round(length * 1000) : null,
  };
}

interface Probed {
  format?: { duration?: string };
  streams?: {
    index: number;
    codec_type?: string;
    codec_name?: string;
    duration?: string;
    width?: number;
    height?: number;
    avg_frame_rate?: string;
    sample_aspect_ratio?: string;
    color_transfer?: string;
    disposition?: { attached_pic?: number };
    side_data_list?: { rotation?: number }[];
  }[];
}

function pictureOf(stream: NonNullable<Probed['streams']>[number]): NonNullable<FilmHead['picture']> {
  const { index, width = 0, height = 0, avg_frame_rate = '', sample_aspect_ratio = '', color_transfer = '' } = stream;
  const shape = quotient(sample_aspect_ratio, ':');
  const wide = shape > 0 ? Math.round(width * shape) : width;
  const turns = stream.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0;
  const isTurned = Math.abs(turns) % 180 === 90;
  return {
    index,
    ...(isTurned ? { width: height, height: wide } : { width: wide, height }),
    rate: quotient(avg_frame_rate, '/'),
    isHdr: ['smpte2084', 'arib-std-b67'].includes(color_transfer),
  };
}

function quotient(text: string, sign: string): number {
  const [above, below] = text.split(sign).map(Number);
  return above && below ? above / below : 0;
}

/** Frames in a second of what is made: as sent between 23 and 30, half of 50 or 60, else 30. */
export function outputFrameRate(sent: number): number {
  const rate = sent > 45 && sent < 61 ? sent / 2 : sent;
  return rate >= 23 && rate <= 30 ? Math.round(rate * 1000) / 1000 : 30;
}

/** Plays a film to its end, or to the limit: how long it really is, how loud, and whether anything in it is broken. Throws `RunTimedOut`. */
export async function readBody(
  ffmpeg: Ffmpeg,
  film: FilmAt,
  { picture, sound }: { picture: NonNullable<FilmHead['picture']>; sound: FilmHead['sound'] },
  { mostSeconds, progress }: { mostSeconds: number; progress: (ms: number) => void },
): Promise<FilmBody> {
  const rate = outputFrameRate(picture.rate);
  let frames = 0;
  const { code, complaints } = await runGuarded(
    ffmpeg,
    'ffmpeg',
    [
      ...['-nostdin', '-hide_banner', '-nostats', '-v', 'info', '-xerror', '-threads', '2', '-t', `${mostSeconds}`],
      ...inputOf(film),
      ...['-map', `0:${picture.index}`, '-vf', `fps=${rate}:start_time=0,scale=64:36`],
      ...(sound ? ['-map', `0:${sound.index}`, '-af', 'loudnorm=print_format=json'] : []),
      ...['-t', `${mostSeconds}`, '-progress', 'pipe:1', '-f', 'null', '-'],
    ],
    {
      folder: film.folder,
      seconds: BODY_SECONDS,
      line: (line) => {
        const found = /^frame=\s*(\d+)/.exec(line);
        if (!found) return;
        frames = Number(found[1]);
        progress((1000 * frames) / rate);
      },
    },
  );
  return {
    lengthMs: Math.round((1000 * frames) / rate),
    loudness: sound && loudnessIn(complaints),
    isWhole: code === 0 && frames > 0,
  };
}

function loudnessIn(text: string): FilmBody['loudness'] {
  const value = (name: string) => Number(new RegExp(`"${name}" : "(-?[\\d.]+)"`).exec(text)?.[1]);
  const [integrated, peak] = [value('input_i'), value('input_tp')];
  return Number.isFinite(integrated) && Number.isFinite(peak) && integrated > -70 ? { integrated, peak } : null;
}
