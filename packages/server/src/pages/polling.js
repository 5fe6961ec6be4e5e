// Looks for new rows of a list. The page shows them when it is loaded again.
const fresh = document.querySelector('[data-poll]')
const poll = async () => {
  if (document.hidden) return
  const answer = await fetch(fresh.dataset.poll, { redirect: 'error' }).catch(() => undefined)
  if (!answer?.ok) return
  const { count } = await answer.json()
  if (count === 0) return
  if (count !== null) fresh.firstChild.textContent = fresh.dataset.new.replace('#', count)
  fresh.hidden = false
}
if (fresh) {
  setInterval(poll, 15e3)
  document.addEventListener('visibilitychange', poll)
}
