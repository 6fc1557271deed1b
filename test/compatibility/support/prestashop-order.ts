/** The body with which the PrestaShop plugins create a payment, for a signed-in customer with a long name of a city. */
export const PRESTASHOP_ORDER = {
  amount: 99.99,
  currency: 'PLN',
  description: 'Order 123',
  control: '123',
  customer: { name: 'Jan Kowalski', email: 'jan@example.com', ip: '198.51.100.7', countryCode: 'PL' },
  antifraud: { useragent: 'Browser/1.0', systemId: '7' },
  returns: { success: 'https://shop.example/order-confirmation?id_cart=123', failure: 'https://shop.example/failed' },
  billing: {
    name: 'Jan',
    surname: 'Kowalski',
    street: 'Prosta 1',
    building: '2a',
    city: 'Stary Kazimierz nad Wisłą i okolice',
    postalCode: '00-001',
    country: 'PL',
    company: 'Smithy',
  },
  shipping: { name: 'Jan', surname: 'Kowalski', street: 'Prosta 1', city: 'Warszawa', postalCode: '00-001', country: 'PL' },
  context: {
    accountCreatedAt: '2024-03-01T12:00:00+01:00',
    salesTotalCount: 0,
    salesTotalAmount: 0,
    salesAvgAmount: 0,
    salesMaxAmount: 0,
    accountSetCurrency: 'PLN',
    hasPreviousPurchases: false,
  },
};

/** The plugins show payers only channels that have all these keys. */
export const PRESTASHOP_CHANNEL = { id: 'text', name: 'text', type: 'text', amount: 'object' } as const;
