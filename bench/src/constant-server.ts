import { createServer } from 'node:net';

/**
 * Answers a constant to whatever is sent, and looks at nothing but where a request ends. The hostile callers ask it to find
 * out what they themselves cost a machine that they share with the server.
 */
const BODY = '{"errors":[{"message":"Constant.","extensions":{"code":"CONSTANT"}}]}';
const ANSWER = Buffer.from(
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`,
);

const server = createServer({ noDelay: true }, (socket) => {
  /** Bytes of the request still to come. */
  let remaining = 0;
  socket.on('data', (chunk: Buffer) => {
    if (remaining === 0) {
      const end = chunk.indexOf('\r\n\r\n');
      remaining = end + 4 + Number(/content-length: (\d+)/.exec(chunk.toString('latin1', 0, end))![1]);
    }
    remaining -= chunk.length;
    if (remaining === 0) socket.write(ANSWER);
  });
  socket.on('error', () => {});
});
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port }));
process.once('disconnect', () => process.exit());
