import {
  closeSync,
  existsSync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import type { Kind, Records } from './records.ts';

/**
 * The sandbox's memory: records by kind, and a journal in which every committed change is one line, written before anybody
 * is answered. A line cut off by a killed process is dropped when the journal is read again, so a change is whole or absent.
 */
export interface Store {
  get<K extends Kind>(kind: K, id: string): Records[K] | undefined;
  /** In the order they were first put. */
  all<K extends Kind>(kind: K): IterableIterator<Records[K]>;
  put<K extends Kind>(kind: K, record: Records[K]): Records[K];
  forget(kind: Kind, id: string): void;
  commit(): void;
  close(): void;
}

type Change = [kind: Kind, id: string, record: unknown];

export function openStore(directory: string): Store {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = path.join(directory, 'journal.jsonl');
  const memory = readJournal(file);
  compact(file, memory);
  const journal = openSync(file, 'a', 0o600);
  let changes: Change[] = [];

  return {
    get: <K extends Kind>(kind: K, id: string) => memory[kind].get(id) as Records[K] | undefined,
    all: <K extends Kind>(kind: K) => memory[kind].values() as IterableIterator<Records[K]>,
    put(kind, record) {
      memory[kind].set(record.id, record);
      changes.push([kind, record.id, record]);
      return record;
    },
    forget(kind, id) {
      memory[kind].delete(id);
      changes.push([kind, id, null]);
    },
    commit() {
      if (changes.length === 0) return;
      writeSync(journal, `${JSON.stringify(changes)}\n`);
      changes = [];
    },
    close() {
      fdatasyncSync(journal);
      closeSync(journal);
    },
  };
}

type Memory = Record<Kind, Map<string, unknown>>;

function readJournal(file: string): Memory {
  const memory: Memory = {
    customers: new Map(),
    sessions: new Map(),
    intents: new Map(),
    subscriptions: new Map(),
    invoices: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    payouts: new Map(),
    transactions: new Map(),
    portals: new Map(),
    events: new Map(),
    keys: new Map(),
    settings: new Map(),
  };
  if (!existsSync(file)) return memory;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    let changes: Change[];
    try {
      changes = JSON.parse(line);
    } catch {
      continue;
    }
    for (const [kind, id, record] of changes) {
      if (record === null) memory[kind].delete(id);
      else memory[kind].set(id, record);
    }
  }
  return memory;
}

/** Starts the journal afresh with what is still remembered; a kill in the middle leaves the old one. */
function compact(file: string, memory: Memory) {
  const fresh = openSync(`${file}.new`, 'w', 0o600);
  for (const [kind, records] of Object.entries(memory)) {
    for (const [id, record] of records) writeSync(fresh, `${JSON.stringify([[kind, id, record]])}\n`);
  }
  fdatasyncSync(fresh);
  closeSync(fresh);
  renameSync(`${file}.new`, file);
}
