import { pluralText } from '../plural.js';
import type { ShellTexts } from '../en/shell.js';

export const shell: ShellTexts<'pl'> = {
  skip: 'Przejdź do płatności',
  order: 'Twoje zamówienie',
  seller: 'Sprzedawca',
  amount: 'Do zapłaty',
  progress: 'Postęp',
  back: 'Wróć do sklepu',
  leave: 'Anuluj i wróć do sklepu',
  returning: 'Powrót do sklepu za',
  stay: 'Zostań na tej stronie',
  stayed: 'Zostajesz na tej stronie.',
  reference: 'Nr płatności',
  copyReference: 'Kopiuj numer płatności',
  copied: 'Numer płatności został skopiowany.',
  payBefore: (time) => `Zapłać do ${time}`,
  payBeforeTomorrow: (time) => `Zapłać do jutra, ${time}`,
  moreTime: 'Potrzebuję więcej czasu',
  secondsLeft: pluralText('pl', {
    one: 'Została # sekunda',
    few: 'Zostały # sekundy',
    many: 'Zostało # sekund',
    other: 'Zostało # sekundy',
  }),
  sending: 'Wysyłanie. Proszę czekać.',
  offline: { title: 'Brak połączenia.', text: 'Nie płać ponownie: ciągle sprawdzamy.' },
  reloads: 'Ta strona odświeża się sama co kilka sekund.',
  stopReloading: 'Pokaż bez odświeżania',
  checkAgain: 'Sprawdź ponownie',
  servedBy: 'Płatność obsługuje Payment Gateway',
  accessibility: 'Dostępność',
  testMode: 'Tryb testowy',

  receipt: {
    title: 'Potwierdzenie',
    amount: 'Kwota',
    date: 'Data',
    method: 'Metoda płatności',
    contact: 'Pytania i reklamacje',
    withdrawal: 'Odstąpienie od umowy',
    withdraw: 'Odstąp od umowy na stronie',
  },

  errors: { titlePrefix: 'Błąd: ', summary: 'Coś wymaga poprawy' },

  closed: {
    title: 'Ten sklep nie przyjmuje teraz płatności',
    text: 'Tej płatności nie można wykonać. Więcej informacji udzieli sklep.',
    untouched: 'Nic nie zostało pobrane.',
  },

  problem: {
    unknown: { title: 'Nie ma takiej strony', text: 'Sprawdź adres. Aby zapłacić, otwórz link ze sklepu.' },
    missing: { title: 'Nie ma takiej płatności', text: 'Adres może być niepełny. Wróć do sklepu i rozpocznij płatność ponownie.' },
    link: {
      title: 'Ten link nie działa',
      text: 'Może być niepełny albo nieaktualny. Otwórz go ponownie z potwierdzenia płatności albo zapytaj sklep.',
    },
    refused: { title: 'Odmówiono', text: 'Formularz wysłano z innej strony. Jeśli chcesz zapłacić, rozpocznij ponownie w sklepie.' },
    unreadable: {
      title: 'Nie udało się odczytać formularza',
      text: 'Nic się nie zmieniło. Otwórz płatność ponownie i wypełnij jej formularz.',
    },
    busy: { title: 'Zbyt wiele żądań', text: 'Odczekaj chwilę i otwórz płatność ponownie.' },
    failed: {
      title: 'Coś poszło nie tak',
      text: 'Nie udało się dokończyć tego kroku. Otwórz płatność ponownie: strona pokaże, na jakim jest etapie.',
    },
    errorId: 'Numer błędu',
    open: 'Otwórz płatność',
  },
};
