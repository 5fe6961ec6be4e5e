// The behaviour of console, dashboard and reference beyond links and forms. Each part looks for its elements, so
// that one script serves every page. The page holds all texts.
const live = document.getElementById('live')
let timer
const say = (text) => {
  if (!live) return
  live.textContent = text
  clearTimeout(timer)
  timer = setTimeout(() => {
    live.textContent = ''
  }, 4e3)
}

for (const button of document.querySelectorAll('[data-copy]')) {
  const el = document.getElementById(button.dataset.copy)
  button.hidden = false
  button.onclick = async () => {
    try {
      await navigator.clipboard.writeText(el.textContent)
    } catch {
      getSelection().selectAllChildren(el)
      if (!document.execCommand('copy')) return
    }
    say(button.dataset.copied)
  }
}

for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false
  button.onclick = () => print()
}

// A second click would send the form twice. The button keeps its text.
addEventListener('submit', ({ target, submitter }) => {
  if (target.method !== 'post') return
  setTimeout(() => {
    submitter.disabled = true
    submitter.setAttribute('aria-busy', 'true')
  })
})
// A page that comes back from the cache of the browser can be sent again.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  for (const button of document.querySelectorAll('[aria-busy]')) {
    button.disabled = false
    button.removeAttribute('aria-busy')
  }
})

addEventListener('click', (event) => {
  const opener = event.target.closest('[data-dialog]')
  const dialog = opener && document.getElementById(opener.dataset.dialog)
  const closer = event.target.closest('[data-close]')
  if (dialog) dialog.showModal()
  else closer?.closest('dialog').close()
  if (dialog || closer) event.preventDefault()
})

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input,textarea,select,dialog'))
    return
  const field = [...document.querySelectorAll('[data-key]')].find(({ dataset }) => dataset.key === event.key)
  if (!field) return
  field.focus()
  event.preventDefault()
})
