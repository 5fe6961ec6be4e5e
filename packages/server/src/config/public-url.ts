import type { Config } from './settings.js'

/** Returns the URL that commands print: the public one, or that of this machine. */
export const publicUrlOf = ({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string =>
  publicUrl ?? `http://${host}:${port}`
