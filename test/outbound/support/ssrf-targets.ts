/** IPv4 addresses to which no notification may be sent, and why. */
const FORBIDDEN_V4: readonly [kind: string, address: string][] = [
  ['this network', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private', '10.0.0.1'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['carrier-grade NAT', '100.127.255.254'],
  ['metadata of Alibaba', '100.100.100.200'],
  ['loopback', '127.0.0.1'],
  ['platform of Azure', '168.63.129.16'],
  ['loopback', '127.255.255.254'],
  ['metadata of AWS, Azure, GCP', '169.254.169.254'],
  ['metadata of ECS tasks', '169.254.170.2'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['protocol assignments, metadata of Oracle', '192.0.0.192'],
  ['documentation', '192.0.2.1'],
  ['AS112', '192.31.196.1'],
  ['multicast tunnelling', '192.52.193.1'],
  ['6to4 relay', '192.88.99.1'],
  ['AS112, delegated', '192.175.48.1'],
  ['private', '192.168.1.1'],
  ['benchmarking', '198.18.0.1'],
  ['documentation', '198.51.100.7'],
  ['documentation', '203.0.113.7'],
  ['multicast', '224.0.0.1'],
  ['multicast', '239.255.255.250'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
];

const FORBIDDEN_V6: readonly string[] = [
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '0000:0000:0000:0000:0000:0000:0000:0001',
  '0::1',
  '::0.0.0.1',
  '100::1', // discard
  '100:0:0:1::1', // dummy
  '2001::1', // Teredo
  '2001:1::1', // port control, TURN and service discovery
  '2001:2::1', // benchmarking
  '2001:3::1', // multicast tunnelling
  '2001:4:112::1', // AS112
  '2001:10::1', // ORCHID
  '2001:20::1', // ORCHIDv2
  '2001:30::1', // drones
  '2001:db8::1', // documentation
  '2001:0db8:ffff::',
  '2620:4f:8000::1', // AS112, delegated
  '3ffe::1', // 6bone
  '3ffe:831f:a00:1::1', // the former Teredo prefix, with 10.0.0.1
  '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '3fff::1', // documentation
  '4000::1', // not assigned
  '5f00::1', // segment routing
  '8000::1',
  'fc00::1', // unique local
  'fd00:ec2::254', // metadata of AWS
  'fd20:ce::254', // metadata of GCP
  'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  'fe80::1', // link-local
  'FE80::A9FE:A9FE',
  'febf::1',
  'fec0::1', // site-local
  'feff::1',
  'ff00::1', // multicast
  'ff02::1',
  'ff05::2',
  'ff0e::1',
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
];

type Octets = [number, number, number, number];

const octets = (address: string): Octets => address.split('.').map(Number) as Octets;
const toNumber = ([a, b, c, d]: Octets): number => ((a * 256 + b) * 256 + c) * 256 + d;
const hex = (number: number): string => `0x${number.toString(16)}`;
const octal = (number: number): string => `0${number.toString(8)}`;
const toHexGroups = ([a, b, c, d]: Octets): string => `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
const shiftDigits = (text: string, by: number): string => text.replace(/\d/g, (digit) => String.fromCodePoint(digit.charCodeAt(0) + by));

/** Spellings of an IPv4 address that have deceived URL parsers, resolvers or filters. */
function spellingsOfV4(address: string): string[] {
  const parts = octets(address);
  const [a, b, c, d] = parts;
  return [
    address,
    `${address}.`,
    String(toNumber(parts)),
    hex(toNumber(parts)),
    octal(toNumber(parts)),
    parts.map(hex).join('.'),
    parts.map((part) => `0X00${part.toString(16).toUpperCase()}`).join('.'),
    parts.map(octal).join('.'),
    parts.map((part) => `00000${part.toString(8)}`).join('.'),
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${hex(a)}.${octal(b)}.${c}.${hex(d)}`,
    `${octal(a)}.${hex((b * 256 + c) * 256 + d)}`,
    shiftDigits(address, 0xff10 - 0x30), // full-width digits
    shiftDigits(address, 0x1d7d8 - 0x30), // double-struck digits
    address.replaceAll('.', '。'),
    address.replaceAll('.', '%2e'),
    `%3${address[0]}${address.slice(1)}`,
    address.replace('.', '\u00ad.'), // soft hyphen
  ];
}

/** IPv6 addresses that contain an IPv4 address. */
function carriersOfV4(address: string): string[] {
  const [high = '', low = ''] = toHexGroups(octets(address)).split(':');
  const inverted = octets(address).map((part) => 255 - part) as Octets;
  return [
    `::ffff:${address}`, // mapped
    `::FFFF:${high}:${low}`,
    `0:0:0:0:0:ffff:${high}:${low}`,
    `::${high}:${low}`, // compatible
    `::ffff:0:${address}`, // translated
    `64:ff9b::${address}`, // NAT64
    `64:ff9b::${high}:${low}`,
    `64:ff9b:1::${address}`, // NAT64 of local use
    `64:ff9b:1:ffff::${high}:${low}`,
    `2002:${high}:${low}::1`, // 6to4
    `2001:0:${high}:${low}::`, // server of Teredo
    `2001:0:4136:e378:8000:63bf:${toHexGroups(inverted)}`, // client of Teredo
    `2001:db8:5efe::5efe:${high}:${low}`, // ISATAP
  ];
}

/** Targets that are rejected in exactly this spelling. `PORT` is the port of the tripwire. */
const TRICKS: readonly string[] = [
  // user names that look like hosts, and hosts that look like paths
  'http://shop.example@127.0.0.1:PORT/',
  'http://shop.example:80@127.0.0.1:PORT/',
  'http://shop.example%40127.0.0.1:PORT/',
  'http://127.0.0.1:PORT@shop.example/',
  'http://:@127.0.0.1:PORT/',
  'http://user@8.8.8.8/',
  'http://:secret@8.8.8.8/',
  'http://127.0.0.1:PORT#@shop.example/',
  'http://127.0.0.1:PORT?@shop.example/',
  'http://127.0.0.1:PORT/@shop.example/',
  'http://shop.example@@127.0.0.1:PORT/',
  // backslashes and missing slashes are slashes to a URL parser
  'http:\\\\127.0.0.1:PORT\\',
  'http:/127.0.0.1:PORT/',
  'http:127.0.0.1:PORT/',
  'http:////127.0.0.1:PORT/',
  'http:/\\127.0.0.1:PORT/',
  'http://127.0.0.1:PORT\\@shop.example/',
  'http://127.0.0.1:PORT\\.shop.example/',
  // white space and control characters, which URL parsers drop
  ' http://127.0.0.1:PORT/',
  'http://127.0.0.1:PORT/ ',
  '\thttp://127.0.0.1:PORT/',
  'ht\ntp://127.0.0.1:PORT/',
  'http://127.0\t.0.1:PORT/',
  'http://127.0.0.1\r\n:PORT/',
  'http://127.0.0.1\r\nHost: shop.example:PORT/',
  'http://127.0.0.1%0d%0a:PORT/',
  'http://127.0.0.1%00.shop.example:PORT/',
  'http://127.0.0.1%09:PORT/',
  'http://127.0.0.1 :PORT/',
  'http://127.0.0.1\u0000:PORT/',
  '\u0000http://127.0.0.1:PORT/',
  'HTTP://127.0.0.1:PORT/',
  'hTtPs://127.0.0.1:PORT/',
  // ports
  'http://127.0.0.1:0/',
  'http://127.0.0.1:00000PORT/',
  'http://127.0.0.1:65536/',
  'http://127.0.0.1:-1/',
  'http://127.0.0.1:PORT:80/',
  'http://127.0.0.1:22/',
  'http://127.0.0.1:6379/',
  'http://127.0.0.1:5432/',
  'http://8.8.8.8:99999/',
  // addresses that overflow, or have too many parts
  'http://4294967296/',
  'http://127.0.0.1.1/',
  'http://127.0.0.256/',
  'http://127.16777216/',
  'http://0x1_7f000001/',
  'http://127..0.1/',
  'http://1.2.3.08/',
  'http://0/',
  'http://0x0/',
  'http://00/',
  'http://127.1:PORT/',
  'http://127.0.1:PORT/',
  'http://0x7f.1:PORT/',
  'http://0177.1:PORT/',
  'http://①②⑦.⓪.⓪.①:PORT/',
  // zones, brackets and other shapes of IPv6
  'http://[::1%25eth0]:PORT/',
  'http://[fe80::1%25eth0]/',
  'http://[fe80::1%eth0]/',
  'http://[::1%lo]:PORT/',
  'http://[::1]PORT/',
  'http://::1:PORT/',
  'http://[[::1]]:PORT/',
  'http://[::1:PORT/',
  'http://[127.0.0.1]:PORT/',
  'http://[v1.127.0.0.1]:PORT/',
  'http://[::ffff:127.1]:PORT/',
  'http://[::ffff:0x7f000001]:PORT/',
  'http://[::ffff:127.0.0.1.]:PORT/',
  // other schemes
  'https://',
  'http://',
  '//127.0.0.1:PORT/',
  '127.0.0.1:PORT',
  '/notify',
  '',
  'ftp://127.0.0.1:PORT/',
  'ws://127.0.0.1:PORT/',
  'wss://127.0.0.1:PORT/',
  'gopher://127.0.0.1:PORT/_x',
  'dict://127.0.0.1:PORT/x',
  'ldap://127.0.0.1:PORT/',
  'tftp://127.0.0.1:PORT/x',
  'file:///etc/passwd',
  'file://127.0.0.1/etc/passwd',
  'unix:/var/run/docker.sock',
  'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
  'data:text/plain,OK',
  'blob:http://127.0.0.1:PORT/x',
  'javascript:fetch("http://127.0.0.1:PORT/")',
  'jar:http://127.0.0.1:PORT/!/',
  'view-source:http://127.0.0.1:PORT/',
  'about:blank',
];

/** Host names and their resolved addresses. A name is rejected if one of its addresses is forbidden. */
export const FORBIDDEN_NAMES: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1', '::1'],
  'localhost.': ['127.0.0.1'],
  LOCALHOST: ['127.0.0.1'],
  ｌｏｃａｌｈｏｓｔ: ['127.0.0.1'],
  'loc%61lhost': ['127.0.0.1'],
  'localhost.localdomain': ['127.0.0.1'],
  'ip6-localhost': ['::1'],
  'shop.localhost': ['127.0.0.1'],
  '127.0.0.1.nip.example': ['127.0.0.1'],
  '7f000001.rebind.example': ['127.0.0.1'],
  '127-0-0-1.sslip.example': ['127.0.0.1'],
  'metadata.google.internal': ['169.254.169.254'],
  metadata: ['169.254.169.254'],
  'instance-data.ec2.internal': ['169.254.169.254'],
  'kubernetes.default.svc': ['10.96.0.1'],
  'host.docker.internal': ['172.17.0.1'],
  'router.example': ['192.168.0.1'],
  'zero.example': ['0.0.0.0'],
  'broadcast.example': ['255.255.255.255'],
  'multicast.example': ['224.0.0.251'],
  'cgnat.example': ['100.64.0.1'],
  'reserved.example': ['240.0.0.1'],
  'unspecified6.example': ['::'],
  'ula.example': ['fd12:3456:789a::1'],
  'linklocal.example': ['fe80::1%eth0'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'compat.example': ['::127.0.0.1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'nat64local.example': ['64:ff9b:1::a00:1'],
  'sixtofour.example': ['2002:7f00:1::1'],
  'teredo.example': ['2001:0:4136:e378:8000:63bf:80ff:fffe'],
  'documentation.example': ['2001:db8::1'],
  'mixed.example': ['8.8.8.8', '127.0.0.1'],
  'mixed-first.example': ['10.0.0.1', '8.8.8.8'],
  'mixed6.example': ['2606:4700::1111', '::1'],
  'mixed-both.example': ['8.8.8.8', 'fd00::1'],
  'many.example': [...Array.from({ length: 20 }, (_, index) => `8.8.4.${index + 1}`), '169.254.169.254'],
  'nothing.example': [],
  'not-an-address.example': ['localhost'],
  'bücher.example': ['127.0.0.1'],
  'xn--bcher-kva.example': ['10.0.0.1'],
  'аррӏе.example': ['192.168.0.10'],
  'faß.example': ['172.16.9.9'],
  '例え.テスト': ['127.0.0.1'],
  'shop。example': ['127.0.0.1'],
  'shop．local': ['127.0.0.1'],
};

/** Ordinary hosts at the edges of forbidden ranges. A policy that rejects too much would reject them. */
export const PUBLIC_TARGETS: readonly string[] = [
  ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.1'],
  ...['169.253.255.255', '169.255.0.1', '172.15.255.255', '172.32.0.0', '192.0.1.1', '192.167.255.255', '192.169.0.0'],
  ...['198.17.255.255', '198.20.0.0', '203.0.112.255', '203.0.114.0', '223.255.255.255'],
  ...['[2606:4700::1111]', '[2a00:1450:4001::1]', '[2001:4860:4860::8888]', '[2001:200::1]', '[2400:cb00::1]', '[3ffd::1]'],
  ...['168.63.129.15', '168.63.129.17', '192.52.192.255', '192.175.49.0', '[2620:4f:7fff::1]', '[2620:4f:8001::1]'],
  ...['[::ffff:8.8.8.8]', '134744072', '0x08080808', '8.8.8.8.', 'shop.example', 'xn--bcher-kva.example', 'bücher.example:8443'],
].map((host) => `https://${host}/notify?source=gateway`);

const withPort = (host: string): string => `http://${host}:PORT/`;

/** All targets that must not be connected, without duplicates. */
export function forbiddenTargets(port: string): string[] {
  const v4 = FORBIDDEN_V4.flatMap(([, address]) => spellingsOfV4(address).map(withPort));
  const carried = FORBIDDEN_V4.flatMap(([, address]) => carriersOfV4(address).map((carrier) => withPort(`[${carrier}]`)));
  const v6 = FORBIDDEN_V6.map((address) => withPort(`[${address}]`));
  const names = Object.keys(FORBIDDEN_NAMES).flatMap((name) => [withPort(name), `https://${name}:PORT/`]);
  return [...new Set([...v4, ...carried, ...v6, ...names, ...TRICKS])].map((target) => target.replaceAll('PORT', port));
}
