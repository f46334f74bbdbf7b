import { randomUUID } from 'node:crypto';
import { PART_BYTES } from '#domain/files/rules.ts';
import type { TestApp } from './app.ts';
import { call, type TestPerson } from './people.ts';

type Kind = 'advert-picture' | 'advert-film' | 'return-upload';

/** The bytes of one part. */
export const partOf = (content: Buffer, number: number): File =>
  new File([new Uint8Array(content.subarray((number - 1) * PART_BYTES, number * PART_BYTES))], '');

export function begin(
  app: TestApp,
  who: TestPerson,
  content: Buffer,
  key: string = randomUUID(),
  kind: Kind = 'advert-picture',
) {
  return call(app, who).files.uploads.begin({ key, kind, bytes: content.length });
}

/** Sends the parts in this order, and answers with what is there then. */
export async function sendParts(app: TestApp, who: TestPerson, id: string, content: Buffer, numbers: number[]) {
  let state: Awaited<ReturnType<typeof begin>> | undefined;
  for (const number of numbers)
    state = await call(app, who).files.uploads.part({ params: { id, number }, body: partOf(content, number) });
  return state!;
}

/** A whole file, from its beginning to its end. */
export async function upload(app: TestApp, who: TestPerson, content: Buffer, kind?: Kind) {
  const { id, missing } = await begin(app, who, content, randomUUID(), kind);
  await sendParts(app, who, id, content, missing);
  return call(app, who).files.uploads.complete({ id });
}
