const message = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};

/** The messages of a server after a login without a password: authenticated, ready. */
export const READY = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);

/** The same messages and, in the same packet, the message that the server is shutting down. */
export const READY_AND_SHUTDOWN = Buffer.concat([
  READY,
  message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')),
]);
