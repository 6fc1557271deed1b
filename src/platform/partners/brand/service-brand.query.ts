import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { runNamed } from '../../../runtime/database/named-query.js';
import type { Logo } from './logo.js';
import type { LogoType, ServiceBrand } from './service-brand.js';

const BRAND = {
  name: 'service_brand',
  text: 'SELECT name, logo_hash AS "logoHash", logo_type AS "logoType", accent, language, contact FROM service_brand WHERE service_id = $1',
};
const LOGO = {
  name: 'service_brand_logo',
  text: 'SELECT logo_hash AS hash, logo_type AS type, logo AS content FROM service_brand WHERE logo_hash = $1 LIMIT 1',
};
const SELLER = {
  name: 'service_seller_name',
  text: `SELECT coalesce(b.name, p.name) AS name FROM service s JOIN partner p ON p.id = s.partner_id LEFT JOIN service_brand b ON b.service_id = s.id
    WHERE s.id = $1`,
};

type BrandColumns = Omit<ServiceBrand, 'logo'> & { logoHash: string | null; logoType: LogoType | null };

@Injectable()
export class ServiceBrandQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns null when the service has none of its own. */
  async of(serviceId: string): Promise<ServiceBrand | null> {
    const [row] = await runNamed<BrandColumns>(this.dataSource, BRAND, [serviceId]);
    if (!row) return null;
    const { logoHash, logoType, ...brand } = row;
    return { ...brand, logo: logoHash && logoType ? { hash: logoHash, type: logoType } : null };
  }

  /** Who sells, by the name that payers know: the brand's, or else the partner's. */
  async sellerName(serviceId: string): Promise<string> {
    const [row] = await runNamed<{ name: string }>(this.dataSource, SELLER, [serviceId]);
    if (!row) throw new Error(`There is no service ${serviceId}`);
    return row.name;
  }

  /** @param hash of the logo's bytes, so that an address always means the same picture. */
  async logo(hash: string): Promise<Logo | null> {
    const [row] = await runNamed<Logo & Record<string, unknown>>(this.dataSource, LOGO, [hash]);
    return row ?? null;
  }
}
