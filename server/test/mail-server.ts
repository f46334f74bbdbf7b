import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { freePort } from './free-port.ts';
import { CERTIFICATE, KEY } from './https-site.ts';

type MailServerState = 'well' | 'refusing' | 'silent' | 'down';

/**
 * A mail server that accepts after a while, refuses for the moment (451), accepts connections and says nothing, or is not there. With
 * `password` it is encrypted (STARTTLS, the certificate of https-site.ts) and lets in whoever has it.
 */
export async function openMailServer({ delayMs = 0, password }: { delayMs?: number; password?: string } = {}) {
  const port = await freePort();
  let state: MailServerState = 'well';
  /** How often each Message-ID was accepted, and for whom the mail was. */
  const received = new Map<string, { to: string; times: number }>();
  let smtp: SMTPServer | null = null;
  let mute: Server | null = null;

  async function listen() {
    if (state === 'silent') {
      mute = createServer((socket) => socket.on('error', () => {}));
      mute.listen(port, '127.0.0.1');
      await once(mute, 'listening');
      return;
    }
    smtp = new SMTPServer({
      ...(password === undefined ? { disabledCommands: ['AUTH', 'STARTTLS'] } : { key: KEY, cert: CERTIFICATE }),
      onAuth: (given, _session, done) =>
        given.password === password
          ? done(null, { user: given.username })
          : done(Object.assign(new Error('Authentication failed'), { responseCode: 535 })),
      logger: false,
      onRcptTo: (_address, _session, done) =>
        done(state === 'refusing' ? Object.assign(new Error('try again later'), { responseCode: 451 }) : null),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const id = /^message-id: *(\S+)/im.exec(Buffer.concat(chunks).toString('latin1'))![1]!;
          const known = received.get(id) ?? { to: session.envelope.rcptTo[0]!.address, times: 0 };
          received.set(id, { ...known, times: known.times + 1 });
          setTimeout(done, delayMs);
        });
      },
    });
    smtp.on('error', () => {});
    smtp.listen(port, '127.0.0.1');
    await once(smtp.server, 'listening');
  }

  async function leave() {
    if (smtp) await new Promise<void>((resolve) => smtp!.close(() => resolve()));
    if (mute) await new Promise((resolve) => mute!.close(resolve));
    [smtp, mute] = [null, null];
  }

  await listen();
  return {
    port,
    received,
    async be(next: MailServerState) {
      // Open connections would keep the server from closing; a real one that ends cuts them as well.
      await Promise.race([leave(), sleep(2_000)]);
      state = next;
      if (state !== 'down') await listen();
    },
    close: leave,
  };
}
