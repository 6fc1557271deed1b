import type { PaymentLinkTexts } from '../en/links.js';

export const links: PaymentLinkTexts = {
  fixed: 'Zapłać online',
  chosen: 'Ile chcesz zapłacić?',
  amount: (currency) => `Kwota w ${currency}`,
  bounds: (least, most) => `Od ${least} do ${most}`,
  next: 'W następnym kroku wybierzesz metodę płatności.',
  submit: 'Przejdź do płatności',
  begun: { title: 'Dokończ płatność', text: 'Płatność z tego linku została już rozpoczęta.', open: 'Przejdź do płatności' },
  disabled: { title: 'Ten link został zamknięty', text: 'Sprzedawca nie przyjmuje już nim płatności. Nic nie zostało pobrane.' },
  used: { title: 'Ten link został wykorzystany', text: 'Był na jedną płatność, która została wykonana. Nie trzeba płacić ponownie.' },
  expired: { title: 'Ten link wygasł', text: 'Poproś sprzedawcę o nowy. Nic nie zostało pobrane.' },
  unpayable: { title: 'Tym linkiem nie można teraz zapłacić', text: 'Spróbuj później albo zapytaj sprzedawcę. Nic nie zostało pobrane.' },
  errors: {
    missing: 'Wpisz kwotę.',
    malformed: 'Wpisz kwotę cyframi, na przykład 49,90.',
    bounds: (least, most) => `Wpisz kwotę od ${least} do ${most}.`,
    notTaken: 'Tej kwoty nie można teraz zapłacić.',
  },
};
