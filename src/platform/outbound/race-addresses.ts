import { ADDRCONFIG } from 'node:dns';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import { buildConnector, errors } from 'undici';

/** The Connection Attempt Delay of RFC 8305, section 5. */
const NEXT_ATTEMPT_AFTER_MS = 250;
/** Hosts of which the address that connected last is remembered. */
const MAX_HOSTS = 1_000;

type OpenSocket = (address: string, port: number) => Socket;

/**
 * Connects to the address of a host that answers first (Happy Eyeballs, RFC 8305), and next time begins with this address. So an address that
 * does not answer, such as that of a broken IPv6 network, delays only the first connection, by 250 ms. Node's own `autoSelectFamily` gives up
 * an address after 250 ms: a receiver that is slow, and has another address that does not answer, could never be reached.
 * @param timeoutMs for the name, the connection and TLS together
 */
export function raceAddresses(lookup: LookupFunction, timeoutMs: number, openSocket: OpenSocket = openTcp): buildConnector.connector {
  const startTls = buildConnector({ timeout: timeoutMs });
  const connectedAddress = new LRUCache<string, string>({ max: MAX_HOSTS });

  async function connectTo(host: string, port: number, signal: AbortSignal): Promise<Socket> {
    const found = isIP(host) === 0 ? await addressesOf(host, lookup) : [host];
    const { socket, address } = await firstConnection(inOrder(found, connectedAddress.get(host)), port, signal, openSocket);
    connectedAddress.set(host, address);
    return socket;
  }

  return (options, done) => {
    const { hostname, protocol } = options;
    const port = Number(options.port) || (protocol === 'https:' ? 443 : 80);
    const timeout = new AbortController();
    let isFinished = false;
    const finish: buildConnector.Callback = (...result) => {
      clearTimeout(timer);
      if (!isFinished) done(...result);
      isFinished = true;
    };
    const timer = setTimeout(() => {
      timeout.abort(); // ends the attempts, or the connection that waits for TLS
      finish(new errors.ConnectTimeoutError(`No connection to ${hostname} within ${timeoutMs} ms`), null);
    }, timeoutMs);
    connectTo(hostname, port, timeout.signal).then(
      (socket) => {
        timeout.signal.addEventListener('abort', () => socket.destroy());
        if (protocol === 'https:') startTls({ ...options, httpSocket: socket }, finish);
        else finish(null, socket);
      },
      (error: Error) => finish(error, null),
    );
  };
}

/** The options that undici gives its own sockets. */
const openTcp: OpenSocket = (host, port) => connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 });

/** Without IPv6 addresses on a machine that has none. */
function addressesOf(host: string, lookup: LookupFunction): Promise<string[]> {
  return new Promise((resolve, reject) => {
    lookup(host, { all: true, family: 0, hints: ADDRCONFIG }, (error, found) => {
      if (error) reject(error);
      else resolve(Array.isArray(found) ? found.map(({ address }) => address) : [found]);
    });
  });
}

/** The remembered address comes first. The others follow as the resolver ordered them, but with alternating families. */
export function inOrder(addresses: readonly string[], remembered: string | undefined): string[] {
  const firstFamily = isIP(addresses[0] ?? '');
  const [same, other] = [
    addresses.filter((address) => isIP(address) === firstFamily),
    addresses.filter((address) => isIP(address) !== firstFamily),
  ];
  const alternating = Array.from({ length: Math.max(same.length, other.length) }, (_, index) => [same[index], other[index]]).flat();
  const ordered = alternating.filter((address) => address !== undefined);
  return [...ordered.filter((address) => address === remembered), ...ordered.filter((address) => address !== remembered)];
}

/**
 * Begins with the first address, and with each next one 250 ms later or as soon as an attempt fails. Attempts continue until one succeeds.
 * @throws the first error when all attempts fail
 */
function firstConnection(
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
  openSocket: OpenSocket,
): Promise<{ socket: Socket; address: string }> {
  return new Promise((resolve, reject) => {
    const waiting = [...addresses];
    const attempts = new Set<Socket>();
    let firstError: Error | undefined;
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const end = (winner?: Socket): void => {
      isOver = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      for (const socket of attempts) if (socket !== winner) socket.destroy();
    };
    const giveUp = (): void => {
      end();
      reject(signal.reason as Error);
    };
    const tryNext = (): void => {
      clearTimeout(timer);
      const address = waiting.shift();
      if (address !== undefined) {
        begin(address);
        timer = setTimeout(tryNext, NEXT_ATTEMPT_AFTER_MS);
      } else if (attempts.size === 0) {
        end();
        reject(firstError ?? new Error('The host has no address'));
      }
    };
    const begin = (address: string): void => {
      const socket = openSocket(address, port);
      attempts.add(socket);
      socket.once('connect', () => {
        end(socket);
        resolve({ socket, address });
      });
      socket.on('error', (error) => {
        if (isOver) return;
        firstError ??= error;
        attempts.delete(socket);
        tryNext();
      });
    };
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) giveUp();
    else tryNext();
  });
}
