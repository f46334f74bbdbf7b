import { spawn } from 'node:child_process';
import { drawFrame, type Look } from './draw-picture.ts';

const FILM = { width: 1280, height: 720 };
/** Beyond the film at its right and below: so far it moves. */
const MOVES = { width: 1400, height: 740 };

/** A short film as a company would send it: its offer, slowly passing, with a soft sound each two seconds. */
export async function makeFilm(ffmpeg: string, look: Look, seconds: number): Promise<Buffer> {
  const frame = await drawFrame(look, MOVES);
  const { width, height } = FILM;
  const sound = `aevalsrc=0.12*sin(2*PI*523*t)*exp(-3*mod(t\\,2)):s=48000:d=${seconds}`;
  const moves = `loop=-1:1:0,crop=${width}:${height}:x=(iw-${width})*t/${seconds}:y=(ih-${height})/2,format=yuv420p`;
  const child = spawn(ffmpeg, [
    ...['-nostdin', '-v', 'error', '-f', 'png_pipe', '-framerate', '25', '-i', 'pipe:0', '-f', 'lavfi', '-i', sound],
    ...['-vf', moves, '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '18', '-c:a', 'aac', '-t', `${seconds}`],
    ...['-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4', 'pipe:1'],
  ]);
  const [out, complaints]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
  child.stdin.on('error', () => {});
  child.stdin.end(frame);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`the film of the demonstration was not made: ${Buffer.concat(complaints)}`);
  return Buffer.concat(out);
}
