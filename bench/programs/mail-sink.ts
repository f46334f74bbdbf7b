import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that takes everything, in a process of its own. */
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    stream.resume();
    stream.on('end', () => done());
  },
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}\n`);
});
