import type { ShellTexts } from './texts.en.js';

export const pl: ShellTexts = {
  seller: 'Sprzedawca',
  amount: 'Do zapłaty',
  progress: 'Postęp',
  back: 'Wróć do sklepu',
  leave: 'Anuluj i wróć do sklepu',
  returning: 'Powrót do sklepu za',
  stay: 'Zostań na tej stronie',
  reference: 'Nr płatności',
  payBefore: (time) => `Zapłać do ${time}`,
  servedBy: 'Płatność obsługuje Payment Gateway',
  testMode: 'Tryb testowy',

  errors: { titlePrefix: 'Błąd: ', summary: 'Sprawdź, proszę' },

  problem: {
    missing: { title: 'Nie ma takiej płatności', text: 'Adres może być niepełny. Wróć do sklepu i rozpocznij płatność ponownie.' },
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
