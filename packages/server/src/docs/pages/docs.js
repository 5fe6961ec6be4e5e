// Remembers the language of the samples, and searches in a dialog.
addEventListener('change', ({ target }) => {
  if (target.name !== 'code') return
  try {
    localStorage.setItem('docs-language', target.value)
  } catch {
    // The browser keeps nothing for this site.
  }
})

const opener = document.querySelector('.bar [data-index]')
const dialog = document.getElementById('search-dialog')
const query = dialog.querySelector('input')
const list = document.getElementById('results')
let entries
let isAsked = false
let options = []
let chosen = 0

const load = () => {
  if (isAsked) return
  isAsked = true
  fetch(opener.dataset.index)
    .then((answer) => answer.json())
    .then((found) => {
      entries = found
      if (dialog.open) show()
    })
    .catch(() => {
      // The next focus tries again.
      isAsked = false
    })
}

const make = (tag, properties, ...children) => {
  const el = Object.assign(document.createElement(tag), properties)
  el.append(...children)
  return el
}
const words = (text) =>
  marked(text, query.value).map((part) => (part.isFound ? make('mark', {}, part.text) : part.text))

const option = ([, title, slug, text, , label]) => {
  const about = make('span', {}, make('b', {}, ...words(title)), make('span', {}, ...words(text)))
  const el = make(
    'a',
    { role: 'option', href: new URL(slug, opener.action), tabIndex: -1 },
    make('small', {}, label),
    about,
  )
  el.id = `result-${options.push(el)}`
  return el
}

const choose = (at) => {
  chosen = (at + options.length) % options.length || 0
  for (const [index, el] of options.entries()) el.ariaSelected = `${index === chosen}`
  options[chosen]?.scrollIntoView({ block: 'nearest' })
  query.setAttribute('aria-activedescendant', options[chosen]?.id ?? '')
}

const show = () => {
  options = []
  const groups = entries ? search(entries, query.value) : []
  list.replaceChildren(
    ...groups.map((group) => {
      const title = make('p', { ariaHidden: 'true' }, group.title)
      return make('div', { role: 'group', ariaLabel: group.title }, title, ...group.entries.map(option))
    }),
  )
  choose(0)
  const count = `${options.length} ${options.length === 1 ? 'result' : 'results'}, searched on this device`
  const nothing = entries ? dialog.dataset.none : dialog.dataset.away
  document.getElementById('count').textContent =
    query.value.trim() === '' ? '' : options.length > 0 ? count : nothing
}

const open = () => {
  if (dialog.open) return
  load()
  query.value = opener.q.value.replace('/', '')
  dialog.showModal()
  show()
}

opener.q.addEventListener('focus', load)
for (const event of ['click', 'input']) opener.q.addEventListener(event, open)
document.querySelector('.find').addEventListener('click', (event) => {
  event.preventDefault()
  open()
})
addEventListener('keydown', ({ key, target }) => {
  if (key === '/' && target !== opener.q && document.activeElement === opener.q) open()
})
query.addEventListener('input', show)
query.addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step) choose(chosen + step)
  else if (event.key === 'Enter' && options[chosen]) options[chosen].click()
  // A browser would only clear the field.
  else if (event.key === 'Escape') dialog.close()
  else return
  event.preventDefault()
})
// A click beside the dialog closes it.
dialog.addEventListener('click', ({ target }) => {
  if (target === dialog) dialog.close()
})
