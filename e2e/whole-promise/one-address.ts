import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

export interface OneAddress {
  /** How many requests each server has answered, of paths that begin so. */
  answered(path?: string): number[];
  close(): Promise<void>;
}

/** Without a Stripe key each server has a sandbox of its own, as if each were with another bank: payments are one server's. */
const OF_THE_FIRST = /^\/(sandbox|api\/functions|api\/advertising\/portal)\b/;

/** Listens on a port and passes each request to the next of the servers in turn; one that does not answer is passed over. */
export async function openOneAddress(port: number, servers: readonly number[]): Promise<OneAddress> {
  const seen: string[][] = servers.map(() => []);
  let nextServer = 0;

  function pass(asked: IncomingMessage, answer: ServerResponse, n: number, tries: number): void {
    const headers = { ...asked.headers, 'x-forwarded-for': asked.socket.remoteAddress ?? '' };
    const { url: path, method } = asked;
    const onward = request({ host: '127.0.0.1', port: servers[n]!, path, method, headers, agent: false });
    onward.on('response', (got) => {
      seen[n]!.push(path ?? '');
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
      got.on('error', () => answer.destroy());
    });
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (answer.headersSent) return void answer.destroy();
      if (error.code === 'ECONNREFUSED' && tries < servers.length)
        return pass(asked, answer, (n + 1) % servers.length, tries + 1);
      answer.writeHead(503, { 'retry-after': '1' }).end();
    });
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  }

  const front = createServer((asked, answer) => {
    if (OF_THE_FIRST.test(asked.url ?? '')) return pass(asked, answer, 0, servers.length);
    nextServer = (nextServer + 1) % servers.length;
    pass(asked, answer, nextServer, 1);
  });
  front.listen(port, '127.0.0.1');
  await once(front, 'listening');
  return {
    answered: (path = '') => seen.map((paths) => paths.filter((one) => one.startsWith(path)).length),
    async close() {
      front.closeAllConnections();
      front.close();
      await once(front, 'close');
    },
  };
}
