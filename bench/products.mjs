// What is measured of each product, and the table that the bare server keeps of it.

const TRANSACTIONS = {
  area: 'directbilling',
  body: { amount: 12.3, control: 'bench', description: 'Benchmark' },
  rivals: ['bare', 'same'],
  table: `
    CREATE TABLE bare_transaction (id uuid PRIMARY KEY, service_id text NOT NULL, status text NOT NULL, gross_minor bigint NOT NULL, net_minor bigint NOT NULL,
      control text, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL);
    CREATE INDEX ON bare_transaction (service_id, created_at, id);
    GRANT SELECT, INSERT ON bare_transaction TO PUBLIC;`,
};

const PAYMENTS = {
  area: 'payment',
  body: {
    amount: 12.3,
    control: 'bench',
    description: 'Benchmark',
    customer: { name: 'Jan Kowalski', email: 'jan@example.com', ip: '198.51.100.7', countryCode: 'PL' },
    cart: [{ name: 'A golden sword', quantity: 1, price: 12.3, producer: null, category: null, code: null }],
    returns: { success: 'https://shop.example/paid', failure: 'https://shop.example/failed' },
  },
  rivals: ['bare'],
  table: `
    CREATE TABLE bare_payment (id uuid PRIMARY KEY, service_id text NOT NULL, status text NOT NULL, amount_minor bigint NOT NULL, currency text NOT NULL,
      control text, description text, customer json, cart json, returns json, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL);
    CREATE INDEX ON bare_payment (service_id, created_at, id);
    GRANT SELECT, INSERT ON bare_payment TO PUBLIC;`,
};

/** By the name that `--product` takes. */
export const PRODUCTS = { directbilling: TRANSACTIONS, payment: PAYMENTS };
