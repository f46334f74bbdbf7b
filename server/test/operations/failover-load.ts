import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { newReservation } from '../reservations.ts';
import type { Machine } from './cluster-files.ts';
import type { DatabaseMachines } from './database-machines.ts';

/** Requests a second, all clients together; each write is followed by two reads. */
const RATE = 80;
const CLIENTS = 20;
/** A client gives up on an answer after so long. Milliseconds. */
const ANSWER_MS = 15_000;
/** The pause before a client asks again what was answered 503. Milliseconds. */
const AGAIN_MS = 500;
/** A write that is not confirmed by then never is. Milliseconds. */
const NEVER_MS = 90_000;

/** What the clients of a round saw. */
export interface FailoverSeen {
  answers: number;
  /** Keys of the reservations that were confirmed. */
  confirmed: string[];
  /** Answers 503 that say when to ask again. */
  unavailable: number;
  /** Connections that broke, and requests without an answer. */
  cut: string[];
  /** Answers that nobody should get. */
  unexpected: string[];
  slowest: number;
  /** When a write was confirmed. */
  wrote: number[];
}

/** Clients who ask again with the same key until a write is confirmed; after `stop` none begins another one. */
export function keepAsking(url: string, token: string) {
  const seen: FailoverSeen = {
    answers: 0,
    confirmed: [],
    unavailable: 0,
    cut: [],
    unexpected: [],
    slowest: 0,
    wrote: [],
  };
  let isOver = false;

  async function ask(where: string, init: RequestInit): Promise<number> {
    const began = performance.now();
    const moment = () => `${new Date().toISOString().slice(11, 23)} ${init.method ?? 'GET'} ${where}`;
    try {
      const response = await fetch(url + where, { ...init, signal: AbortSignal.timeout(ANSWER_MS) });
      const text = await response.text();
      seen.answers += 1;
      seen.slowest = Math.max(seen.slowest, performance.now() - began);
      if (response.status === 503 && response.headers.get('retry-after')) seen.unavailable += 1;
      else if (response.status !== 200) seen.unexpected.push(`${moment()}: ${response.status} ${text.slice(0, 200)}`);
      return response.status;
    } catch (error) {
      const { cause, message } = error as Error & { cause?: { code?: string } };
      seen.cut.push(`${moment()}: ${cause?.code ?? message}`);
      return 0;
    }
  }

  async function reserve(): Promise<void> {
    const key = randomUUID();
    const body = JSON.stringify(newReservation({ key, personalInfo: { email: `gost-${key}@primer.rs` } }));
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    const began = performance.now();
    for (let status = 503; status === 503 || status === 0; ) {
      if (performance.now() - began > NEVER_MS) return void seen.unexpected.push('a write is never confirmed');
      status = await ask('/api/event/reservations', init);
      if (status === 200) {
        seen.confirmed.push(key);
        seen.wrote.push(performance.now());
      } else await sleep(AGAIN_MS * (0.5 + Math.random()));
    }
  }

  async function client(): Promise<void> {
    const headers = { authorization: `Bearer ${token}` };
    while (!isOver) {
      const began = performance.now();
      await reserve();
      for (const where of ['/api/me', '/auth/v1/user']) await ask(where, { headers });
      await sleep(Math.max(0, ((3 * CLIENTS) / RATE) * 1000 * (0.5 + Math.random()) - (performance.now() - began)));
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, client));
  return {
    seen,
    async stop() {
      isOver = true;
      await clients;
    },
  };
}

/** A write of ours that one machine's PostgreSQL confirmed. */
interface Beat {
  id: number;
  machine: Machine;
  at: number;
}

/** Writes to each machine's PostgreSQL all the time: which one takes writes, and since when. The standbys refuse. */
export function watchWrites({ machines, urlOf }: DatabaseMachines, firstId: number) {
  const beats: Beat[] = [];
  let id = firstId;
  let isOver = false;

  async function write(machine: Machine) {
    while (!isOver) {
      const client = new pg.Client({
        connectionString: urlOf(machine),
        connectionTimeoutMillis: 500,
        query_timeout: 2_000,
      });
      client.on('error', () => {});
      try {
        await client.connect();
        while (!isOver) {
          id += 1;
          const mine = id;
          try {
            await client.query('insert into beats values ($1)', [mine]);
            beats.push({ id: mine, machine, at: performance.now() });
          } catch (error) {
            if ((error as pg.DatabaseError).code !== '25006') throw error;
          }
          await sleep(50);
        }
      } catch {
        await sleep(50);
      } finally {
        void client.end().catch(() => {});
      }
    }
  }
  const writers = Promise.all(machines.map(write));
  return {
    beats,
    lastId: () => id,
    async stop() {
      isOver = true;
      await writers;
    },
  };
}
