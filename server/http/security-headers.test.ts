import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { baseHeaders, inlineScriptHashes, pagePolicy } from './security-headers.ts';

const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('exactly the inline scripts that would run are allowed', () => {
  const html = `<script>one()</script><script src="/a.js"></script><SCRIPT type="module" async>two()</SCRIPT>
    <script type="application/ld+json">{"data":1}</script><script type="text/javascript">three()</script><script>one()</script>`;
  expect(inlineScriptHashes(html)).toEqual([sha('one()'), sha('two()'), sha('three()')]);
});

test('a page without inline scripts allows none, and never the unsafe way', () => {
  const policy = pagePolicy('<p></p>', { publicUrl: 'http://localhost:3000' });
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('upgrade-insecure-requests');
});

test('pictures may come from the configured storage, by origin', () => {
  const policy = pagePolicy('', { publicUrl: 'https://vidik.example', storageUrl: 'https://cdn.example/bucket' });
  expect(policy).toContain("img-src 'self' data: blob: https://cdn.example;");
  expect(policy).toContain('upgrade-insecure-requests');
});

test('films of the programme may come from their very addresses, and nothing else from there', () => {
  const films = ['https://filmovi.example/a/jutro.mp4'];
  const policy = pagePolicy('', { publicUrl: 'https://vidik.example', films });
  expect(policy).toContain("media-src 'self' blob: https://filmovi.example/a/jutro.mp4;");
  expect(policy).toContain("connect-src 'self';");
  expect(policy).toContain("img-src 'self' data: blob:;");
});

test('HTTPS is insisted on only where it is used', () => {
  expect(baseHeaders({ publicUrl: 'https://vidik.example' })).toHaveProperty('strict-transport-security');
  expect(baseHeaders({ publicUrl: 'http://localhost:3000' })).not.toHaveProperty('strict-transport-security');
});
