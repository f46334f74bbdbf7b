import { expect, test } from 'vitest';
import { placeOf, readS3Address } from './s3-address.ts';

test.each([
  ['s3://vidik', { bucket: 'vidik', prefix: '', region: null, endpoint: null, profile: null }],
  ['s3://vidik/shop/', { bucket: 'vidik', prefix: 'shop/', region: null, endpoint: null, profile: null }],
  [
    's3://vidik/a/b?region=eu-central-1&profile=backup',
    { bucket: 'vidik', prefix: 'a/b/', region: 'eu-central-1', endpoint: null, profile: 'backup' },
  ],
  [
    's3://vidik?endpoint=http://127.0.0.1:9000',
    { bucket: 'vidik', prefix: '', region: null, endpoint: 'http://127.0.0.1:9000', profile: null },
  ],
])('%s is a bucket', (text, address) => expect(readS3Address(text)).toEqual(address));

test.each([
  ['s3://', /must be s3:\/\/bucket/],
  ['s3://Vidik', /must be s3:\/\/bucket/],
  ['s3://host:9000/vidik', /must be s3:\/\/bucket/],
  ['s3://key:hunter2@vidik', /must not hold keys/],
  ['s3://vidik?endpoint=minio', /an endpoint like https/],
  ['s3://vidik?endpoint=https://key:hunter2@host', /an endpoint like https/],
  ['s3://vidik?secret=hunter2', /not secret$/],
])('%s is none, and what is wrong is said without a key', (text, sentence) => {
  expect(readS3Address(text)).toMatch(sentence);
  expect(readS3Address(text)).not.toContain('hunter2');
});

test('what is written into tables and logs is the place alone', () => {
  for (const [text, place] of [
    ['s3://vidik?endpoint=https://x', 's3://vidik'],
    ['s3://vidik/a/?profile=p', 's3://vidik/a'],
  ] as const) {
    const address = readS3Address(text);
    expect(typeof address === 'string' ? address : placeOf(address)).toBe(place);
  }
});
