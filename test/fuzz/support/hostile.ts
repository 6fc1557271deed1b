import fc from 'fast-check';

const TEXTS = [
  '',
  ' ',
  "'",
  '"',
  '\\',
  '%',
  '%00',
  '%2e%2e%2f',
  '..',
  '\u0000',
  '\u202e',
  '🎮',
  '\ud800',
  '-1',
  '0',
  '1e309',
  'NaN',
  'null',
  'true',
  '[]',
  '{}',
  "1' OR '1'='1",
  '<img src=x onerror=alert(1)>',
  '${7*7}',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'x'.repeat(5_000),
];

export const hostileText = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary', maxLength: 40 }), fc.integer().map(String));

const VALUES = [[], [[]], [[1]], [null], {}, [{}], 1e-7, 1e21, 0.1 + 0.2, -0, 1e300, { a: '\ud800' }, { '\u0000': 1 }];

export const hostileJson = fc.oneof(fc.jsonValue({ maxDepth: 4 }), hostileText, fc.constantFrom<unknown>(...VALUES));

export const hostileHeaders = fc.record(
  {
    'Content-Type': fc.constantFrom(
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
      'x',
    ),
    'Idempotency-Key': fc.constantFrom('a', 'b', '\u00e9', 'x'.repeat(256), '  '),
    'X-Request-Id': fc.constantFrom('ok', '<script>', 'x'.repeat(100)),
    'X-Forwarded-For': fc.constantFrom('1.2.3.4', 'nonsense', '::1, 10.0.0.1'),
    Accept: fc.constantFrom('*/*', 'text/html', 'application/xml'),
    'Accept-Language': fc.constantFrom('pl', 'en', 'x'.repeat(300), '*;q=9'),
    Origin: fc.constantFrom('null', 'https://elsewhere.example', 'x'),
  },
  { requiredKeys: [] },
);
