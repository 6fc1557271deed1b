/** A valid request with every field of the contract. */
export const FULL_REQUEST = {
  amount: 24.6,
  currency: 'PLN',
  description: 'Two golden swords',
  control: 'order-7',
  customer: { name: 'Jan Kowalski', email: 'jan@example.com', ip: '198.51.100.7', countryCode: 'PL' },
  antifraud: {
    useragent: 'Browser/1.0',
    steamid: 76561198000000000,
    mcusername: 'jan',
    mcid: '069a79f4-44e9-4726-a5be-fca90e38aaf5',
    systemId: 'u-7',
  },
  billing: {
    name: 'Jan',
    surname: 'Kowalski',
    street: 'Prosta',
    building: '1',
    flat: '2a',
    city: 'Warszawa',
    region: 'mazowieckie',
    postalCode: '00-001',
    country: 'PL',
    company: null,
  },
  shipping: { surname: 'Kowalska', street: 'Krzywa', city: 'Berlin', postalCode: '10115', country: 'DE' },
  cart: [{ name: 'A golden sword', quantity: 2, price: 12.3, producer: 'Smith', category: null, code: '4006381333931' }],
  returns: { success: 'https://shop.example/paid', failure: 'https://shop.example/failed', pending: 'https://shop.example/wait' },
  channels: ['blik', 'mbank', 'card'],
  channelTypes: { blik: true, transfer: true },
  referer: 'shop.example',
};

type Fields = Record<string, unknown>;

/** A copy of `FULL_REQUEST` with another value at the dotted path. The value undefined removes the field. */
export function fullRequestWith(path: string, value: unknown): Fields {
  const body = structuredClone(FULL_REQUEST) as unknown as Fields;
  const names = path.split('.');
  const last = names.pop() ?? '';
  const parent = names.reduce<Fields>((fields, name) => fields[name] as Fields, body);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return body;
}
