// The preview follows the form of a link. Without a network that is chosen, all are on, as the server takes it.
const form = document.querySelector('#link form')
const look = document.querySelector('.look')
const { amount_mode: mode, description, amount, currency } = form.elements
const part = (name) => look.querySelector(`[data-shows=${name}]`)
const show = () => {
  part('description').textContent = description.value
  part('amount').textContent = amount.value.trim() || '0.00'
  part('currency').textContent = currency?.value ?? 'USDT'
  part('fixed').hidden = mode.value === 'CUSTOM'
  part('custom').hidden = mode.value !== 'CUSTOM'
  const chosen = [...form.querySelectorAll('[name=networks]:checked')].map(({ value }) => value)
  for (const each of look.querySelectorAll('[data-network]'))
    each.hidden = chosen.length > 0 && !chosen.includes(each.dataset.network)
  part('pay').textContent = look.querySelector('[data-network]:not([hidden])')?.dataset.pay
}
form.addEventListener('input', show)
show()
