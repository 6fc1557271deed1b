import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';

const PORT = 53;
const HEADER_LENGTH = 12;
const A_RECORD = 1;
const RESPONSE_FLAGS = 0x8580; // authoritative, and recursion is available
const NO_SUCH_NAME = 3;

/** A DNS server with fixed names, as there is one inside a Docker network or a cluster. Only root may listen on its port. */
export class NameServer {
  private constructor(
    readonly address: string,
    private readonly names: Record<string, string[]>,
    private readonly socket: Socket,
  ) {}

  static async start(address: string, names: Record<string, string[]>): Promise<NameServer> {
    const socket = createSocket('udp4');
    const server = new NameServer(address, names, socket);
    socket.on('message', (question, from) => server.answer(question, from));
    socket.bind(PORT, address);
    await once(socket, 'listening');
    return server;
  }

  async stop(): Promise<void> {
    this.socket.close();
    await once(this.socket, 'close');
  }

  private answer(message: Buffer, { port, address }: RemoteInfo): void {
    const { name, end } = readName(message);
    const question = message.subarray(HEADER_LENGTH, end + 4); // its type and class follow the name
    const addresses = this.names[name];
    const records = message.readUInt16BE(end) === A_RECORD ? (addresses ?? []).map(addressRecord) : [];
    const header = Buffer.alloc(HEADER_LENGTH);
    header.writeUInt16BE(message.readUInt16BE(0), 0);
    header.writeUInt16BE(addresses ? RESPONSE_FLAGS : RESPONSE_FLAGS | NO_SUCH_NAME, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    this.socket.send(Buffer.concat([header, question, ...records]), port, address);
  }
}

function readName(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let offset = HEADER_LENGTH;
  for (let length = message[offset] ?? 0; length > 0; length = message[offset] ?? 0) {
    labels.push(message.toString('latin1', offset + 1, offset + 1 + length));
    offset += 1 + length;
  }
  return { name: labels.join('.'), end: offset + 1 };
}

/** An A record of class IN with a TTL of one second. It refers to the name in the question. */
function addressRecord(address: string): Buffer {
  return Buffer.from([0xc0, HEADER_LENGTH, 0, A_RECORD, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)]);
}
