import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

interface Connection {
  acceptedAt: number;
  /** Requests on it whose answer has not left yet. */
  open: number;
  /** Bytes that had come when the last answer left; more of them are the beginning of another request. */
  answered: number;
  answeredAt: number;
}

/** A connection on which nothing was ever said may be one whose first request is on its way. Milliseconds. */
const SILENT_MS = 500;

/** Which connections carry a request, so that a stop closes the others and cuts nobody off. */
export function watchConnections() {
  const connections = new Map<Socket, Connection>();

  const isInUse = (socket: Socket, { open, answered, ...at }: Connection, keptMs: number): boolean =>
    open > 0 ||
    socket.bytesRead > answered ||
    performance.now() < (answered === 0 ? at.acceptedAt + SILENT_MS : at.answeredAt + keptMs);

  return {
    add(socket: Socket) {
      connections.set(socket, { acceptedAt: performance.now(), open: 0, answered: 0, answeredAt: 0 });
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
      connection.answeredAt = performance.now();
    },
    /** Closes what has carried no request for so many milliseconds; `true` when nothing is left. */
    closeUnused(keptMs: number): boolean {
      for (const [socket, connection] of connections) if (!isInUse(socket, connection, keptMs)) socket.destroy();
      return [...connections.keys()].every((socket) => socket.destroyed);
    },
  };
}

/**
 * Does something right after the system was asked and nothing was waiting, or after so many milliseconds. Connections that
 * wait for a listener are reset when it closes: in such a moment there are none, but for the tenth of a millisecond in between.
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
