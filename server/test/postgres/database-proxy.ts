import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network between a server and its database that a test can cut and hold still. */
export async function databaseProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const pairs = new Set<{ inner: Socket; outer: Socket }>();
  let accepted = 0;
  let cutAfter: string | null = null;
  let silentAfter: string | null = null;
  let still = false;

  const server = createServer((inner) => {
    accepted += 1;
    const outer = connect(Number(target.port), target.hostname);
    const pair = { inner, outer };
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      inner.destroy();
      outer.destroy();
    };
    for (const socket of [inner, outer]) socket.on('error', end).on('close', end);
    let cutting = false;
    inner.on('data', (bytes) => {
      cutting ||= cutAfter !== null && bytes.includes(cutAfter);
      if (cutting) cutAfter = null;
      if (silentAfter !== null && bytes.includes(silentAfter)) {
        silentAfter = null;
        return hold(pair);
      }
      outer.write(bytes);
    });
    outer.on('data', (bytes) => (cutting ? end() : inner.write(bytes)));
    if (still) hold(pair);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);

  const hold = ({ inner, outer }: { inner: Socket; outer: Socket }) => {
    inner.pause();
    outer.pause();
  };
  return {
    url: url.href,
    /** How many were opened since the start. */
    connections: () => accepted,
    /** Every connection ends at once. */
    cut() {
      for (const { inner } of pairs) inner.destroy();
    },
    /** The next connection that says this loses the answer: the database receives it, the server does not. */
    loseAnswerTo(words: string) {
      cutAfter = words;
    },
    /** The next connection that says this is never answered, and neither side learns why. */
    neverAnswer(words: string) {
      silentAfter = words;
    },
    /** Nothing arrives on either side any more; new connections are accepted and stay silent. */
    standStill() {
      still = true;
      for (const pair of pairs) hold(pair);
    },
    /** Nothing arrives any more on what is open, and neither side learns why; new connections are answered. */
    discardOpen() {
      for (const pair of pairs) hold(pair);
    },
    resume() {
      still = false;
      for (const { inner, outer } of pairs) {
        inner.resume();
        outer.resume();
      }
    },
    async close() {
      for (const { inner } of pairs) inner.destroy();
      server.close();
    },
  };
}
