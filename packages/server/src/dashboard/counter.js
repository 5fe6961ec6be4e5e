// The display of a counter. The server renders every state; the script shows the one that the order is in, counts down, and
// plays a sound when the order is paid. Only a display that is shown keeps a stream, since a browser opens six connections.
const main = document.getElementById('main')
const { feed, poll, now, expire, clock } = main.dataset
const $ = (name) => main.querySelector(`[data-${name}]`)
let stream, sound, isPaid
let lastAt = Date.now()
let ahead = now - lastAt
let clockAhead = Date.parse(`1970-01-01T${clock}Z`) - lastAt
let isOn = localStorage.getItem('counter-sound') !== 'off'

const beep = () => {
  if (!isOn || sound?.state !== 'running') return
  for (const [at, pitch] of [
    [0, 660],
    [0.18, 880],
  ]) {
    const tone = sound.createOscillator()
    const volume = sound.createGain()
    const from = sound.currentTime + at
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0.3, from)
    volume.gain.exponentialRampToValueAtTime(0.001, from + 0.4)
    tone.connect(volume).connect(sound.destination)
    tone.start(from)
    tone.stop(from + 0.4)
  }
}
// Browsers let a page sound only after a touch, so the first touch of any place prepares it.
const prepare = () => {
  sound ??= new AudioContext()
  sound.resume()
}
addEventListener('pointerdown', prepare)
addEventListener('keydown', prepare)
if (navigator.userActivation?.hasBeenActive) prepare()

// Reads an attribute of a page that the server rendered.
const readOf = (text) => (name) =>
  new RegExp(`data-${name}="([^"]*)"`).exec(text)?.[1].replaceAll('&amp;', '&')
const pay = (read) => {
  $('line').textContent = read('today')
  $('paper').href = read('receipt')
  $('paper').hidden = !read('receipt')
}
const total = () =>
  fetch(location.href)
    .then((res) => res.text())
    .then((text) => pay(readOf(text)))
    .catch(() => undefined)

const connected = (isConnected) => {
  $('stale').hidden = isConnected
  $('connected').hidden = !isConnected
}
const apply = (state) => {
  lastAt = Date.now()
  ahead = Date.parse(state.now) - lastAt
  connected(true)
  for (const part of main.querySelectorAll('[data-rows]')) {
    const isHere = part.dataset.rows.split(' ').includes(state.row)
    if (isHere && part.hidden) {
      const title = part.querySelector('h2')
      if (title) document.getElementById('live').textContent = title.textContent
      if ('paid' in part.dataset) {
        beep()
        void total()
      }
    }
    part.hidden = !isHere
    if ('paid' in part.dataset) isPaid = isHere
  }
  for (const each of main.querySelectorAll('[data-received]')) each.textContent = state.received
  if (state.row === 'pay_rest')
    for (const each of main.querySelectorAll('[data-rest]')) each.textContent = state.remaining
  if (state.required_confirmations)
    for (const each of main.querySelectorAll('[data-count]'))
      each.textContent = `${state.confirmations} / ${state.required_confirmations}`
}
const lost = () => connected(false)
const follow = () => {
  stream?.close()
  if (document.hidden || isPaid) return
  stream = new EventSource(`${feed}/events`)
  stream.onmessage = ({ data }) => {
    apply(JSON.parse(data))
    // The last state of all.
    if (isPaid) stream.close()
  }
  stream.onerror = lost
}
// A stream sends a message every 20 s. A silent one may be dead, or buffered by a proxy.
setInterval(() => {
  if (poll || document.hidden || isPaid || Date.now() - lastAt < 45e3) return
  fetch(`${feed}/state`)
    .then((res) => (res.ok ? res.json().then(apply) : lost()))
    .catch(lost)
  if (stream.readyState === 2) follow()
}, 5e3)
// The display of a link reads its own page again: which payment it shows is decided by the server.
const look = async () => {
  if (document.hidden) return
  try {
    const answer = await fetch(location.href)
    const text = await answer.text()
    const read = readOf(text)
    const state = read('poll')
    if (state === undefined) return lost()
    connected(true)
    clockAhead = Date.parse(`1970-01-01T${read('clock')}Z`) - Date.now()
    if (state === main.dataset.poll) return
    main.dataset.poll = state
    for (const each of main.querySelectorAll('[data-amount]')) each.textContent = read('sum')
    $('fact').textContent = read('paid-fact')
    $('next').href = read('href')
    pay(read)
    for (const part of main.querySelectorAll('[data-part]')) {
      part.hidden = part.dataset.part !== state.split(' ')[0]
      if (!part.hidden) document.getElementById('live').textContent = part.querySelector('h2').textContent
    }
    if (state.startsWith('paid')) beep()
  } catch {
    lost()
  }
}
if (poll) setInterval(look, 4e3)
document.addEventListener('visibilitychange', poll ? look : follow)
if (!poll) follow()

const tick = () => {
  $('clock').textContent = new Date(Date.now() + clockAhead).toISOString().slice(11, 19)
  if (poll) return
  const left = Math.max(0, expire - Date.now() - ahead)
  $('left').textContent = new Date(Math.ceil(left / 1e3) * 1e3).toISOString().slice(left < 36e5 ? 14 : 11, 19)
  $('span').value = left
}
setInterval(tick, 1e3)
tick()

const show = () => {
  $('sound').setAttribute('aria-pressed', isOn)
}
$('sound').hidden = false
$('sound').onclick = () => {
  isOn = !isOn
  localStorage.setItem('counter-sound', isOn ? 'on' : 'off')
  show()
}
show()
const full = $('full')
full.hidden = !document.fullscreenEnabled
full.onclick = () =>
  document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
