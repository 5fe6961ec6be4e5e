// No words: every text comes rendered from the server. A change of the row loads the page again, and its heading is read.
const $ = (id) => document.getElementById(id)
const all = (what) => document.querySelectorAll(what)
const { row, now, expire, live } = all('main')[0].dataset
const tag = document.documentElement.lang
const { five, one } = $('live').dataset
const { pathname } = location
// How far the server's clock is ahead of this one.
let ahead = Date.parse(now) - Date.now()

const put = (id, text) => {
  if ($(id)) $(id).textContent = text
}
const say = (text) => {
  put('live', text)
  setTimeout(put, 4e3, 'live', '')
}
const take = (state) => {
  ahead = Date.parse(state.now) - Date.now()
  if (state.row !== row) return location.reload()
  put('received', state.received)
  put('count', state.confirmations?.toLocaleString(tag))
  if ($('bar')) $('bar').value = state.confirmations
}
const poll = async () => {
  setTimeout(poll, 5e3)
  const got = await fetch(`${pathname}/state`)
  if (got.ok) take(await got.json())
}

if (performance.getEntriesByType('navigation')[0]?.type === 'reload') all('h1')[0].focus()

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
    const left = Date.parse(expire) - Date.now() - ahead
    // Asked for and not loaded again at once: on a slow network each load would end the one before.
    if (left < 0) {
      clearInterval(timer)
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
  void tick()
}

if (live) {
  let fails = 0
  const feed = new EventSource(`${pathname}/events`)
  feed.onmessage = (event) => {
    fails = 0
    take(JSON.parse(event.data))
  }
  feed.onerror = () => {
    if (++fails < 2 && feed.readyState < 2) return
    feed.close()
    return poll()
  }
}
