// Remembers the language of the samples, and searches in a dialog.
addEventListener('change', ({ target }) => {
  if (target.name !== 'code') return
  try {
    localStorage.setItem('docs-language', target.value)
  } catch {
    // The browser keeps nothing for this site.
  }
})

const opener = document.querySelector('.bar [data-hits]')
const dialog = document.getElementById('search-dialog')
const query = dialog.querySelector('input')
const list = document.getElementById('results')
// A pause in typing that is long enough to ask the server, milliseconds.
const PAUSE = 120
let asking = new AbortController()
let timer
// Whether the options are those of the present query.
let isCurrent = false
let options = []
let chosen = 0

// Asks for the hits of the query, and forgets an earlier question.
const ask = () => {
  asking.abort()
  asking = new AbortController()
  isCurrent = false
  const { signal } = asking
  clearTimeout(timer)
  if (query.value.trim() === '') return show([])
  timer = setTimeout(() => {
    fetch(`${opener.dataset.hits}?q=${encodeURIComponent(query.value)}`, { signal })
      .then((answer) => answer.json())
      .then(show)
      .catch(() => {
        if (!signal.aborted) show([], dialog.dataset.away)
      })
  }, PAUSE)
}

const make = (tag, properties, ...children) => {
  const el = Object.assign(document.createElement(tag), properties)
  el.append(...children)
  return el
}
const words = (parts) => parts.map((part) => (part.isFound ? make('mark', {}, part.text) : part.text))

const option = ({ slug, label, title, line }) => {
  const about = make('span', {}, make('b', {}, ...words(title)), make('span', {}, ...words(line)))
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

const show = (groups, nothing = dialog.dataset.none) => {
  isCurrent = true
  options = []
  list.replaceChildren(
    ...groups.map(({ title, hits }) => {
      const heading = make('p', { ariaHidden: 'true' }, title)
      return make('div', { role: 'group', ariaLabel: title }, heading, ...hits.map(option))
    }),
  )
  choose(0)
  const count = `${options.length} ${options.length === 1 ? 'result' : 'results'}`
  document.getElementById('count').textContent =
    query.value.trim() === '' ? '' : options.length > 0 ? count : nothing
}

const open = () => {
  if (dialog.open) return
  query.value = opener.q.value.replace('/', '')
  dialog.showModal()
  ask()
}

for (const event of ['click', 'input']) opener.q.addEventListener(event, open)
document.querySelector('.find').addEventListener('click', (event) => {
  event.preventDefault()
  open()
})
addEventListener('keydown', ({ key, target }) => {
  if (key === '/' && target !== opener.q && document.activeElement === opener.q) open()
})
query.addEventListener('input', ask)
query.addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step) choose(chosen + step)
  // Before the answer is here, Enter sends the form to the page of results.
  else if (event.key === 'Enter' && isCurrent && options[chosen]) options[chosen].click()
  // A browser would only clear the field.
  else if (event.key === 'Escape') dialog.close()
  else return
  event.preventDefault()
})
// A click beside the dialog closes it.
dialog.addEventListener('click', ({ target }) => {
  if (target === dialog) dialog.close()
})
