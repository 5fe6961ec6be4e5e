// The preview follows the form before it is saved. The server says what becomes of a colour, so that no second rule does.
const form = document.querySelector('.brand-form')
const look = document.querySelector('.look')
const colors = form.querySelector('[data-colors]')
const { name, accent, support } = form.elements
let turn = 0
form.querySelector('[data-preview]').hidden = true

const put = (part, text) => {
  for (const each of look.querySelectorAll(`[data-shows=${part}]`)) each.textContent = text
}
const draw = (looks) => {
  for (const part of ['fill', 'day', 'night']) look.style.setProperty(`--look-${part}`, looks[part])
  for (const each of colors.querySelectorAll('[data-look]')) {
    const text = looks[each.dataset.look]
    each.querySelector('rect')?.setAttribute('fill', text)
    each.querySelector('bdi').textContent = text
  }
  const isReadable = looks.fill === accent.value
  colors.querySelector('[data-if=readable]').hidden = !isReadable
  colors.querySelector('[data-if=darkened]').hidden = isReadable
}
// One call for a colour that is dragged.
const ask = () => {
  turn += 1
  const mine = turn
  setTimeout(async () => {
    if (mine !== turn) return
    const url = new URL(colors.dataset.colors, location.href)
    url.searchParams.set('accent', accent.value)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok && mine === turn) draw(await answer.json())
  }, 150)
}
form.addEventListener('input', ({ target }) => {
  form.querySelector('[data-unsaved]').hidden = false
  if (target === accent && colors) ask()
  const shown = name.value.trim() || name.placeholder
  put('name', shown)
  put('initial', [...shown][0])
  put('support', support.value)
  look.querySelector('[data-shows=support]').parentElement.hidden = !support.value
})
