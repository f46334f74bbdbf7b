import { useEffect, useRef, useState } from 'react';
import { doorCopy as copy } from '#domain/events/door/copy.ts';
import styles from './scan.module.css';

interface ScannerProps {
  onCode: (code: string) => void;
}

/** The same code is not read again for so long, because a ticket is held before the camera for a while. Milliseconds. */
const SAME_CODE_MS = 4_000;
const SCAN_INTERVAL_MS = 160;

/** Reads codes with the rear camera until it is stopped; the camera is released when the screen is left. */
export default function Scanner({ onCode }: ScannerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef(onCode);
  latest.current = onCode;

  useEffect(() => {
    const stopped = new AbortController();
    watch(video.current!, (code) => latest.current(code), stopped.signal).catch((error: unknown) => {
      if (!stopped.signal.aborted) setProblem(sayProblem(error));
    });
    return () => stopped.abort();
  }, []);

  return (
    <>
      <video ref={video} className={styles.video} muted playsInline hidden={problem !== null} />
      {problem ? <p role="alert">{problem}</p> : <span className={styles.frame} aria-hidden="true" />}
    </>
  );
}

async function watch(video: HTMLVideoElement, onCode: (code: string) => void, signal: AbortSignal) {
  if (!navigator.mediaDevices) throw new DOMException('no camera here', 'SecurityError');
  const picture = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } };
  const stream = await navigator.mediaDevices.getUserMedia({ video: picture, audio: false });
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted) return release();
  signal.addEventListener('abort', release);
  video.srcObject = stream;
  await video.play();

  const look = await reader(video);
  const seen = { code: '', at: 0 };
  while (!signal.aborted) {
    const code = await look();
    const now = performance.now();
    if (code && (code !== seen.code || now - seen.at > SAME_CODE_MS)) onCode(code);
    if (code) Object.assign(seen, { code, at: now });
    await new Promise((resolve) => setTimeout(resolve, SCAN_INTERVAL_MS));
  }
}

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> };

/** The browser's own BarcodeDetector where it has one, otherwise ours. */
async function reader(video: HTMLVideoElement): Promise<() => Promise<string | null>> {
  const Native = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  const readable: string[] = Native ? await Native.getSupportedFormats().catch(() => []) : [];
  if (Native && readable.includes('qr_code')) {
    const detector = new Native({ formats: ['qr_code'] });
    return async () => (await detector.detect(video).catch(() => []))[0]?.rawValue ?? null;
  }
  const { decodeQR } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  return async () => {
    const { videoWidth, videoHeight } = video;
    if (videoWidth === 0) return null;
    const scale = Math.min(1, 800 / videoWidth);
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
    Object.assign(canvas, { width, height });
    context.drawImage(video, 0, 0, width, height);
    try {
      return decodeQR({ width, height, data: context.getImageData(0, 0, width, height).data });
    } catch {
      return null;
    }
  };
}

function sayProblem(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return copy.missing;
  return window.isSecureContext ? copy.denied : copy.insecure;
}
