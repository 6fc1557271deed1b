import type { PaymentLinkTexts } from '../en/links.js';

export const links: PaymentLinkTexts = {
  fixed: 'Online bezahlen',
  chosen: 'Wie viel möchten Sie zahlen?',
  amount: (currency) => `Betrag in ${currency}`,
  bounds: (least, most) => `Von ${least} bis ${most}`,
  next: 'Im nächsten Schritt wählen Sie die Zahlart.',
  submit: 'Weiter zur Zahlung',
  begun: { title: 'Zahlung fortsetzen', text: 'Mit diesem Link wurde bereits eine Zahlung begonnen.', open: 'Weiter zur Zahlung' },
  disabled: {
    title: 'Dieser Link wurde geschlossen',
    text: 'Der Verkäufer nimmt damit keine Zahlungen mehr an. Es wurde nichts abgebucht.',
  },
  used: { title: 'Dieser Link wurde verwendet', text: 'Er war für eine Zahlung, und diese ist erfolgt. Sie müssen nichts mehr zahlen.' },
  expired: { title: 'Dieser Link ist abgelaufen', text: 'Bitten Sie den Verkäufer um einen neuen. Es wurde nichts abgebucht.' },
  unpayable: {
    title: 'Dieser Link kann zurzeit nicht bezahlt werden',
    text: 'Versuchen Sie es später noch einmal oder fragen Sie den Verkäufer. Es wurde nichts abgebucht.',
  },
  errors: {
    missing: 'Geben Sie den Betrag ein.',
    malformed: 'Geben Sie den Betrag in Ziffern ein, zum Beispiel 49,90.',
    bounds: (least, most) => `Geben Sie einen Betrag von ${least} bis ${most} ein.`,
    notTaken: 'Dieser Betrag kann zurzeit nicht bezahlt werden.',
  },
};
