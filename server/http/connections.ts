import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

interface Connection {
  acceptedAt: number;
  /** Requests on it whose answer has not left yet. */
  open: number;
  /** Bytes that had come when the last answer left; more of them are the beginning of another request. */
  answered: number;
}

/** A connection on which nothing was ever said may be one whose first request is on its way. Milliseconds. */
const SILENT_MS = 500;

/** Which connections carry a request, so that a stop closes the others and cuts nobody off. */
export function watchConnections() {
  const connections = new Map<Socket, Connection>();

  const isInUse = (socket: Socket, { open, answered, acceptedAt }: Connection): boolean =>
    open > 0 || socket.bytesRead > answered || (answered === 0 && performance.now() - acceptedAt < SILENT_MS);

  return {
    add(socket: Socket) {
      connections.set(socket, { acceptedAt: performance.now(), open: 0, answered: 0 });
      socket.once('close', () => connections.delete(socket));
    },
    begin(socket: Socket) {
      const connection = connections.get(socket);
      if (connection) connection.open += 1;
    },
    end(socket: Socket) {
      const connection = connections.get(socket);
      if (!connection) return;
      connection.open -= 1;
      connection.answered = socket.bytesRead;
    },
    /** Closes what carries no request; `true` when nothing is left. */
    closeUnused(): boolean {
      for (const [socket, connection] of connections) if (!isInUse(socket, connection)) socket.destroy();
      return [...connections.keys()].every((socket) => socket.destroyed);
    },
  };
}

/**
 * Does something right after the system was asked and nothing was waiting, or after so many milliseconds. Connections that
 * wait for a listener are reset when it closes: in such a moment there are none, but for the few microseconds in between.
 */
export function runWhenLoopIdle(milliseconds: number, act: () => void): Promise<void> {
  const until = performance.now() + milliseconds;
  let before = -1;
  return new Promise((resolve) => {
    const check = () => {
      const { events } = performance.nodeTiming.uvMetricsInfo;
      if (events !== before && performance.now() < until) {
        before = events;
        setImmediate(check);
        return;
      }
      act();
      resolve();
    };
    setImmediate(check);
  });
}
