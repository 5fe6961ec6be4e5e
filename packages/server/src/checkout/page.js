// No words: every text comes rendered from the server. A change of the row or of what came loads the page again, and its
// heading is read.
const $ = (id) => document.getElementById(id)
const { row, received, now, expire, live, five, one } = $('main').dataset
const tag = document.documentElement.lang
let wipe, gone
let heard = Date.now()
// How far the server's clock is ahead of this one.
let ahead = now - heard

const put = (id, text) => {
  $(id).textContent = text
}
const say = (text) => {
  put('live', text)
  clearTimeout(wipe)
  wipe = setTimeout(put, 4e3, 'live', '')
}
const take = (state) => {
  ahead = Date.parse(state.now) - Date.now()
  if (state.row !== row || state.received !== received) {
    // Once: on a slow network each load would end the one before.
    if (!gone) location.reload()
    gone = 1
  } else if ($('bar')) {
    put('count', state.confirmations.toLocaleString(tag))
    $('bar').value = state.confirmations
  }
}
// Every 5 s while nothing was heard for 45 s. The stream says something every 20 s: one that is silent may be dead, or held
// back by somebody on its way.
const watch = () => {
  setTimeout(watch, 5e3)
  if (Math.abs(Date.now() - heard) < 45e3) return
  fetch(`${location.pathname}/state`)
    .then((got) => got.ok && got.json().then(take))
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
    say(button.dataset.said)
  }
}

if (expire) {
  let was
  const tick = () => {
    const left = expire - Date.now() - ahead
    // The answer may put right a clock that was moved.
    if (left < 0 && !$('pay').hidden) heard = 0
    // Also where nobody can be asked.
    $('pay').hidden = left < 0
    put('left', new Date(left).toISOString().slice(14, 19))
    $('near').hidden = left > 6e5
    const stage = (left > 3e5) + (left > 6e4)
    // After a nap a mark that is long past is not said.
    if (stage < was && left > (stage ? 29e4 : 5e4)) say(stage ? five : one)
    was = stage
  }
  setInterval(tick, 1e3)
  tick()
}

if (live) {
  const feed = new EventSource(`${location.pathname}/events`)
  feed.onmessage = ({ data }) => {
    heard = Date.now()
    take(JSON.parse(data))
  }
  // A cut counts as 15 s of silence, for the browser comes again by itself; when it gives up, as all of it.
  feed.onerror = () => {
    heard -= feed.readyState ? 45e3 : 15e3
  }
  watch()
}
