// Everything here is a convenience: the pages work the same without it.

/** Moves on by itself as soon as the payment's stage changes. */
function followStatus({ statusUrl, stage, pageUrl }) {
  let delay = 1500;
  const ask = async () => {
    try {
      const answer = await fetch(statusUrl, { headers: { accept: 'application/json' } });
      if (answer.ok && (await answer.json()).stage !== stage) return location.replace(pageUrl);
    } catch {
      // Offline for a moment: asked again below.
    }
    delay = Math.min(delay * 1.1, 10_000);
    setTimeout(ask, delay);
  };
  setTimeout(ask, delay);
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

/** What can be asked for again only after a while: the button says how long that is. */
function holdBack(button) {
  const text = button.textContent;
  const { waitSeconds, waitText, waitUnit } = button.dataset;
  if (Number(waitSeconds) === 0) return;
  button.form.addEventListener('submit', (event) => {
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
  const note = document.querySelector('[data-return-note]');
  const left = document.querySelector('[data-return-left]');
  note.hidden = false;
  const stop = countDown(Number(link.dataset.returnSeconds), (seconds) => {
    left.textContent = String(seconds);
    if (seconds === 0) location.assign(link.href);
  });
  document.querySelector('[data-return-stay]').addEventListener('click', () => {
    stop();
    note.hidden = true;
    link.focus();
  });
}

/** A second tap on a slow connection must not send the form again. */
function sendOnce(form) {
  form.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return;
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = 'yes';
    event.submitter?.setAttribute('aria-busy', 'true');
  });
}

/** Where the price depends on what is chosen, the amount on top follows the choice. */
function showPrice(tile) {
  tile.addEventListener('change', () => {
    document.querySelector('[data-amount]').textContent = tile.dataset.price;
    document.querySelector('[data-vat]').textContent = tile.dataset.priceVat;
  });
  if (tile.checked) tile.dispatchEvent(new Event('change'));
}

document.querySelectorAll('[data-price]').forEach(showPrice);
document.querySelectorAll('[data-status-url]').forEach((element) => followStatus(element.dataset));
document.querySelectorAll('[data-wait-seconds]').forEach(holdBack);
document.querySelectorAll('[data-return-seconds]').forEach(returnToShop);
document.querySelectorAll('form').forEach(sendOnce);
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload(); // shown from the browser's memory: the payment may have moved on
});
