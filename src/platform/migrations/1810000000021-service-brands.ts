import { SchemaPart } from '../../runtime/database/schema/schema-part.js';

/** How a service looks to payers. */
export class ServiceBrands1810000000021 extends SchemaPart {
  readonly name = 'ServiceBrands1810000000021';

  protected statements(): string[] {
    return [BRANDS];
  }
}

const BRANDS = `
  CREATE TABLE service_brand (
    service_id text PRIMARY KEY REFERENCES service (id),
    name text,
    logo bytea,
    logo_type text,
    logo_hash text,
    accent text,
    language text,
    contact text,
    updated_at timestamptz NOT NULL,
    CONSTRAINT service_brand_logo_small CHECK (octet_length(logo) <= 32768),
    CONSTRAINT service_brand_logo_type_known CHECK (logo_type IN ('svg', 'png')),
    CONSTRAINT service_brand_logo_whole CHECK (num_nulls(logo, logo_type, logo_hash) IN (0, 3)),
    CONSTRAINT service_brand_accent_form CHECK (accent ~ '^#[0-9a-f]{6}$')
  );
  CREATE INDEX service_brand_by_logo ON service_brand (logo_hash) WHERE logo_hash IS NOT NULL;`;
