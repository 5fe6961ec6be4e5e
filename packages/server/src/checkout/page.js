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
const again = () => location.reload()

if (performance.getEntriesByType('navigation')[0]?.type === 'reload') all('h1')[0].focus()

for (const time of all('time'))
  time.textContent = new Date(time.dateTime).toLocaleString(tag, { dateStyle: 'medium', timeStyle: 'short' })

for (const button of all('[data-copy]')) {
  const what = $(button.dataset.copy)
  button.hidden = false
  button.onclick = async () => {
    try {
      await navigator.clipboard.writeText(what.textContent)
    } catch {
      getSelection().selectAllChildren(what)
      if (!document.execCommand('copy')) return
    }
    say(button.dataset.said)
  }
}

if (expire) {
  let was
  const tick = () => {
    const left = Date.parse(expire) - Date.now() - ahead
    if (left < 0) return again()
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
  let fails = 0
  const take = (state) => {
    ahead = Date.parse(state.now) - Date.now()
    if (state.row !== row) return again()
    put('received', state.received)
    put('count', state.confirmations?.toLocaleString(tag))
    if ($('bar')) $('bar').value = state.confirmations
  }
  const poll = async () => {
    const got = await fetch(`${pathname}/state`)
    if (got.ok) take(await got.json())
  }
  const stream = new EventSource(`${pathname}/events`)
  stream.onmessage = (event) => {
    fails = 0
    take(JSON.parse(event.data))
  }
  stream.onerror = () => {
    if (++fails < 2 && stream.readyState < 2) return
    stream.close()
    setInterval(poll, 5e3)
  }
}
