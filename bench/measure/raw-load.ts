import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * GET requests per second over `connections` open connections, one request under way on each. Answers are counted by
 * their length, which must not change, and not looked at: a load generator that decodes compressed bodies is slower than
 * any server, and would hide the difference between two of them.
 */
export async function rawRate(
  url: string,
  {
    headers = {},
    connections = 32,
    seconds,
  }: { headers?: Record<string, string>; connections?: number; seconds: number },
): Promise<number> {
  const { hostname, port, pathname, host } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const sockets = Array.from({ length: connections }, () =>
    connect({ host: hostname, port: Number(port), noDelay: true }),
  );
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const length = await answerLength(sockets[0]!, request);
  let answers = 0;
  let failed: unknown;
  for (const socket of sockets) {
    let read = 0;
    socket.on('error', (error) => {
      failed ??= error;
    });
    socket.on('data', (chunk) => {
      read += chunk.length;
      if (read < length) return;
      if (read > length) failed ??= new Error(`An answer of ${url} was longer than the first.`);
      read = 0;
      answers += 1;
      socket.write(request);
    });
    socket.write(request);
  }
  const began = performance.now();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const rate = answers / ((performance.now() - began) / 1000);
  for (const socket of sockets) socket.destroy();
  if (failed) throw failed;
  return rate;
}

/** Bytes of one whole answer, by its own content-length; it must be a 200. */
async function answerLength(socket: ReturnType<typeof connect>, request: Buffer): Promise<number> {
  socket.write(request);
  let answer = Buffer.alloc(0);
  for (;;) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    answer = Buffer.concat([answer, chunk]);
    const end = answer.indexOf('\r\n\r\n');
    if (end < 0) continue;
    const head = answer.subarray(0, end).toString();
    const length = end + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1]);
    if (!head.startsWith('HTTP/1.1 200') || Number.isNaN(length)) throw new Error(head);
    if (answer.length === length) return length;
  }
}
