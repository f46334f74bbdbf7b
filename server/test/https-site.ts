import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { whenOver } from './when-over.ts';

/** Of `localhost` and 127.0.0.1, for a hundred years; nobody trusts it but tests. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBwjCCAWmgAwIBAgIUaujvIw9yE+/RA9H+vnSBxZLJHlYwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNVGVzdCBvZiBWaWRpazAgFw0yNjExMjUyMjEwMzhaGA8yMTI2
MTEwMTIyMTAzOFowGDEWMBQGA1UEAwwNVGVzdCBvZiBWaWRpazBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABLvFEeO5Hol9I3kv+HG41BqSXDJTQohZlJfXn16DkmCP
JskVWi3in5aTxIfCjDcmRj+XcxsRRyX7z+iIg7zIvFmjgY4wgYswHQYDVR0OBBYE
FOmrHIS6s3OvHszt8VUmkCBhochWMB8GA1UdIwQYMBaAFOmrHIS6s3OvHszt8VUm
kCBhochWMA8GA1UdEwEB/wQFMAMBAf8wOAYDVR0RBDEwL4ILcGVrYXJhLnRlc3SC
D3d3dy5wZWthcmEudGVzdIIJbG9jYWxob3N0hwR/AAABMAoGCCqGSM49BAMCA0cA
MEQCIF8LCL9LGq3QDGpcFvbMPV/nRH8rU5n3e966G3oTjLUtAiB1x6NdLp7F+xC/
qUYAxP7JUM7fYuFEMB5pedxY4XKjBQ==
-----END CERTIFICATE-----`;
export const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgtLmTDX6KEeHDCOrm
1DkHkEywrxaTBOPFb3j5NlIIsbihRANCAAS7xRHjuR6JfSN5L/hxuNQaklwyU0KI
WZSX159eg5JgjybJFVot4p+Wk8SHwow3JkY/l3MbEUcl+8/oiIO8yLxZ
-----END PRIVATE KEY-----`;

/** A site of somebody else's on this machine, closed when the test file ends. */
export async function httpsSite(answer: RequestListener): Promise<{ port: number }> {
  const server = createServer({ key: KEY, cert: CERTIFICATE }, answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  whenOver(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port };
}
