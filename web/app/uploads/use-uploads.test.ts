import { expect, test, vi } from 'vitest';
import { useFilesOnTheirWay, useUploads } from './use-uploads.ts';

const { abort, sending } = vi.hoisted(() => ({ abort: vi.fn(async () => ({})), sending: [] as AbortSignal[] }));
vi.mock('react', () => ({
  useSyncExternalStore: (_: unknown, read: () => unknown) => read(),
  useRef: (current: unknown) => ({ current }),
  useEffect: () => {},
}));
vi.mock('../api.ts', () => ({ client: { files: { uploads: { abort } } } }));
vi.mock('../write.ts', () => ({ write: (ask: () => unknown) => ask() }));
vi.mock('./left-uploads.ts', () => ({ leftUploads: () => [], rememberUpload: () => {}, forgetUpload: () => {} }));
vi.mock('./upload-file.ts', () => ({
  ONCE: {},
  retryUntilAnswered: (ask: () => unknown) => ask(),
  uploadFile: (_: string, __: File, ___: string, { signal }: { signal: AbortSignal }) => {
    sending.push(signal);
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null)));
  },
}));

test('files that are on their way to a draft are known, and stopped together; those of another draft go on', async () => {
  const words = { tooLarge: () => '', wrongType: () => '', add: vi.fn() };
  const of = (belongsTo: string) => useUploads({ belongsTo, kind: 'advert-film', ...words });
  const file = new File(['film'], 'film.mp4');
  void of('first').take(file);
  void of('second').take(file);
  expect(useFilesOnTheirWay('first').areAny).toBe(true);
  useFilesOnTheirWay('first').stop();
  expect([useFilesOnTheirWay('first').areAny, useFilesOnTheirWay('second').areAny]).toEqual([false, true]);
  expect(sending.map(({ aborted }) => aborted)).toEqual([true, false]);
  await vi.waitFor(() => expect(abort, 'what came of it is let go of').toHaveBeenCalledOnce());
  expect(of('first').sent).toEqual([]);
});
