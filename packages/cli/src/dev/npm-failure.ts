import { parseUrl } from '@merchantpay/core/url'

/** npm's line about a registry that it cannot reach. */
const UNREACHABLE = /request to (https?:\/\/\S+) failed, reason: (.+)/
/** Lines of npm that do not help: frames and fields of an error, and its log. */
const NOISE = /^(at |\{|\}|\w+: |A complete log|code |errno |syscall |\d*$)/
const SHOWN_LINES = 3

/**
 * Says why npm failed, without the stack of its error.
 *
 * @param said the last lines that npm wrote
 */
export function npmFailure(said: string): string {
  const [, url, reason] = UNREACHABLE.exec(said) ?? []
  if (url !== undefined)
    return `npm cannot reach ${parseUrl(url)?.origin ?? 'its registry'} (${reason}): check the network and the registry and proxy of npm config list, then run merchantpay dev again`
  const lines = said.split('\n').map((line) => line.replace(/^npm (?:error|ERR!) ?/, '').trim())
  const helpful = lines.filter((line) => !line.startsWith('npm ') && !NOISE.test(line))
  return ['npm install failed', ...helpful.slice(0, SHOWN_LINES)].join('\n')
}
