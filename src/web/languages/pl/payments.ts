import { pluralText } from '../plural.js';
import { mandate } from './mandate.js';
import type { PaymentTexts } from '../en/payments.js';

export const payments: PaymentTexts<'pl'> = {
  ...mandate,
  simulated: {
    noMoney: 'Żadne pieniądze nie zostaną pobrane.',
    app: { text: 'Kody BLIK pokazuje', link: 'symulowana aplikacja banku' },
    place: { text: 'Zapłacić można w', link: 'symulowanym banku' },
  },
  steps: { choose: 'Metoda płatności', confirm: 'Potwierdź', done: 'Wynik' },
  card: 'Karta',
  groups: {
    last: 'Ostatnio używana',
    blik: 'BLIK',
    transfer: 'Przelew z banku',
    cards: 'Karty',
    wallets: 'Portfele',
    vouchers: 'Vouchery',
    latam: 'Ameryka Południowa',
  },
  cart: 'Co kupujesz',
  pay: (price) => `Zapłać ${price}`,
  cancel: 'Anuluj tę płatność',
  otherMethod: 'Inna metoda',
  value: (value, rate) => `${value}, po kursie ${rate}`,

  choose: {
    title: 'Jak chcesz zapłacić?',
    method: 'Metoda płatności',
    find: 'Znajdź swój bank',
    found: 'Znalezione banki:',
    noBank: (others) =>
      ['Nie ma takiego banku.', others.length > 0 ? `Możesz też zapłacić inaczej: ${others.join(', ')}.` : ''].join(' ').trim(),
    more: (count) => `Więcej (${count})`,
    remember: 'Zapamiętaj tę metodę na tym urządzeniu',
    rememberHint: 'Tylko nazwa metody, w tej przeglądarce, przez 180 dni. Aby ją usunąć, odznacz to pole.',
    none: 'Tej płatności nie można teraz wykonać. Wróć do sklepu i zapłać w inny sposób.',
  },
  code: {
    title: 'Wpisz kod BLIK',
    label: 'Kod BLIK',
    hint: '6 cyfr z aplikacji banku',
    codesLeft: pluralText('pl', {
      one: 'Dla tej płatności został # kod.',
      few: 'Dla tej płatności zostały # kody.',
      many: 'Dla tej płatności zostało # kodów.',
      other: 'Dla tej płatności zostało # kodu.',
    }),
  },
  details: {
    name: { label: 'Imię i nazwisko', error: 'Podaj imię i nazwisko.' },
    email: { label: 'E-mail', error: 'Podaj adres e-mail, na przykład anna@example.com.' },
    document: { label: 'CPF lub CNPJ', error: 'Podaj 11 cyfr numeru CPF albo 14 cyfr numeru CNPJ.' },
    country: { label: 'Kraj, dwie litery', error: 'Podaj kraj jako dwie litery, na przykład BR.' },
  },
  app: {
    title: 'Potwierdź w aplikacji banku',
    text: (price) => `Otwórz aplikację swojego banku i potwierdź ${price}.`,
    timeLeft: 'Czas na potwierdzenie',
    then: 'Jeśli nie zdążysz, możesz tu wpisać kolejny kod.',
  },
  away: {
    bank: {
      title: (name) => `Przejdź do swojego banku (${name})`,
      text: () => 'Potwierdzisz płatność w banku. Potem wrócisz tutaj.',
      go: (name) => `Przejdź do swojego banku (${name})`,
    },
    card: {
      title: () => 'Płatność kartą',
      text: () => 'Otworzy się bezpieczna strona operatora kart. Potem wrócisz tutaj.',
      go: () => 'Otwórz stronę płatności kartą',
    },
    other: {
      title: (name) => `Zapłać przez ${name}`,
      text: (name) => `Zapłacisz przez ${name}. Potem wrócisz tutaj.`,
      go: (name) => `Zapłać przez ${name}`,
    },
    back: 'Jeśli płatność jest już tam potwierdzona, nie płać ponownie: wynik pojawi się na tej stronie.',
  },
  display: {
    title: (method) => `Zapłać przez ${method}`,
    qrText: 'Zeskanuj kod QR w aplikacji swojego banku albo skopiuj do niej kod płatności.',
    codeText: 'Skopiuj ten kod i zapłać nim w aplikacji swojego banku.',
    voucherText: 'Zapłać, podając ten numer, w banku, w jego aplikacji albo w punkcie płatności.',
    picture: (price, seller) => `Kod QR płatności ${price} dla sprzedawcy ${seller}`,
    bars: (price, seller) => `Kod kreskowy płatności ${price} dla sprzedawcy ${seller}`,
    code: 'Kod płatności',
    copy: 'Kopiuj kod',
    copied: 'Kod jest skopiowany.',
    until: (time) => `Zapłać przed: ${time}.`,
    open: 'Otwórz voucher do druku',
    then: 'Ta strona zaktualizuje się, gdy wpłata dotrze. Możesz ją zamknąć.',
  },
  waiting: { title: 'Sprawdzamy płatność', text: 'Nie płać ponownie: zwykle trwa to kilka sekund.' },
  confirmed: { title: 'Płatność przyjęta', text: 'Trwa pobieranie pieniędzy. Możesz zamknąć tę stronę.' },
  checking: {
    title: 'Płatność jest sprawdzana',
    text: 'Twoje pieniądze dotarły i są bezpieczne. Sklep da znać, co dalej; nie musisz nic robić.',
  },
  paid: {
    title: 'Zapłacono',
    text: (seller) => `Dziękujemy. Płatność dla sprzedawcy ${seller} została wykonana.`,
    value: 'Wartość w PLN',
    refunding: (amount) => `Kwota ${amount} jest w drodze do Ciebie. Zależnie od banku potrwa to kilka dni.`,
    refunded: (amount) => `Kwota ${amount} została Ci zwrócona tą samą drogą.`,
  },
  failed: { title: 'Płatność nieudana' },
  expired: { title: 'Czas na płatność minął' },
  canceled: { title: 'Płatność anulowana' },
  notPaid: {
    untouched: 'Nic nie zostało pobrane. Możesz wrócić do sklepu i rozpocząć nową płatność.',
    inDoubt: 'Nie mamy tej wpłaty. Jeśli widzisz ją w banku, nie płać drugi raz: zaliczymy ją na poczet tej płatności albo zwrócimy.',
  },
  refunded: { title: 'Płatność zwrócona', text: 'Pieniądze wracają tą samą drogą. Zależnie od banku trwa to kilka dni.' },
  fraud: {
    title: 'Płatność nieprzyjęta',
    text: 'Pieniądze wracają tą samą drogą. Zależnie od banku trwa to kilka dni. Więcej powie Ci sklep.',
  },

  noCodesLeft: {
    choose: 'Wszystkie próby wpisania kodu BLIK zostały wykorzystane. Wybierz poniżej inną metodę.',
    shop: 'Wszystkie próby wpisania kodu BLIK zostały wykorzystane. Wróć do sklepu i zapłać w inny sposób.',
  },

  failure: {
    title: 'Płatność się nie udała',
    new_code: { text: 'Ten kod BLIK nie działa: jest błędny, już użyty albo nieaktualny.', next: 'Wpisz nowy kod z aplikacji banku.' },
    look_in_app: {
      text: 'Nie udało się połączyć z aplikacją Twojego banku.',
      next: 'Otwórz aplikację, sprawdź, czy BLIK jest włączony, i wpisz nowy kod.',
    },
    refused: { text: 'Płatność została odrzucona przez Ciebie lub Twój bank.', next: 'Spróbuj ponownie albo wybierz inną metodę.' },
    too_late: { text: 'Płatność nie została potwierdzona na czas.', next: 'Spróbuj ponownie i potwierdź ją od razu.' },
    code_instead: { text: 'Płatność bez kodu się nie udała.', next: 'Zapłać kodem BLIK.' },
    amount_too_high: {
      text: 'Kwota jest wyższa niż saldo albo limit w Twoim banku.',
      next: 'Podnieś limit w aplikacji banku albo wybierz inną metodę.',
    },
    technical: { text: 'Płatność nie udała się z przyczyn technicznych.', next: 'Spróbuj ponownie za chwilę albo wybierz inną metodę.' },
    not_confirmed: { text: 'Potwierdzenie w banku się nie udało.', next: 'Spróbuj ponownie albo wybierz inną metodę.' },
    given_up: { text: 'Płatność nie została dokończona.', next: 'Spróbuj ponownie albo wybierz inną metodę.' },
  },

  errors: {
    channel_missing: 'Wybierz, jak chcesz zapłacić.',
    channel_unusable: 'Ta metoda jest teraz niedostępna. Wybierz inną.',
    too_many_attempts: 'Zbyt wiele prób zapłaty. Wróć do sklepu i rozpocznij nową płatność.',
    too_many_codes: 'Dla tej płatności nie można wpisać więcej kodów BLIK. Wybierz inną metodę.',
    channel_unreachable: 'Ta metoda teraz nie odpowiada. Nic nie zostało pobrane. Spróbuj ponownie albo wybierz inną.',
    code_missing: 'Wpisz kod BLIK.',
    code_malformed: 'Kod BLIK ma 6 cyfr.',
  },
};
