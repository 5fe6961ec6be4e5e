// No words: every text comes rendered from the server. A change of the row or of what came loads the page again, and its
// heading is read.
const $ = (id) => document.getElementById(id)
const all = (what) => document.querySelectorAll(what)
const { row, received, now, expire, live, five, one } = $('main').dataset
const tag = document.documentElement.lang
// How far the server's clock is ahead of this one.
let ahead = now - Date.now()
let wipe, gone

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
const poll = () => {
  setTimeout(poll, 5e3)
  fetch(`${location.pathname}/state`)
    .then((got) => got.ok && got.json().then(take))
    .catch(() => {})
}

if (performance.getEntriesByType('navigation')[0]?.type === 'reload') $('h1').focus()

for (const time of all('time'))
  time.textContent = new Date(time.dateTime).toLocaleString(tag, { dateStyle: 'medium', timeStyle: 'short' })

for (const button of all('[data-copy]')) {
  const el = $(button.dataset.copy)
  button.hidden = false
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
    if (left < 0) {
      clearInterval(timer)
      // Also where nobody can be asked.
      $('pay').hidden = 1
      return poll()
    }
    put('left', new Date(left).toISOString().slice(14, 19))
    $('near').hidden = left > 6e5
    const stage = (left > 3e5) + (left > 6e4)
    // After a nap a mark that is long past is not said.
    if (stage < was && left > (stage ? 29e4 : 5e4)) say(stage ? five : one)
    was = stage
  }
  const timer = setInterval(tick, 1e3)
  tick()
}

if (live) {
  let fails = 0
  const feed = new EventSource(`${location.pathname}/events`)
  feed.onmessage = ({ data }) => {
    fails = 0
    take(JSON.parse(data))
  }
  feed.onerror = () => {
    if (++fails < 2 && feed.readyState < 2) return
    feed.close()
    poll()
  }
}
