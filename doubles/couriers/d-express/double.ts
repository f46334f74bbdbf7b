import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { readBody } from '../../read-body.ts';
import { type Control, controlled } from './control.ts';
import { type CourierDouble, type Credentials, type Kept, type Message, nothingHeld, openCourier } from './courier.ts';
import { REGISTERS } from './registers.ts';
import type { Body } from './rules.ts';

const MAX_BODY = 256 * 1024;
const ROUND = 30_000;
/** How often a message is sent before it is given up. */
const ATTEMPTS = 50;
const API = '/ExternalApi/';

export interface DExpressOptions {
  /** Where what it knows is kept; without it only in memory. */
  directory?: string;
  webhookUrl: string;
  /** How a message travels; tests hand it to the app directly. */
  send?: (request: Request) => Promise<Response>;
  /** The real clock, in milliseconds. */
  realNow?: () => number;
}

export interface DExpressDouble {
  url: string;
  port: number;
  credentials: Credentials;
  control: Control;
  stop(): Promise<void>;
}

/**
 * A courier on the loopback address, made from what is known of D Express from outside: its API with Basic auth, its messages, a clock
 * that can be moved. Of two requests with one reference it makes two parcels, because nobody has said that it does not.
 */
export async function openDExpress({
  directory,
  webhookUrl,
  send = fetch,
  realNow = Date.now,
}: DExpressOptions): Promise<DExpressDouble> {
  const file = directory && path.join(directory, 'd-express.json');
  if (directory) mkdirSync(directory, { recursive: true });
  const kept: Kept = { ...nothingHeld(), ...(file ? read(file) : {}) };
  const courier = openCourier(kept, realNow);
  const save = () => {
    if (!file) return;
    writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  save();

  let sending: Promise<void> = Promise.resolve();
  const deliver = () => {
    sending = sending.then(async () => {
      for (const message of kept.faults.hold ? [] : [...kept.waiting]) {
        const wasTaken = await post(message);
        if (wasTaken || message.attempts >= ATTEMPTS) kept.waiting = kept.waiting.filter((one) => one !== message);
      }
      save();
    });
    return sending;
  };
  async function post(message: Message): Promise<boolean> {
    message.attempts += 1;
    const { attempts, ...said } = message;
    const answer = await send(
      new Request(webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ cc: kept.credentials.secret, ...said }),
      }),
    ).catch(() => null);
    return answer?.status === 200 && (await answer.text()) === 'OK';
  }
  const control = controlled(kept, courier, { deliver, save });
  const round = setInterval(() => void control.advance(0), ROUND);
  round.unref();

  const server = createServer((incoming, response) => {
    answer(incoming, response, { kept, courier, control, save }).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/ExternalApi`,
    port,
    credentials: kept.credentials,
    control,
    async stop() {
      clearInterval(round);
      await sending;
      await new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      });
      save();
    },
  };
}

function read(file: string): Partial<Kept> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch {
    return {};
  }
}

interface Inside {
  kept: Kept;
  courier: CourierDouble;
  control: Control;
  save: () => void;
}

const say = (response: ServerResponse, status: number, body: unknown) => {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json' });
  response.end(isText ? body : JSON.stringify(body));
};

async function answer(incoming: IncomingMessage, response: ServerResponse, inside: Inside): Promise<void> {
  const { kept, courier, control, save } = inside;
  const { pathname, searchParams } = new URL(incoming.url!, 'http://localhost');
  const text = await readBody(incoming, MAX_BODY);
  const { user, password, secret } = kept.credentials;
  if (pathname.startsWith('/_double/')) {
    if (incoming.headers.authorization !== `Bearer ${secret}`) return say(response, 401, 'ERROR');
    return say(
      response,
      200,
      await control.ask(pathname.slice('/_double/'.length), text === '' ? {} : JSON.parse(text)),
    );
  }
  if (courier.now() < kept.faults.downUntil) return say(response, 503, 'Service Unavailable');
  const known = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  if (incoming.headers.authorization !== known) return say(response, 401, 'ERROR: unauthorized');
  if (kept.faults.loseRequests > 0) {
    kept.faults.loseRequests -= 1;
    return void response.destroy();
  }
  const result = perform(incoming.method!, pathname, searchParams, text, courier);
  save();
  if (kept.faults.loseReplies > 0 && incoming.method === 'POST' && pathname.endsWith('addshipment')) {
    kept.faults.loseReplies -= 1;
    return void response.destroy();
  }
  say(response, result.status, result.body);
}

function perform(method: string, pathname: string, query: URLSearchParams, text: string, courier: CourierDouble) {
  const name = pathname.startsWith(`${API}data/`) ? pathname.slice(`${API}data/`.length) : '';
  if (method === 'GET' && name === 'viewpayments')
    return { status: 200, body: courier.payments(query.get('PaymentReference') ?? '') };
  if (method === 'GET' && Object.hasOwn(REGISTERS, name)) {
    const isIncrement = ['municipalities', 'towns', 'streets'].includes(name);
    if (isIncrement && !/^\d{14}$/.test(query.get('date') ?? '')) return { status: 400, body: 'ERROR: date' };
    return { status: 200, body: REGISTERS[name] };
  }
  if (method !== 'POST' || !['checkaddress', 'addshipment'].includes(name))
    return { status: 404, body: 'ERROR: unknown' };
  let body: Body;
  try {
    body = JSON.parse(text) as Body;
  } catch {
    return { status: 400, body: 'ERROR: JSON' };
  }
  const said = name === 'checkaddress' ? courier.checkAddress(body) : courier.addShipment(body);
  return { status: said === 'OK' ? 200 : 400, body: said };
}
