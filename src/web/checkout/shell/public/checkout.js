// Everything here is a convenience: the pages work the same without it.

const one = (selector) => document.querySelector(selector);
const all = (selector) => document.querySelectorAll(selector);
const on = (target, event, act) => target.addEventListener(event, act);
const region = one('#said');
/** Tells whoever listens to the page instead of looking at it. */
const say = (text) => (region.textContent = text);

/** Moves on by itself as soon as the payment's state changes: told by the gateway, or asked while nothing is told. */
function followPayment({ dataset: { follow, status, state, page } }) {
  let delay = 2000;
  let timer;
  const see = (now) => now && now !== state && location.replace(page);
  const ask = async () => {
    try {
      const answer = await fetch(status, { headers: { accept: 'application/json' } });
      if (answer.ok) see((await answer.json()).state);
    } catch {
      // Offline for a moment: asked again below.
    }
    delay = Math.min(delay * 1.25, 10_000);
    timer = setTimeout(ask, delay);
  };
  const events = new EventSource(follow);
  events.onmessage = ({ data }) => see(data);
  events.onopen = () => {
    clearTimeout(timer);
    timer = undefined;
    delay = 2000;
  };
  events.onerror = () => (timer ??= setTimeout(ask, delay));
}

/** Calls `tick` with the seconds left, once a second, down to 0; `stop` ends it early. */
function countDown(seconds, tick) {
  const end = performance.now() + seconds * 1000;
  const step = () => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    tick(left);
    if (left === 0) clearInterval(timer);
  };
  const timer = setInterval(step, 1000);
  step();
  return () => clearInterval(timer);
}

/** The time that is left to pay, silent; a word at 60, 30 and 10 seconds. At its end the page says what has become of the payment. */
function showTimeLeft(element) {
  const { left: seconds, from, page } = element.dataset;
  let last = Infinity;
  countDown(Number(seconds), (left) => {
    element.textContent = left > from ? '' : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
    for (const mark of [60, 30, 10]) if (left <= mark && last > mark && last < Infinity) say(element.getAttribute(`data-say-${mark}`));
    if (left === 0 && last < Infinity) location.replace(page);
    last = left;
  });
}

/** What can be asked for again only after a while: the button says how long that is. */
function holdBack(button) {
  const text = button.textContent;
  const { waitSeconds, waitText, waitUnit } = button.dataset;
  if (Number(waitSeconds) === 0) return;
  on(button.form, 'submit', (event) => {
    if (button.getAttribute('aria-disabled') === 'true') event.preventDefault();
  });
  countDown(Number(waitSeconds), (left) => {
    button.textContent = left > 0 ? `${waitText} ${left}\u00a0${waitUnit}` : text;
    if (left > 0) button.setAttribute('aria-disabled', 'true');
    else button.removeAttribute('aria-disabled');
  });
}

/** Back to the shop after some seconds, unless the payer wants to stay. */
function returnToShop(link) {
  const note = one('[data-return-note]');
  const shown = one('[data-return-left]');
  note.hidden = false;
  const stop = countDown(Number(link.dataset.returnSeconds), (left) => {
    shown.textContent = String(left);
    if (left === 0) location.assign(link.href);
  });
  one('[data-return-stay]').addEventListener('click', () => {
    stop();
    note.hidden = true;
    link.focus();
  });
}

/** A second tap on a slow connection must not send the form again. */
function sendOnce(form) {
  on(form, 'submit', (event) => {
    if (event.defaultPrevented) return;
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = 'yes';
    event.submitter?.setAttribute('aria-busy', 'true');
    say(document.body.dataset.sending);
  });
}

/** Where the price depends on what is chosen, the amount on top and the button follow the choice. */
function showPrice(tile) {
  const { price, priceNote, priceSubmit } = tile.dataset;
  const show = () => {
    one('[data-amount]').textContent = price;
    one('[data-note]').textContent = priceNote;
    one('[data-submit]').textContent = priceSubmit;
  };
  on(tile, 'change', show);
  if (tile.checked) show();
}

/** A code has so many digits, however it is pasted; some are shown in two halves, as they are read. */
function keepDigits(input) {
  const { digits: most, half = most } = input.dataset;
  on(input, 'input', () => {
    const digits = input.value.replace(/\D/g, '').slice(0, most);
    const shown = [digits.slice(0, half), digits.slice(half)].join(' ').trim();
    if (shown !== input.value) input.value = shown;
  });
}

function offerCopying(button) {
  if (!navigator.clipboard) return;
  button.hidden = false;
  const { copy, copied } = button.dataset;
  on(button, 'click', () =>
    navigator.clipboard.writeText(copy).then(
      () => say((button.textContent = copied)),
      () => (button.hidden = true),
    ),
  );
}

/** As who types in a hurry writes it. */
const plain = (text) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l');

/** Of many methods those are left that are called like what was typed; the one that is chosen stays. */
function offerSearch(input) {
  const methods = [...input.closest('.method-group').querySelectorAll('label.tile')];
  input.parentNode.hidden = false;
  on(input, 'input', () => {
    const wanted = plain(input.value.trim());
    let found = 0;
    for (const tile of methods) {
      const fits = plain(tile.textContent).includes(wanted);
      found += fits;
      tile.parentNode.hidden = !fits && !tile.control.checked;
    }
    say(`${input.dataset.found} ${found}`);
  });
  on(input, 'keydown', (event) => event.key === 'Enter' && event.preventDefault()); // which would pay
}

/** What was typed survives a change of the language, and nothing else; a code is kept nowhere. */
function keepTyped(form) {
  const key = location.pathname;
  const kept = new URLSearchParams(sessionStorage.getItem(key) ?? '');
  sessionStorage.removeItem(key);
  for (const [name, value] of kept) {
    const field = form.elements[name];
    if (!field || form.querySelector('[aria-invalid]')) continue;
    field.value = value;
    field.checked = true; // where it can be
  }
  form.querySelector(':checked')?.dispatchEvent(new Event('change'));
  for (const link of all('.languages a')) {
    on(link, 'click', () => {
      const typed = new URLSearchParams(new FormData(form));
      typed.delete('code');
      sessionStorage.setItem(key, String(typed));
    });
  }
}

const PARTS = {
  price: showPrice,
  kept: keepTyped,
  digits: keepDigits,
  search: offerSearch,
  follow: followPayment,
  left: showTimeLeft,
  'wait-seconds': holdBack,
  'return-seconds': returnToShop,
  copy: offerCopying,
};
for (const [name, start] of Object.entries(PARTS)) all(`[data-${name}]`).forEach(start);
all('form').forEach(sendOnce);
all('[data-say]').forEach(({ dataset }) => say(dataset.say));
on(window, 'pageshow', ({ persisted }) => {
  if (persisted) location.reload(); // shown from the browser's memory: the payment may have moved on
});
