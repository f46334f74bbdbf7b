import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { openPasswords } from '#server/auth/passwords/passwords.ts';

/** The least a sign-in could be: the password is checked against its hash, nothing is looked up and nothing is written. */
const passwords = openPasswords();
const hash = await passwords.hash(process.env.PASSWORD!);

const app = new Hono();
app.post('/', async (c) => {
  const { password } = await c.req.json();
  return (await passwords.verify(hash, password)) ? c.json({}) : c.json({}, 400);
});

const server = createServer(getRequestListener(app.fetch));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
