import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { runNamed } from '../../../runtime/database/named-query.js';
import type { Logo } from './logo.js';
import type { LogoType, ServiceBrand } from './service-brand.js';

const READ_SHOP = {
  name: 'service_shop',
  text: `SELECT p.name AS "sellerName", s.name AS "serviceName", s.status = 'service_active' AND p.blocked_at IS NULL AS sells,
      b.service_id IS NOT NULL AS "isBranded", b.name, b.logo_hash AS "logoHash", b.logo_type AS "logoType", b.accent, b.language, b.contact,
      b.withdrawal_url AS "withdrawalUrl"
    FROM service s JOIN partner p ON p.id = s.partner_id LEFT JOIN service_brand b ON b.service_id = s.id WHERE s.id = $1`,
};
const READ_LOGO = {
  name: 'service_brand_logo',
  text: 'SELECT logo_hash AS hash, logo_type AS type, logo AS content FROM service_brand WHERE logo_hash = $1 LIMIT 1',
};
const READ_SELLER_NAME = {
  name: 'service_seller_name',
  text: `SELECT coalesce(b.name, p.name) AS name FROM service s JOIN partner p ON p.id = s.partner_id LEFT JOIN service_brand b ON b.service_id = s.id
    WHERE s.id = $1`,
};

/** The data of a service that payers' pages show. */
export interface Shop {
  /** The partner's name. */
  sellerName: string;
  serviceName: string;
  /** Whether payers may begin a payment, see `isSelling`. */
  sells: boolean;
  /** Null when the service has no brand. */
  brand: ServiceBrand | null;
}

type ShopColumns = Omit<Shop, 'brand'> &
  Omit<ServiceBrand, 'logo'> & { isBranded: boolean; logoHash: string | null; logoType: LogoType | null };

@Injectable()
export class ServiceBrandQuery {
  constructor(private readonly dataSource: DataSource) {}

  async shop(serviceId: string): Promise<Shop> {
    const [row] = await runNamed<ShopColumns>(this.dataSource, READ_SHOP, [serviceId]);
    if (!row) throw new Error(`There is no service ${serviceId}`);
    const { sellerName, serviceName, sells, isBranded, logoHash, logoType, ...brand } = row;
    const logo = logoHash && logoType ? { hash: logoHash, type: logoType } : null;
    return { sellerName, serviceName, sells, brand: isBranded ? { ...brand, logo } : null };
  }

  /** The seller's name for payers: the name of the brand, or else of the partner. */
  async sellerName(serviceId: string): Promise<string> {
    const [row] = await runNamed<{ name: string }>(this.dataSource, READ_SELLER_NAME, [serviceId]);
    if (!row) throw new Error(`There is no service ${serviceId}`);
    return row.name;
  }

  /** @param hash SHA-256 of the logo's bytes. A URL with the hash therefore always has the same picture. */
  async logo(hash: string): Promise<Logo | null> {
    const [row] = await runNamed<Logo & Record<string, unknown>>(this.dataSource, READ_LOGO, [hash]);
    return row ?? null;
  }
}
