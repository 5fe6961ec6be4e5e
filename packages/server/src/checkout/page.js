// The script holds no texts: the server renders them all. A change of the row or of the received amount reloads the
// page, and moves the focus to its heading, so that a screen reader reads it.
const $ = (id) => document.getElementById(id)
const { row, received, now, expire, live, five, one } = $('main').dataset
const tag = document.documentElement.lang
// A part that fails leaves the others at work: browsers of tills and kiosks lack things that others have.
const part = (run) => {
  try {
    return run()
  } catch (error) {
    console.warn(error)
  }
}
// Dates of a page in English are British for a British browser. A browser may name a language that it does not know, such
// as `en-US@posix`.
const locale =
  part(() => {
    const own = navigator.languages.find((each) => each.startsWith(`${tag}-`))
    new Intl.DateTimeFormat(own)
    return own
  }) ?? tag
const day = { hour: 'numeric', minute: 'numeric', timeZoneName: 'short' }
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
const show = (time) => {
  time.textContent = new Date(time.dateTime).toLocaleString(
    locale,
    'day' in time.dataset ? day : { ...day, year: 'numeric', month: 'short', day: 'numeric' },
  )
}
const apply = (state) => {
  const { confirmations: count, required_confirmations: required } = state
  const about = $('about')
  ahead = Date.parse(state.now) - Date.now()
  $('stale').firstElementChild.dateTime = state.now
  $('stale').hidden = 1
  if (state.row !== row || state.received !== received) {
    // Reload once: on a slow network each reload would abort the one before.
    if (!busy) location.reload()
    busy = 1
  } else if ($('count')) {
    put('count', count.toLocaleString(tag))
    put('ring-count', count.toLocaleString(tag))
    $('ring').setAttribute('stroke-dasharray', `${count} ${required}`)
    if (about) {
      const left = (required - count) * about.dataset.block
      const unit = left < 120 ? 'second' : 'minute'
      about.textContent = Math.ceil(left / (left < 120 || 60)).toLocaleString(tag, {
        style: 'unit',
        unit,
        unitDisplay: 'long',
      })
    }
  }
}
const stale = () => {
  $('stale').hidden = 0
  show($('stale').firstElementChild)
}
// Polls every 5 s once the stream is silent for 45 s. The stream sends a message every 20 s: a silent one may be dead,
// or buffered by a proxy. A hidden page has no stream, and polls every 45 s for the mark in its title.
const poll = () => {
  setTimeout(poll, 5e3)
  if (Math.abs(Date.now() - lastAt) < 45e3) return
  if (document.hidden) lastAt = Date.now()
  fetch(`${location.pathname}/state`)
    .then((res) => (res.ok ? res.json().then(apply) : stale()))
    .catch(stale)
}

part(() => {
  if (performance.getEntriesByType('navigation')[0]?.type === 'reload') $('h1').focus()
})

part(() => document.querySelectorAll('time').forEach(show))

part(() => {
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
})

part(() => {
  if (!expire) return
  let was
  const tick = () => {
    const left = expire - Date.now() - ahead
    const parts = [...document.querySelectorAll('.pay')]
    // Polls at once: the state corrects the offset of a clock that was set.
    if (left < 0 && !parts[0].hidden) lastAt = 0
    // Hides the address even when the server cannot be reached.
    for (const el of parts) el.hidden = left < 0
    put(
      'left',
      new Date(Math.max(Math.ceil(left / 1e3), 0) * 1e3).toISOString().slice(left < 36e5 ? 14 : 11, 19),
    )
    $('span').value = left
    const stage = (left > 3e5) + (left > 6e4)
    // A threshold that passed while the device slept is not announced.
    if (stage < was && left > (stage ? 29e4 : 5e4)) say(stage ? five : one)
    was = stage
  }
  setInterval(tick, 1e3)
  tick()
})

part(() => {
  if (!$('print')) return
  $('print').hidden = 0
  $('print').onclick = () => print()
})

// Leads back to the shop, unless the payer does anything. Loading restores the scroll position, so scrolling counts
// from the first second on.
part(() => {
  if (!$('back') || document.hidden) return
  let left = 5
  const [plain, counting] = $('back').children
  const listen = (...types) => {
    for (const type of types) addEventListener(type, stop, { once: true })
  }
  const flip = (on) => {
    plain.hidden = on
    counting.hidden = !on
    $('stay').hidden = !on
  }
  const stop = () => {
    clearInterval(count)
    flip(false)
  }
  const count = setInterval(() => {
    listen('scroll')
    left -= 1
    put('in', left.toLocaleString(tag))
    if (left) return
    stop()
    location.assign($('back').href)
  }, 1e3)
  listen('keydown', 'pointerdown', 'wheel', 'touchstart', 'visibilitychange')
  $('stay').onclick = (event) => {
    stop()
    event.preventDefault()
  }
  flip(true)
})

// A browser opens six connections to a host over HTTP/1.1, so only the page that is shown keeps one. Its stream begins
// with the present state.
part(() => {
  if (!live) return
  let feed
  const follow = () => {
    feed?.close()
    if (document.hidden) return
    feed = new EventSource(`${location.pathname}/events`)
    feed.onmessage = ({ data }) => {
      lastAt = Date.now()
      apply(JSON.parse(data))
    }
    // A lost connection counts as 15 s of silence, because the browser reconnects by itself; a closed stream counts as 45
    // s.
    feed.onerror = () => {
      lastAt -= feed.readyState ? 45e3 : 15e3
    }
  }
  document.addEventListener('visibilitychange', follow)
  poll()
  follow()
})
