const message = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};

/** What a server says that lets anybody in: you are in, I am ready. */
export const READY = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);

/** In one packet: you are in, I am ready, and I am shutting down. */
export const READY_AND_GOODBYE = Buffer.concat([
  READY,
  message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')),
]);
