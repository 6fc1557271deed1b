import type { Fault } from '../../../common/signature/diagnosis.js';
import type { FaultText } from '../../../common/signature/fault-texts.js';

const RAW =
  'Sprawdzaj surowe bajty, zanim odczyta je framework: express.raw() w Express, request.body w Django, request.get_data() we Flasku, php://input w PHP.';

/** Polish texts of the signature check about the faults that it finds. */
export const FAULTS_PL: Readonly<Record<Fault, FaultText>> = {
  right: {
    what: 'Powiadomienie jest podpisane i nic się w nim po drodze nie zmieniło.',
    line: 'Nie trzeba nic zmieniać. Jeśli Twój program je odrzuca, wklej też to, co sam oblicza.',
  },
  'old-key': {
    what: 'Podpisano starszym z kluczy usługi, ważnym do {moment}.',
    line: 'Niech program do tego czasu przyjmuje podpis dowolnym z kluczy; starszy usuń dopiero potem.',
  },
  clock: {
    what: 'Twój serwer odebrał powiadomienie {minutes} min od chwili wysłania.',
    line: 'Ustaw zegar serwera przez NTP i porównuj webhook-timestamp z sekundami od 1970 roku w UTC, a nie z czasem lokalnym.',
  },
  empty: {
    what: 'Nie ma treści.',
    line: 'Wklej treść tak, jak odebrał ją program, od { do }. Jeśli była tam pusta, coś odczytało ją wcześniej: czytaj ją raz.',
  },
  'too-long': { what: 'To jest dłuższe niż jakiekolwiek powiadomienie.', line: 'Wklej jedno powiadomienie: jego treść i trzy nagłówki.' },
  'not-json': { what: 'To nie jest JSON.', line: `Zapisz w logu tekst treści, a nie to, co zrobił z niego framework. ${RAW}` },
  'cut-off': { what: 'Treść urywa się w środku.', line: 'Odczytaj treść do końca i przechowuj ją w polu, które jest dość długie.' },
  'not-an-object': {
    what: 'To jest JSON, ale nie obiekt, którym jest powiadomienie.',
    line: 'Wklej treść od pierwszego { do ostatniego }.',
  },
  'no-signature': {
    what: 'Nie ma podpisu: w treści brakuje pola signature, a nagłówków webhook-id, webhook-timestamp i webhook-signature nie wklejono.',
    line: 'Wklej z treścią trzy nagłówki i niech serwer proxy je przekazuje.',
  },
  'no-key': {
    what: 'Klucz, którym mogło być podpisane, nie jest tu znany.',
    line: 'Wskaż usługę, dla której je wysłano. Klucz wymieniony dawno temu jest usunięty.',
  },
  numbers: {
    what: 'Program odczytał liczby i zapisał je na nowo: {at} wysłano jako {sent}, a teraz jest {pasted}.',
    line: 'Zachowaj cyfry liczb: json.loads(body, parse_float=str, parse_int=str) w Pythonie, wyrażenie regularne przed JSON.parse w JavaScripcie. Albo niech kwoty usługi będą zapisywane najkrócej.',
  },
  quoted: { what: 'Liczba stała się tekstem: {at} wysłano jako {sent}, a teraz jest {pasted}.', line: RAW },
  null: {
    what: 'Pola, których nie wysłano, są tu jako null.',
    line: 'Pomijaj pola, których nie ma: podpisany tekst nie ma dla nich miejsca. Sprawdzaj podpis, zanim treść trafi do klasy.',
  },
  emptied: {
    what: 'Pusty tekst zmienił się w null: {at}.',
    line: 'Wyłącz dla tego adresu to, co zamienia puste teksty na null, na przykład ConvertEmptyStringsToNull w Laravelu.',
  },
  order: {
    what: 'Pola są w innej kolejności niż wysłano.',
    line: 'Nie sortuj. Bierz wartości w kolejności, w jakiej są w treści, i zachowaj ją przy dekodowaniu.',
  },
  whitespace: {
    what: 'Treść zapisano na nowo: między wartościami są odstępy, a wysłano ją bez nich. Podpisowi w treści to nie szkodzi, temu w nagłówkach tak.',
    line: RAW,
  },
  escapes: {
    what: 'Treść zapisano na nowo: znaki są zapisane inaczej niż wysłano, na przykład \\/ zamiast / albo \\u0142 zamiast ł. Podpisowi w treści to nie szkodzi, temu w nagłówkach tak.',
    line: RAW,
  },
  'byte-order-mark': {
    what: 'Przed treścią stoi znacznik kolejności bajtów (BOM).',
    line: 'Czytaj i zapisuj treść jako UTF-8 bez BOM, jako bajty.',
  },
  encoding: {
    what: 'Treść odczytano jako Latin-1 lub Windows-1252: z ł zrobiło się Å‚.',
    line: 'Dekoduj treść jako UTF-8 albo sprawdzaj jej bajty przed dekodowaniem.',
  },
  html: {
    what: 'Znaki zamieniono na potrzeby HTML, na przykład cudzysłów na &quot;.',
    line: 'Nie czyść treści przed sprawdzeniem: bez htmlspecialchars i bez filtra danych wejściowych.',
  },
  'url-encoded': { what: 'Treść wzięto za formularz i tak zakodowano.', line: RAW },
  logged: {
    what: 'To tekst JSON, który zawiera treść: jej cudzysłowy są poprzedzone ukośnikami.',
    line: 'Sprawdzaj samą treść, zanim zostanie zakodowana do logu lub kolejki.',
  },
  trimmed: {
    what: 'Obcięto odstęp na końcu lub początku {at}.',
    line: 'Wyłącz dla tego adresu to, co obcina dane, na przykład TrimStrings w Laravelu, albo sprawdzaj surową treść.',
  },
  changed: { what: 'Wartość jest inna niż wysłano: {at} miało „{sent}”, a teraz ma „{pasted}”.', line: RAW },
  'left-out': {
    what: 'Brakuje wartości: {at} wysłano jako „{sent}”.',
    line: `Podpis obejmuje wszystkie wartości treści, także te, których nie używasz. ${RAW}`,
  },
  added: {
    what: 'Dodano wartość: {at} nie było wysłane.',
    line: `Podpis obejmuje wartości treści i nic więcej: żadnych parametrów adresu. ${RAW}`,
  },
  unexplained: {
    what: 'Tego nie podpisał żaden z kluczy usługi i nie tłumaczy tego żadna znana tu zmiana.',
    line: 'Sprawdź, czy to właściwa usługa i cała treść. Potem wyślij powiadomienie ponownie i wklej surową treść.',
  },
  'signature-removed': {
    what: 'W treści nie ma już pola signature, więc jej bajty nie są tymi, które podpisują nagłówki.',
    line: 'Usuwaj signature z kopii treści, a nagłówki sprawdzaj z surowymi bajtami.',
  },
  'signature-case': {
    what: 'Podpis w treści zapisano wielkimi literami.',
    line: 'Porównuj zapis szesnastkowy małymi literami, a treść zostaw bez zmian.',
  },
  'signature-changed': {
    what: 'Treść jest ta, którą wysłano, ale podpis nie: nie powstaje z żadnego klucza usługi.',
    line: 'Zostaw signature tak, jak przyszło, wszystkie 64 znaki. Jeśli takie przyszło, nie wysłała go bramka: odpowiedz 400.',
  },
  'header-left-out': {
    what: 'Brakuje nagłówka {at}.',
    line: "Niech proxy lub serwer WWW przekazuje wszystkie trzy nagłówki; w PHP to $_SERVER['HTTP_WEBHOOK_ID'] i tak dalej.",
  },
  'header-id': {
    what: 'webhook-id to {pasted}, a podpisano {sent}.',
    line: 'Bierz webhook-id z nagłówka, a nie własny identyfikator ani identyfikator transakcji.',
  },
  'header-milliseconds': {
    what: 'webhook-timestamp jest w milisekundach, a podpisano sekundy.',
    line: 'Użyj tekstu webhook-timestamp tak, jak przyszedł: nie zamieniaj go na datę i z powrotem.',
  },
  'header-time': {
    what: 'webhook-timestamp to {pasted}, a podpisano {sent}.',
    line: 'Użyj tekstu webhook-timestamp tak, jak przyszedł. Każda próba ma własny: nie mieszaj nagłówków dwóch prób.',
  },
  'header-signature': {
    what: 'Treść się zgadza, ale webhook-signature do niej nie pasuje.',
    line: 'Bierz całe webhook-signature tak, jak przyszło: jeden lub więcej wpisów v1, i Base64 ze spacjami między nimi. Nie zamieniaj plusów na spacje.',
  },
  'computed-right': {
    what: 'Twój program oblicza właściwy podpis.',
    line: 'Porównaj go z całym podpisem: w treści szesnastkowo małymi literami, w nagłówku z każdym wpisem po v1,.',
  },
  'computed-numbers': {
    what: 'Twój program zapisuje liczby inaczej niż w treści, na przykład 5 lub 5.0 zamiast 5.00.',
    line: 'Zachowaj cyfry z treści przy dekodowaniu albo niech kwoty usługi będą zapisywane najkrócej.',
  },
  'computed-order': {
    what: 'Twój program sortuje wartości według nazw.',
    line: 'Usuń sortowanie (ksort, sort_keys=True): wartości są podpisane w kolejności treści.',
  },
  'computed-absent': {
    what: 'Twój program zostawia puste miejsce po wartościach, których nie ma.',
    line: 'Łącz tylko te wartości, które są w treści.',
  },
  'computed-itself': { what: 'Twój program podpisuje także sam podpis.', line: 'Usuń signature z wartości, zanim je połączysz.' },
  'computed-without-key': { what: 'Twój program pomija klucz.', line: 'Przed obliczeniem skrótu dopisz | i klucz usługi.' },
  'computed-bar': {
    what: 'Między wartościami albo przed kluczem brakuje |.',
    line: "Połącz wartości i klucz znakiem |: [...values, key].join('|').",
  },
  'computed-key-first': { what: 'Twój program stawia klucz na początku.', line: 'Klucz idzie na końcu: wartości, |, klucz.' },
  'computed-hmac': {
    what: 'Twój program liczy HMAC dla podpisu w treści.',
    line: 'To zwykłe SHA-256 wartości i klucza: sha256(values + "|" + key).',
  },
  'computed-json': {
    what: 'Twój program liczy skrót z JSON-a.',
    line: 'Licz skrót samych wartości połączonych |. Albo sprawdzaj nagłówki, które podpisują JSON.',
  },
  'computed-wrong-key': {
    what: 'Twój program używa drugiego klucza usługi.',
    line: 'Klucz zaczynający się od whsec_ jest do nagłówków, a drugi do podpisu w treści.',
  },
  'computed-form': {
    what: 'Twój program oblicza właściwy podpis, ale inaczej go zapisuje.',
    line: 'W treści jest szesnastkowo małymi literami, w nagłówku w Base64.',
  },
  'computed-key-text': {
    what: 'Twój program używa tekstu klucza do HMAC.',
    line: 'Zdekoduj to, co stoi po whsec_, z Base64 i użyj bajtów.',
  },
  'computed-body-alone': {
    what: 'Twój program nie podpisuje webhook-id, webhook-timestamp i treści połączonych kropkami.',
    line: 'Podpisuj `${id}.${timestamp}.${body}`.',
  },
  'computed-reencoded': { what: 'Twój program dekoduje treść i zapisuje ją na nowo przed obliczeniem.', line: RAW },
  'computed-unknown': {
    what: 'To, co oblicza Twój program, nie jest żadnym ze znanych tu błędów.',
    line: 'Weź gotowy przepis na sprawdzanie bez zmian i zmieniaj go stopniowo.',
  },
};
