import { SchemaPart } from '../../../runtime/database/schema/schema-part.js';

/** Exchange rates to PLN from the tables of the central bank (NBP). */
export class ExchangeRates1820000000040 extends SchemaPart {
  readonly name = 'ExchangeRates1820000000040';

  protected statements(): string[] {
    return [TABLES, RATES, SNAPSHOT];
  }
}

const TABLES = `
  CREATE TABLE payment_rate_table (
    name text NOT NULL,
    effective_on date NOT NULL,
    number text NOT NULL,
    stored_at timestamptz NOT NULL,
    PRIMARY KEY (name, effective_on),
    CONSTRAINT payment_rate_table_known CHECK (name IN ('A', 'B')),
    CONSTRAINT payment_rate_table_number_form CHECK (number ~ ('^[0-9]{1,3}/' || name || '/NBP/[0-9]{4}$'))
  );`;

// Each rate is a new row; rows are never changed or deleted. The latest row of a currency is in use.
const RATES = `
  CREATE TABLE payment_exchange_rate (
    currency text NOT NULL,
    effective_on date NOT NULL,
    table_name text NOT NULL,
    pln_rate numeric(20, 10) NOT NULL,
    PRIMARY KEY (currency, effective_on),
    FOREIGN KEY (table_name, effective_on) REFERENCES payment_rate_table (name, effective_on),
    CONSTRAINT payment_exchange_rate_currency_form CHECK (currency ~ '^[A-Z]{3}$' AND currency <> 'PLN'),
    CONSTRAINT payment_exchange_rate_positive CHECK (pln_rate > 0 AND pln_rate < 100000)
  );
  CREATE INDEX payment_exchange_rate_of_table ON payment_exchange_rate (table_name, effective_on);`;

// First rates, in use until a newer table is loaded.
const SNAPSHOT = `
  INSERT INTO payment_rate_table (name, effective_on, number, stored_at) VALUES ('A', '2024-01-29', '020/A/NBP/2024', '2024-01-29 12:00+01');
  INSERT INTO payment_exchange_rate (currency, effective_on, table_name, pln_rate)
  SELECT currency, '2024-01-29', 'A', rate FROM (VALUES
    ('THB', 0.1134), ('USD', 4.0326), ('AUD', 2.6618), ('HKD', 0.5161), ('CAD', 3.0015), ('NZD', 2.4658), ('SGD', 3.0065), ('EUR', 4.3653),
    ('HUF', 0.011216), ('CHF', 4.6785), ('GBP', 5.1230), ('UAH', 0.1064), ('JPY', 0.027294), ('CZK', 0.1764), ('DKK', 0.5856), ('ISK', 0.029396),
    ('NOK', 0.3866), ('SEK', 0.3848), ('RON', 0.8770), ('BGN', 2.2319), ('TRY', 0.1329), ('ILS', 1.0927), ('CLP', 0.004361), ('PHP', 0.0715),
    ('MXN', 0.2349), ('ZAR', 0.2146), ('BRL', 0.8201), ('MYR', 0.8518), ('IDR', 0.00025507), ('INR', 0.048498), ('KRW', 0.003017), ('CNY', 0.5615),
    ('XDR', 5.3475)) AS known (currency, rate);`;
