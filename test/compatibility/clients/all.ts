import type { OlderClient } from '../support/older-client.js';
import { DART } from './dart-1.0.0.js';
import { ECOMMERCE } from './ecommerce-1.0.3.js';
import { GO } from './go-2.1.1.js';
import { JAVA } from './java-1.4.19.js';
import { JAVA_2 } from './java-2.1.1.js';
import { KOTLIN } from './kotlin-2.1.1.js';
import { LARAVEL } from './laravel-1.4.4.js';
import { MAGENTO } from './magento-1.0.2.js';
import { OPENCART } from './opencart-1.1.0.js';
import { POLISH_PAYMENTS } from './polish-payments-19d7c67.js';
import { PHP_2 } from './php-2.2.3.js';
import { PHP } from './php-3.0.7.js';
import { PRESTASHOP_1 } from './prestashop-1.1.1.js';
import { PRESTASHOP_2 } from './prestashop-1.2.4.js';
import { PYTHON } from './python-3.0.1.js';
import { SYLIUS } from './sylius-1.0.0.js';
import { TYPESCRIPT_1 } from './typescript-1.0.2.js';
import { TYPESCRIPT_3_PAYMENTS } from './typescript-3.1.0-payments.js';
import { TYPESCRIPT_3 } from './typescript-3.1.0.js';
import { WHMCS } from './whmcs-1.0.0.js';
import { WOOCOMMERCE } from './woocommerce-1.3.0.js';

export const OLDER_CLIENTS: readonly OlderClient[] = [
  TYPESCRIPT_1,
  TYPESCRIPT_3,
  TYPESCRIPT_3_PAYMENTS,
  PHP,
  PHP_2,
  LARAVEL,
  ECOMMERCE,
  WOOCOMMERCE,
  OPENCART,
  PRESTASHOP_1,
  PRESTASHOP_2,
  WHMCS,
  MAGENTO,
  POLISH_PAYMENTS,
  JAVA,
  JAVA_2,
  KOTLIN,
  PYTHON,
  GO,
  DART,
  SYLIUS,
];
