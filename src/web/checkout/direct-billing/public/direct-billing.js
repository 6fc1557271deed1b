// The code has six digits, however it is pasted.
document.querySelector('#code')?.addEventListener('input', ({ target }) => {
  const digits = target.value.replace(/\D/g, '').slice(0, 6);
  if (digits !== target.value) target.value = digits;
});
