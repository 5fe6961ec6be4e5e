// The script holds no texts: the server renders them all. A change of the row or of the received amount reloads the
// page, and moves the focus to its heading, so that a screen reader reads it.
const $ = (id) => document.getElementById(id)
const { row, received, now, expire, live, five, one } = $('main').dataset
const tag = document.documentElement.lang
let timer, busy
let lastAt = Date.now()
// How far the server's clock is ahead of this one.
let ahead = now - lastAt

const put = (id, text) => {
  $(id).textContent = text
}
const say = (text) => {
  put('live', text)
  clearTimeout(timer)
  timer = setTimeout(put, 4e3, 'live', '')
}
const apply = (state) => {
  ahead = Date.parse(state.now) - Date.now()
  if (state.row !== row || state.received !== received) {
    // Reload once: on a slow network each reload would abort the one before.
    if (!busy) location.reload()
    busy = 1
  } else if ($('bar')) {
    put('count', state.confirmations.toLocaleString(tag))
    $('bar').value = state.confirmations
  }
}
// Polls every 5 s once the stream is silent for 45 s. The stream sends a message every 20 s: a silent one may be dead,
// or buffered by a proxy.
const poll = () => {
  setTimeout(poll, 5e3)
  if (Math.abs(Date.now() - lastAt) < 45e3) return
  fetch(`${location.pathname}/state`)
    .then((res) => res.ok && res.json().then(apply))
    .catch(() => {})
}

if (performance.getEntriesByType('navigation')[0]?.type === 'reload') $('h1').focus()

for (const time of document.querySelectorAll('time'))
  time.textContent = new Date(time.dateTime).toLocaleString(tag, { dateStyle: 'medium', timeStyle: 'short' })

for (const button of document.querySelectorAll('[data-copy]')) {
  const el = $(button.dataset.copy)
  button.hidden = 0
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

if (expire) {
  let was
  const tick = () => {
    const left = expire - Date.now() - ahead
    // Polls at once: the state corrects the offset of a clock that was set.
    if (left < 0 && !$('pay').hidden) lastAt = 0
    // Hides the address even when the server cannot be reached.
    $('pay').hidden = left < 0
    put('left', new Date(left).toISOString().slice(14, 19))
    $('near').hidden = left > 6e5
    const stage = (left > 3e5) + (left > 6e4)
    // A threshold that passed while the device slept is not announced.
    if (stage < was && left > (stage ? 29e4 : 5e4)) say(stage ? five : one)
    was = stage
  }
  setInterval(tick, 1e3)
  tick()
}

if (live) {
  const feed = new EventSource(`${location.pathname}/events`)
  feed.onmessage = ({ data }) => {
    lastAt = Date.now()
    apply(JSON.parse(data))
  }
  // A lost connection counts as 15 s of silence, because the browser reconnects by itself; a closed stream counts as 45
  // s.
  feed.onerror = () => {
    lastAt -= feed.readyState ? 45e3 : 15e3
  }
  poll()
}
