import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The least a Node server can do: the same number of bytes for every request. */
const body = Buffer.alloc(Number(process.env.BYTES), 'x');
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
