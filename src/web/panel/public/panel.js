// Passkeys: their button is visible where the browser supports them. It fills a hidden field of its form and sends the form.
// All other pages work without scripts.
const DATA = { create: 'parseCreationOptionsFromJSON', get: 'parseRequestOptionsFromJSON' };
const known = globalThis.PublicKeyCredential;

for (const form of document.querySelectorAll('form[data-passkey]')) {
  const kind = form.dataset.passkey;
  if (!known?.[DATA[kind]]) continue;
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    const field = form.elements.passkey;
    if (field.value) return;
    event.preventDefault();
    try {
      const publicKey = known[DATA[kind]](JSON.parse(form.dataset.options));
      field.value = JSON.stringify((await navigator.credentials[kind]({ publicKey })).toJSON());
      form.submit();
    } catch {
      form.querySelector('[role=status]').textContent = form.dataset.failed;
    }
  });
}
