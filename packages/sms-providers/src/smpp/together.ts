import type { Socket } from 'node:net';

/** What is written at once goes in one packet. */
export function together(socket: Socket): Socket {
  if (socket.writableCorked === 0) {
    socket.cork();
    process.nextTick(() => socket.uncork());
  }
  return socket;
}
